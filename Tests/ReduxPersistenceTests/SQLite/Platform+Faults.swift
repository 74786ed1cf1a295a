#if SQLite
  #if canImport(Glibc)
    import Glibc
  #elseif canImport(Musl)
    import Musl
  #else
    import Darwin
  #endif

  extension Platform {
    /// Ends this process as `kill -9` does.
    static func die() -> Never {
      kill(getpid(), SIGKILL)
      while true { pause() }
    }

    /// Limits the size of files: a write beyond it fails instead of ending the process. `nil` removes the limit.
    static func limitFileSize(to byteCount: Int?) {
      signal(SIGXFSZ, SIG_IGN)
      #if canImport(Glibc)
        let resource = __rlimit_resource_t(RLIMIT_FSIZE.rawValue)
      #else
        let resource = RLIMIT_FSIZE
      #endif
      var limit = rlimit()
      getrlimit(resource, &limit)
      limit.rlim_cur = byteCount.map { rlim_t($0) } ?? limit.rlim_max
      setrlimit(resource, &limit)
    }
  }
#endif
