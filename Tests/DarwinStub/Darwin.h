// What SystemSupport calls of Apple's C library, with the types that macOS's man pages and headers document.
// Only declarations: `.ci/apple` type checks the sources against them on Linux.

typedef char int8_t;
typedef short int16_t;
typedef unsigned char uint8_t;
typedef unsigned short uint16_t;
typedef unsigned int uint32_t;
typedef unsigned long long uint64_t;
typedef unsigned long size_t;
typedef long ssize_t;
typedef long time_t;
typedef long long off_t;
typedef int pid_t;
typedef unsigned int uid_t;
typedef unsigned int gid_t;
typedef int dev_t;
typedef uint64_t ino_t;
typedef uint16_t mode_t;
typedef uint16_t nlink_t;
typedef uint64_t rlim_t;
typedef uint32_t sigset_t;
typedef unsigned int nfds_t;
typedef unsigned int fsblkcnt_t;
typedef void (*sig_t)(int);

struct timespec { time_t tv_sec; long tv_nsec; };
struct tm { int tm_sec, tm_min, tm_hour, tm_mday, tm_mon, tm_year, tm_wday, tm_yday, tm_isdst; long tm_gmtoff; char *tm_zone; };

typedef enum {
  _CLOCK_REALTIME = 0,
  _CLOCK_MONOTONIC_RAW = 4,
} clockid_t;
int clock_gettime(clockid_t clock, struct timespec *time);
struct tm *localtime_r(const time_t *time, struct tm *parts);
int nanosleep(const struct timespec *time, struct timespec *rest);

// unistd.h, fcntl.h, sys/stat.h
#define O_RDONLY 0x0000
#define O_WRONLY 0x0001
#define O_RDWR 0x0002
#define O_NONBLOCK 0x0004
#define O_APPEND 0x0008
#define O_NOFOLLOW 0x0100
#define O_CREAT 0x0200
#define O_EXCL 0x0800
#define O_NOCTTY 0x20000
#define O_DIRECTORY 0x100000
#define O_CLOEXEC 0x1000000
#define F_GETFD 1
#define F_SETFD 2
#define F_GETFL 3
#define F_SETFL 4
#define F_FULLFSYNC 51
#define FD_CLOEXEC 1
#define F_OK 0
#define X_OK (1 << 0)
#define LOCK_SH 0x01
#define LOCK_EX 0x02
#define LOCK_NB 0x04
#define LOCK_UN 0x08
struct stat {
  dev_t st_dev;
  mode_t st_mode;
  nlink_t st_nlink;
  ino_t st_ino;
  uid_t st_uid;
  gid_t st_gid;
  dev_t st_rdev;
  struct timespec st_atimespec, st_mtimespec, st_ctimespec, st_birthtimespec;
  off_t st_size;
};
int stat(const char *path, struct stat *status);
int lstat(const char *path, struct stat *status);
int fstat(int descriptor, struct stat *status);
int access(const char *path, int mode);
int chmod(const char *path, mode_t mode);
int fchmod(int descriptor, mode_t mode);
int mkdir(const char *path, mode_t mode);
int unlink(const char *path);
int link(const char *path, const char *other);
int rename(const char *path, const char *other);
int rmdir(const char *path);
int close(int descriptor);
int pipe(int ends[2]);
ssize_t read(int descriptor, void *bytes, size_t count);
ssize_t write(int descriptor, const void *bytes, size_t count);
ssize_t pread(int descriptor, void *bytes, size_t count, off_t offset);
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset);
int ftruncate(int descriptor, off_t length);
int fsync(int descriptor);
int flock(int descriptor, int operation);
int isatty(int descriptor);
uid_t geteuid(void);
int grantpt(int descriptor);
int unlockpt(int descriptor);
char *ptsname(int descriptor);
int mkstemp(char *template);
char *mkdtemp(char *template);
#define _SC_NPROCESSORS_ONLN 58
long sysconf(int name);
void _exit(int status) __attribute__((noreturn));
void exit(int status) __attribute__((noreturn));
int unsetenv(const char *name);
char *realpath(const char *path, char *resolved);
int execve(const char *path, char *const arguments[], char *const variables[]);

