/* For LD_PRELOAD: /proc/PID/cgroup without the lines of v1, as a kernel has it that gives its controllers to v2. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdarg.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

static int unified(int from)
{
	char text[4096], *line;
	long length = syscall(SYS_read, from, text, sizeof text - 1);
	int to = syscall(SYS_memfd_create, "cgroup", 0);

	syscall(SYS_close, from);
	text[length > 0 ? length : 0] = 0;
	for (line = text; *line && memcmp(line, "0::", 3); line++)
		while (*line && *line != '\n')
			line++;
	syscall(SYS_write, to, line, text + length - line);
	syscall(SYS_lseek, to, 0, SEEK_SET);
	return to;
}

int open(const char *path, int flags, ...)
{
	va_list rest;
	int mode, file;
	unsigned long length = strlen(path);

	va_start(rest, flags);
	mode = va_arg(rest, int);
	va_end(rest);
	file = syscall(SYS_openat, AT_FDCWD, path, flags, mode);
	if (file >= 0 && !memcmp(path, "/proc/", 6) && length > 7 && !strcmp(path + length - 7, "/cgroup"))
		file = unified(file);
	return file;
}

int open64(const char *path, int flags, ...) __attribute__((alias("open")));
