//go:build e2e

package e2e

import (
	"encoding/binary"
	"os"
	"os/exec"
	"syscall"
	"unsafe"
)

const capNetAdmin = 12

// apart gives a command a network of its own, which has nothing in it but a
// loopback that is down. Whoever is not root gets it with a user namespace.
func apart(cmd *exec.Cmd) {
	attr := &syscall.SysProcAttr{Cloneflags: syscall.CLONE_NEWNET, Pdeathsig: syscall.SIGKILL}
	if uid, gid := os.Getuid(), os.Getgid(); uid != 0 {
		attr.Cloneflags |= syscall.CLONE_NEWUSER
		attr.UidMappings = []syscall.SysProcIDMap{{ContainerID: uid, HostID: uid, Size: 1}}
		attr.GidMappings = []syscall.SysProcIDMap{{ContainerID: gid, HostID: gid, Size: 1}}
		attr.AmbientCaps = []uintptr{capNetAdmin}
	}
	cmd.SysProcAttr = attr
}

// raiseLoopback sets the loopback up: a struct ifreq is the name in 16 bytes
// and the flags after it.
func raiseLoopback() error {
	fd, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_DGRAM|syscall.SOCK_CLOEXEC, 0)
	if err != nil {
		return err
	}
	defer syscall.Close(fd)
	var request [40]byte
	copy(request[:], "lo")
	binary.NativeEndian.PutUint16(request[16:], syscall.IFF_UP|syscall.IFF_RUNNING)
	_, _, errno := syscall.Syscall(syscall.SYS_IOCTL, uintptr(fd), syscall.SIOCSIFFLAGS, uintptr(unsafe.Pointer(&request)))
	if errno != 0 {
		return os.NewSyscallError("ioctl", errno)
	}
	return nil
}

// ownersKnown reports whether the files of the system are known to be root's,
// which a user namespace hides.
func ownersKnown() bool {
	var root syscall.Stat_t
	return syscall.Stat("/", &root) == nil && root.Uid == 0
}