// dirent.h
typedef struct { int __dd_fd; } DIR;
struct dirent { uint64_t d_ino; uint16_t d_reclen, d_namlen; uint8_t d_type; char d_name[1024]; };
DIR *opendir(const char *path);
struct dirent *readdir(DIR *folder);
int closedir(DIR *folder);

// errno.h
#define EPERM 1
#define ENOENT 2
#define EINTR 4
#define ENXIO 6
#define EACCES 13
#define EEXIST 17
#define ENOTDIR 20
#define EISDIR 21
#define EINVAL 22
#define EFBIG 27
#define EMLINK 31
#define EPIPE 32
#define EAGAIN 35
#define EWOULDBLOCK 35
#define EINPROGRESS 36
#define ENOTSUP 45
#define ECONNABORTED 53
#define ECONNRESET 54
#define ELOOP 62
#define ENOSYS 78
#define EOPNOTSUPP 102
char *strerror(int number);

// sys/socket.h, netinet/in.h, netinet/tcp.h
#define AF_INET 2
#define SOCK_STREAM 1
#define SOL_SOCKET 0xffff
#define SO_REUSEADDR 0x0004
#define SO_NOSIGPIPE 0x1022
#define IPPROTO_TCP 6
#define TCP_NODELAY 0x01
typedef uint8_t sa_family_t;
typedef uint16_t in_port_t;
typedef uint32_t socklen_t;
struct sockaddr { uint8_t sa_len; sa_family_t sa_family; char sa_data[14]; };
struct in_addr { uint32_t s_addr; };
struct sockaddr_in { uint8_t sin_len; sa_family_t sin_family; in_port_t sin_port; struct in_addr sin_addr; char sin_zero[8]; };
int socket(int domain, int type, int protocol);
int setsockopt(int descriptor, int level, int name, const void *value, socklen_t size);
int bind(int descriptor, const struct sockaddr *address, socklen_t size);
int listen(int descriptor, int backlog);
int accept(int descriptor, struct sockaddr *address, socklen_t *size);
int connect(int descriptor, const struct sockaddr *address, socklen_t size);
int getsockname(int descriptor, struct sockaddr *address, socklen_t *size);
ssize_t recv(int descriptor, void *bytes, size_t count, int flags);
ssize_t send(int descriptor, const void *bytes, size_t count, int flags);

// stdio.h, stdlib.h, string.h
typedef struct { int _file; } FILE;
FILE *fopen(const char *path, const char *mode);
int fclose(FILE *file);
char *fgets(char *line, int size, FILE *file);
void *malloc(size_t size);
void free(void *bytes);
char *strdup(const char *text);
char *getenv(const char *name);
void *memchr(const void *bytes, int byte, size_t count);
int memcmp(const void *left, const void *right, size_t count);

// sys/mman.h, sys/resource.h, sys/statvfs.h
#define PROT_READ 0x01
#define PROT_WRITE 0x02
#define MAP_SHARED 0x0001
#define MAP_PRIVATE 0x0002
#define MAP_ANONYMOUS 0x1000
void *mmap(void *address, size_t count, int protection, int flags, int descriptor, off_t offset);
int munmap(void *address, size_t count);
#define RLIMIT_FSIZE 1
#define RLIMIT_CORE 4
struct rlimit { rlim_t rlim_cur, rlim_max; };
int getrlimit(int resource, struct rlimit *limit);
int setrlimit(int resource, const struct rlimit *limit);
struct statvfs { unsigned long f_bsize, f_frsize; fsblkcnt_t f_blocks, f_bfree, f_bavail; };
int statvfs(const char *path, struct statvfs *status);

// sys/ioctl.h, poll.h
struct winsize { unsigned short ws_row, ws_col, ws_xpixel, ws_ypixel; };
#define POLLIN 0x0001
#define POLLOUT 0x0004
#define POLLERR 0x0008
#define POLLHUP 0x0010
#define POLLNVAL 0x0020
struct pollfd { int fd; short events, revents; };
int poll(struct pollfd *requests, nfds_t count, int timeout);

// termios.h
typedef unsigned long tcflag_t;
typedef unsigned char cc_t;
typedef unsigned long speed_t;
struct termios { tcflag_t c_iflag, c_oflag, c_cflag, c_lflag; cc_t c_cc[20]; speed_t c_ispeed, c_ospeed; };
#define TCSANOW 0
#define TCSADRAIN 1
int tcgetattr(int descriptor, struct termios *modes);
int tcsetattr(int descriptor, int actions, const struct termios *modes);
void cfmakeraw(struct termios *modes);

