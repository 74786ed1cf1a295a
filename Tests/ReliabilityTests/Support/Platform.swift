import SystemSupport
import TestSupport

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The system calls that only these tests need.
extension Platform {
  static var isRoot: Bool { geteuid() == 0 }

  static let killSignal = SIGKILL
  static let terminationSignal = SIGTERM
  static let interruptSignal = SIGINT

  /// Kills a process group.
  static func killGroup(_ id: Int32) { send(SIGKILL, to: -id) }

  /// Sends a signal to a process.
  static func send(_ signal: Int32, to id: Int32) { _ = kill(id, signal) }

  static func makePipeFile(_ path: String) -> Bool { mkfifo(path, 0o600) == 0 }

  static func truncate(_ path: String, to byteCount: Int) -> Bool { systemTruncate(path, off_t(byteCount)) == 0 }
}

/// A member has the same name and would hide the function.
private func systemTruncate(_ path: String, _ byteCount: off_t) -> Int32 { truncate(path, byteCount) }
