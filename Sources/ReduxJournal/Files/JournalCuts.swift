import Synchronization
import SystemSupport

/// The places at which a writer has cut its files back after a failure, for a copy that is made meanwhile.
package final class JournalCuts: Sendable {
  private let offsets = Mutex<[Platform.FileIdentity: Int]>([:])

  /// Notes that a file was cut to a number of bytes.
  func note(_ byteCount: Int, of file: Platform.FileIdentity) {
    offsets.withLock { $0[file] = min($0[file] ?? .max, byteCount) }
  }

  /// Returns the least number of bytes to which a file was cut since the last call; `nil` if it wasn't.
  func take(_ file: Platform.FileIdentity) -> Int? { offsets.withLock { $0.removeValue(forKey: file) } }
}
