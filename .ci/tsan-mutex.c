// Tells the thread sanitizer of the locks that it can't see.
//
// Locking a `Mutex` is inlined into the program, where the sanitizer sees it. Where somebody else holds it, the rest is
// done inside libswiftSynchronization, which is not instrumented, so that what the lock protects would be reported as a
// race; so with letting go of a lock that somebody waits for. These functions take the place of the library's, call
// them, and say what happened.
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdbool.h>
#include <stdint.h>

#define SWIFTCALL __attribute__((swiftcall))
#define SELF __attribute__((swift_context))

extern void __tsan_acquire(void *address);
extern void __tsan_release(void *address);

// Synchronization._MutexHandle._lockSlow(UInt32) -> ()
#define LOCK "$s15Synchronization12_MutexHandleV9_lockSlowyys6UInt32VF"
// Synchronization._MutexHandle._tryLockSlow() -> Bool
#define TRY_LOCK "$s15Synchronization12_MutexHandleV12_tryLockSlowSbyF"
// Synchronization._MutexHandle._unlockSlow() -> ()
#define UNLOCK "$s15Synchronization12_MutexHandleV11_unlockSlowyyF"

SWIFTCALL void lockSlow(uint32_t state, SELF void *handle) __asm__(LOCK);
SWIFTCALL bool tryLockSlow(SELF void *handle) __asm__(TRY_LOCK);
SWIFTCALL void unlockSlow(SELF void *handle) __asm__(UNLOCK);

SWIFTCALL void lockSlow(uint32_t state, SELF void *handle) {
  SWIFTCALL void (*lock)(uint32_t, SELF void *) = dlsym(RTLD_NEXT, LOCK);
  lock(state, handle);
  __tsan_acquire(handle);
}

SWIFTCALL bool tryLockSlow(SELF void *handle) {
  SWIFTCALL bool (*tryLock)(SELF void *) = dlsym(RTLD_NEXT, TRY_LOCK);
  bool isLocked = tryLock(handle);
  if (isLocked) __tsan_acquire(handle);
  return isLocked;
}

SWIFTCALL void unlockSlow(SELF void *handle) {
  SWIFTCALL void (*unlock)(SELF void *) = dlsym(RTLD_NEXT, UNLOCK);
  __tsan_release(handle);
  unlock(handle);
}
