package process

import (
	"os/exec"
	"syscall"
	"unsafe"

	"golang.org/x/sys/windows"
)

// tree is a program in a job, which all that descends from it belongs to.
type tree struct {
	cmd   *exec.Cmd
	job   windows.Handle
	ended chan struct{} // closed when the program has
	err   error
}

var resume = windows.NewLazySystemDLL("ntdll.dll").NewProc("NtResumeProcess")

// start starts a program in a job of its own. It stands still until it is in
// there, and ends with this process.
func start(cmd *exec.Cmd, _ string) (*tree, error) {
	job, err := windows.CreateJobObject(nil, nil)
	if err != nil {
		return nil, err
	}
	info := windows.JOBOBJECT_EXTENDED_LIMIT_INFORMATION{}
	info.BasicLimitInformation.LimitFlags = windows.JOB_OBJECT_LIMIT_KILL_ON_JOB_CLOSE
	if _, err := windows.SetInformationJobObject(job, windows.JobObjectExtendedLimitInformation, uintptr(unsafe.Pointer(&info)), uint32(unsafe.Sizeof(info))); err != nil {
		windows.CloseHandle(job)
		return nil, err
	}
	cmd.SysProcAttr = &syscall.SysProcAttr{CreationFlags: windows.CREATE_SUSPENDED | windows.CREATE_NEW_PROCESS_GROUP, HideWindow: true}
	if err := cmd.Start(); err != nil {
		windows.CloseHandle(job)
		return nil, err
	}
	t := &tree{cmd: cmd, job: job, ended: make(chan struct{})}
	if err := t.admit(); err != nil {
		cmd.Process.Kill()
		cmd.Wait()
		windows.CloseHandle(job)
		return nil, err
	}
	go func() {
		t.err = cmd.Wait()
		close(t.ended)
	}()
	return t, nil
}

// admit takes the program into its job, and lets it run.
func (t *tree) admit() error {
	h, err := windows.OpenProcess(windows.PROCESS_SET_QUOTA|windows.PROCESS_TERMINATE|windows.PROCESS_SUSPEND_RESUME, false, uint32(t.cmd.Process.Pid))
	if err != nil {
		return err
	}
	defer windows.CloseHandle(h)
	if err := windows.AssignProcessToJobObject(t.job, h); err != nil {
		return err
	}
	if status, _, _ := resume.Call(uintptr(h)); status != 0 {
		return windows.NTStatus(status)
	}
	return nil
}

// ask does nothing: there is no signal that a program without a window obeys.
func (t *tree) ask() {}

// kill ends all that is in the job.
func (t *tree) kill() { windows.TerminateJobObject(t.job, 1) }

// wait is how the program ended.
func (t *tree) wait() error { return t.err }

func (t *tree) sweep() { windows.CloseHandle(t.job) }