// signal.h
#define SIGHUP 1
#define SIGINT 2
#define SIGQUIT 3
#define SIGILL 4
#define SIGTRAP 5
#define SIGABRT 6
#define SIGFPE 8
#define SIGKILL 9
#define SIGBUS 10
#define SIGSEGV 11
#define SIGPIPE 13
#define SIGTERM 15
#define SIGTSTP 18
#define SIGCONT 19
#define SIGXFSZ 25
#define SIGWINCH 28
#define SA_ONSTACK 0x0001
#define SA_RESTART 0x0002
#define SA_RESETHAND 0x0004
#define SA_NODEFER 0x0010
#define SIG_BLOCK 1
#define SIG_UNBLOCK 2
#define SIG_SETMASK 3
union __sigaction_u { void (*__sa_handler)(int); };
struct sigaction { union __sigaction_u __sigaction_u; sigset_t sa_mask; int sa_flags; };
typedef struct { void *ss_sp; size_t ss_size; int ss_flags; } stack_t;
int sigaction(int signal, const struct sigaction *action, struct sigaction *old);
int sigaltstack(const stack_t *stack, stack_t *old);
sig_t signal(int signal, sig_t handler);
int sigemptyset(sigset_t *signals);
int sigaddset(sigset_t *signals, int signal);
int sigismember(const sigset_t *signals, int signal);
int sigpending(sigset_t *signals);
int sigwait(const sigset_t *signals, int *signal);
int pthread_sigmask(int how, const sigset_t *signals, sigset_t *old);
int kill(pid_t process, int signal);
pid_t getpid(void);
int raise(int signal);
int usleep(unsigned int microseconds);

// pthread.h, spawn.h, sys/wait.h
typedef struct _opaque_pthread_t { long __sig; } *pthread_t;
typedef struct { long __sig; } pthread_attr_t;
pthread_t _Nonnull pthread_self(void);
int pthread_detach(pthread_t _Nonnull thread);
void *_Nonnull pthread_get_stackaddr_np(pthread_t _Nonnull thread);
size_t pthread_get_stacksize_np(pthread_t _Nonnull thread);
int pthread_create(pthread_t _Nullable *_Nonnull thread, const pthread_attr_t *_Nullable attributes,
                   void *_Nullable (*_Nonnull body)(void *_Nonnull), void *_Nullable argument);
typedef unsigned long pthread_key_t;
int pthread_key_create(pthread_key_t *_Nonnull key, void (*_Nullable destructor)(void *_Nonnull));
void *_Nullable pthread_getspecific(pthread_key_t key);
int pthread_setspecific(pthread_key_t key, const void *_Nullable value);
typedef void *posix_spawnattr_t;
typedef void *posix_spawn_file_actions_t;
#define POSIX_SPAWN_SETPGROUP 0x0002
#define POSIX_SPAWN_SETSIGDEF 0x0004
#define POSIX_SPAWN_SETSIGMASK 0x0008
int posix_spawnp(pid_t *process, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[], char *const variables[]);
int posix_spawn_file_actions_init(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_destroy(posix_spawn_file_actions_t *actions);
int posix_spawn_file_actions_adddup2(posix_spawn_file_actions_t *actions, int descriptor, int target);
int posix_spawn_file_actions_addinherit_np(posix_spawn_file_actions_t *actions, int descriptor);
int posix_spawnattr_init(posix_spawnattr_t *attributes);
int posix_spawnattr_destroy(posix_spawnattr_t *attributes);
int posix_spawnattr_setflags(posix_spawnattr_t *attributes, short flags);
int posix_spawnattr_setsigmask(posix_spawnattr_t *attributes, const sigset_t *signals);
int posix_spawnattr_setsigdefault(posix_spawnattr_t *attributes, const sigset_t *signals);
pid_t waitpid(pid_t process, int *status, int options);

// Images and symbols.
#define RTLD_NOW 0x2
void *dlopen(const char *path, int mode);
void *dlsym(void *handle, const char *symbol);
char *strrchr(const char *text, int character);
