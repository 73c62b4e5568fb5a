package process

import (
	"bytes"
	"os"
	"strconv"
	"strings"
	"syscall"
)

// process is what the system says of a process.
type process struct {
	pid, parent, group int
	zombie             bool
	began              string // tells it from another one of the same number
}

// alive is the same for a process whatever becomes of it.
func (p process) alive() process { return process{pid: p.pid, began: p.began} }

// look asks for one process.
func look(pid int) (process, bool) {
	b, err := os.ReadFile(proc(pid, "stat"))
	end := bytes.LastIndexByte(b, ')') // of the name, which can hold any character
	if err != nil || end < 0 {
		return process{}, false
	}
	f := strings.Fields(string(b[end+1:]))
	if len(f) < 20 {
		return process{}, false
	}
	p := process{pid: pid, zombie: f[0] == "Z" || f[0] == "X", began: f[19]}
	p.parent, _ = strconv.Atoi(f[1])
	p.group, _ = strconv.Atoi(f[2])
	return p, true
}

func proc(pid int, name string) string { return "/proc/" + strconv.Itoa(pid) + "/" + name }

// children lists those of a process.
func children(pid int) []process {
	var found []process
	threads, _ := os.ReadDir(proc(pid, "task"))
	for _, thread := range threads {
		b, err := os.ReadFile(proc(pid, "task/"+thread.Name()+"/children"))
		if os.IsNotExist(err) {
			if _, gone := os.Stat(proc(pid, "task/"+thread.Name())); gone == nil {
				return among(pid) // the system keeps no such list
			}
		}
		for _, s := range strings.Fields(string(b)) {
			if n, err := strconv.Atoi(s); err == nil {
				if p, ok := look(n); ok {
					found = append(found, p)
				}
			}
		}
	}
	return found
}

// among looks for the children of a process among all processes.
func among(pid int) []process {
	var found []process
	entries, _ := os.ReadDir("/proc")
	for _, e := range entries {
		if n, err := strconv.Atoi(e.Name()); err == nil {
			if p, ok := look(n); ok && p.parent == pid {
				found = append(found, p)
			}
		}
	}
	return found
}

// below lists what descends from a process, without it.
func below(pid int) []process {
	var found []process
	for _, p := range children(pid) {
		found = append(append(found, p), below(p.pid)...)
	}
	return found
}

// strays ends what belongs to the program, with all that descends from it; and if
// no program runs any more, everything that this process was given as a child.
// What it began itself for other purposes is in its own group. It reports whether
// there was anything.
func (t *tree) strays(last bool) bool {
	any := false
	for _, p := range children(os.Getpid()) {
		adopted := p.group != syscall.Getpgrp()
		switch {
		case leaders.pids[p.pid]:
		case adopted && p.zombie && p.reap():
		case adopted && (last || p.zombie) || t.owns(p):
			any = true
			for _, q := range append(below(p.pid), p) {
				t.seen[q.alive()] = true
				q.kill()
			}
			p.reap()
		}
	}
	return any
}

// owns reports whether a process belongs to the program: it was seen below it, is
// in its group, or bears its directory.
func (t *tree) owns(p process) bool {
	return t.seen[p.alive()] || p.group == t.cmd.Process.Pid || p.within(t.dir)
}

// within reports whether a process works in a directory, or has it in its
// environment.
func (p process) within(dir string) bool {
	at, err := os.Readlink(proc(p.pid, "cwd"))
	if err == nil && (at == dir || strings.HasPrefix(at, dir+"/") || strings.HasPrefix(at, dir+" ")) {
		return true
	}
	env, err := os.ReadFile(proc(p.pid, "environ"))
	return err == nil && bytes.Contains(env, []byte(dir))
}

// kill ends a process, if it still is the one that was found.
func (p process) kill() {
	if now, ok := look(p.pid); ok && now.began == p.began {
		syscall.Kill(p.pid, syscall.SIGKILL)
	}
}

// reap takes the end of a child of this process, and reports whether it has
// ended.
func (p process) reap() bool {
	n, err := syscall.Wait4(p.pid, nil, syscall.WNOHANG, nil)
	return n == p.pid || err == syscall.ECHILD
}
