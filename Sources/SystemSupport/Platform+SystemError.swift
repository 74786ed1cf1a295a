#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Android
#endif

extension Platform {
  /// A system call that failed.
  package struct SystemError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The call, such as `open`.
    package let call: String
    /// The error's number.
    package let code: Int32

    package init(_ call: String, code: Int32 = errno) {
      self.call = call
      self.code = code
    }

    package var isInterruption: Bool { code == EINTR }
    package var isBrokenPipe: Bool { code == EPIPE }
    /// Whether the name is already taken.
    package var isExistence: Bool { code == EEXIST }
    package var isMissing: Bool { code == ENOENT || code == ENOTDIR }
    package var isMissingDevice: Bool { code == ENXIO }
    /// Whether the file system has no hard links.
    package var isMissingHardLinks: Bool { [EPERM, ENOTSUP, EOPNOTSUPP, ENOSYS, EMLINK].contains(code) }
    package var isPermission: Bool { code == EACCES || code == EPERM }
    package var isFolder: Bool { code == EISDIR }
    package var isLink: Bool { code == ELOOP }

    /// The error of a connection that the other side has closed.
    package static var closed: SystemError { SystemError("recv", code: ECONNRESET) }
    /// The error of a write beyond the process's file size limit.
    package static var fileTooLarge: SystemError { SystemError("write", code: EFBIG) }

    /// The system's text for the error.
    package var description: String { strerror(code).map { String(cString: $0) } ?? "error \(code)" }
  }
}
