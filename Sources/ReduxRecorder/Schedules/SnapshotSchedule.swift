/// Decides when to write a snapshot.
///
/// One is due when the records since the last have as many bytes, so snapshots never take more than half of the
/// journal. With slow reducers, one is due earlier: when replaying the actions would take longer than reading the
/// state.
///
/// The size of a state isn't known in advance, so an attempt that exceeds the budget is aborted, and each further
/// attempt waits for more records. Aborted attempts thus cost no more than the written snapshots.
struct SnapshotSchedule {
  /// The maximum microseconds for encoding a snapshot.
  let budget: Int

  private var bytes = 0
  private var reducing = 0
  private var lastBytes: Int?
  private var lastEncoding: Int?
  /// The bytes of records before the next attempt, after one took too long.
  private var retryBytes = 0

  /// Replaying fewer bytes takes no noticeable time, and each snapshot costs time in a full verification.
  private static let leastBytes = 64 << 10
  /// The estimated time to read a state, as a multiple of the time to write it.
  private static let restoringFactor = 2

  init(budget: Duration) {
    self.budget = Int(min(budget / .microseconds(1), 1e15))
  }

  /// Notes a recorded action, and the microseconds of its reducer.
  mutating func noteAction(bytes: Int, reducing: Int) {
    self.bytes += bytes
    self.reducing += reducing
  }

  /// Notes a written snapshot, and the microseconds of its encoding.
  mutating func noteSnapshot(bytes: Int, encoding: Int) {
    self.bytes = 0
    reducing = 0
    lastBytes = bytes
    lastEncoding = encoding
    if encoding > budget { wait(for: bytes) } else { retryBytes = 0 }
  }

  /// Notes that encoding a snapshot exceeded the budget after so many bytes.
  mutating func noteOverrun(bytes: Int) {
    self.bytes = 0
    reducing = 0
    wait(for: bytes)
  }

  private mutating func wait(for bytes: Int) {
    retryBytes = max(2 * retryBytes, 4 * bytes)
  }

  /// Notes a failed snapshot, to delay the next attempt.
  mutating func noteFailure() {
    bytes = 0
    reducing = 0
  }

  var isDue: Bool {
    guard budget > 0, bytes >= retryBytes else { return false }
    let size = max(lastBytes ?? 0, SnapshotSchedule.leastBytes)
    if bytes >= size { return true }
    guard let lastEncoding else { return false }
    return bytes >= size / 16 && reducing > lastEncoding * SnapshotSchedule.restoringFactor + 1000
  }
}
