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

    /// Limits how large a file may become, and has a write beyond fail instead of ending the process; `nil` takes the limit
    /// away.
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
