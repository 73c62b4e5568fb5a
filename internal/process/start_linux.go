package process

import (
	"os/exec"
	"runtime"
	"sync"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

// tree is a program with all that descends from it.
type tree struct {
	group
	dir  string
	seen map[process]bool // what descends from it
}

// adopt makes this process the parent of whatever loses its own below it.
var adopt = sync.OnceValue(func() error { return unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) })

// leaders are the programs that run now.
var leaders = struct {
	sync.Mutex
	pids map[int]bool
}{pids: map[int]bool{}}

// start starts a program in a group of its own. It is killed should this process
// end without having done so: the system ties that to the thread that started
// it, which is kept for as long.
func start(cmd *exec.Cmd, dir string) (*tree, error) {
	if err := adopt(); err != nil {
		return nil, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true, Pdeathsig: syscall.SIGKILL}
	t := &tree{group: group{cmd, make(chan struct{})}, dir: dir, seen: map[process]bool{}}
	begun := make(chan error)
	go func() {
		runtime.LockOSThread()
		defer runtime.UnlockOSThread()
		leaders.Lock() // nobody may take the program for a stray before it is known
		err := cmd.Start()
		if err == nil {
			leaders.pids[cmd.Process.Pid] = true
		}
		leaders.Unlock()
		begun <- err
		if err != nil {
			return
		}
		// It is left a zombie, so that its number and its group's are nobody else's
		// while they are sent signals.
		for unix.Waitid(unix.P_PID, cmd.Process.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil) == unix.EINTR {
		}
		close(t.ended)
	}()
	return t, <-begun
}

// ask tells all of the group to end.
func (t *tree) ask() {
	t.look()
	t.signal(syscall.SIGTERM)
}

// look takes down what descends from the program.
func (t *tree) look() {
	for _, p := range below(t.cmd.Process.Pid) {
		t.seen[p.alive()] = true
	}
}

// kill ends by force the group, and what descends from the program outside it.
func (t *tree) kill() {
	select {
	case <-t.ended: // what is left below it is ours, and is swept
	default:
		t.look()
	}
	for p := range t.seen {
		p.kill()
	}
	t.signal(syscall.SIGKILL)
}

// wait is how the program ended. The system's list of children passes over some
// where others are taken off it meanwhile, so that is done while nobody reads it.
func (t *tree) wait() error {
	leaders.Lock()
	defer leaders.Unlock()
	return t.cmd.Wait()
}

// rounds is how often what was left behind is looked for. A program that begins
// others faster than they can be ended is given up on then.
const rounds = 200

// sweep ends what was left behind by a program that has ended.
func (t *tree) sweep() {
	leaders.Lock()
	defer leaders.Unlock()
	delete(leaders.pids, t.cmd.Process.Pid)
	for range rounds {
		if !t.strays(len(leaders.pids) == 0) {
			return
		}
		time.Sleep(time.Millisecond) // what was killed takes a moment to end
	}
}
