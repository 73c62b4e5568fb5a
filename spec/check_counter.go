package spec

func (c *checker) checkCounter(where at, t *CounterMatch) {
	c.known(where.field("category"), "category", c.categories, t.Category...)
	c.program(where.field("program"), t.Program)
	if len(t.Sub) > 0 && len(t.Program) == 0 {
		c.report(where, "asks for a subcommand of no program: name the program")
	}
}
