// Makes calls on files whose path starts with FAULT_FOLDER fail with EIO while the file FAULT_SWITCH
// contains "fsync" (fsync and fdatasync fail) or "read" (pread fails). Preload it into a server:
// LD_PRELOAD=failing-disk.so.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

// Uses system calls to read FAULT_SWITCH, so that no replaced library function is called.
static int fails(const char *fault, int descriptor) {
  const char *path = getenv("FAULT_SWITCH"), *folder = getenv("FAULT_FOLDER");
  if (path == NULL || folder == NULL) return 0;
  char active[16] = {0}, link[64], target[PATH_MAX] = {0};
  int file = syscall(SYS_openat, AT_FDCWD, path, O_RDONLY | O_CLOEXEC);
  if (file < 0) return 0;
  ssize_t length = syscall(SYS_read, file, active, sizeof active - 1);
  syscall(SYS_close, file);
  if (length < 0 || strcmp(active, fault) != 0) return 0;
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  if (readlink(link, target, sizeof target - 1) < 0 || strncmp(target, folder, strlen(folder)) != 0) return 0;
  errno = EIO;
  return 1;
}

int fsync(int descriptor) {
  return fails("fsync", descriptor) ? -1 : (int)syscall(SYS_fsync, descriptor);
}

int fdatasync(int descriptor) {
  return fails("fsync", descriptor) ? -1 : (int)syscall(SYS_fdatasync, descriptor);
}

ssize_t pread64(int descriptor, void *bytes, size_t count, off64_t offset) {
  return fails("read", descriptor) ? -1 : syscall(SYS_pread64, descriptor, bytes, count, offset);
}

ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset) {
  return pread64(descriptor, bytes, count, offset);
}
