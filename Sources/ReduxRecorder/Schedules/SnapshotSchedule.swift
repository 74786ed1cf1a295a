/// Decides when to write a snapshot.
///
/// One is due when the records since the last have as many bytes, so snapshots never take more than half of the
/// journal. With slow reducers, one is due earlier: when replaying the actions would take longer than reading the
/// state.
///
/// The size of a state isn't known in advance, so an attempt that exceeds the budget is aborted, and each further
/// attempt waits for more records. Aborted attempts thus cost no more than the written snapshots.
///
/// After a state that no replay can rebuild, a snapshot is due at once. If many actions lead to such states, these snapshots
/// also take no more than the records, beyond an allowance.
struct SnapshotSchedule {
  /// The maximum microseconds for encoding a snapshot.
  let budget: Int

  private var bytes = 0
  private var reducing = 0
  private var lastBytes: Int?
  private var lastEncoding: Int?
  /// The bytes of records before the next attempt, after one took too long.
  private var retryBytes = 0
  /// Whether a state since the last snapshot can't be rebuilt.
  private var isUnprovable = false
  /// The bytes that snapshots after such states may take.
  private var allowance = SnapshotSchedule.firstAllowance

  /// Replaying fewer bytes takes no noticeable time, and each snapshot costs time in a full verification.
  private static let leastBytes = 64 << 10
  /// The bytes of snapshots after states that can't be rebuilt, beyond those of the records.
  private static let firstAllowance = 1 << 20
  /// The estimated time to read a state, as a multiple of the time to write it.
  private static let restoringFactor = 2

  init(budget: Duration) {
    self.budget = Int(min(budget / .microseconds(1), 1e15))
  }

  /// Notes a recorded action, and the microseconds of its reducer.
  mutating func noteAction(bytes: Int, reducing: Int) {
    self.bytes += bytes
    allowance += bytes
    self.reducing += reducing
  }

  /// Notes that the last action led to a state that no replay can rebuild.
  mutating func noteUnprovable() { isUnprovable = true }

  /// Notes a written snapshot, and the microseconds of its encoding.
  mutating func noteSnapshot(bytes: Int, encoding: Int) {
    if isUnprovable { allowance -= bytes }
    isUnprovable = false
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
    isUnprovable = false
    bytes = 0
    reducing = 0
  }

  var isDue: Bool {
    guard budget > 0, bytes >= retryBytes else { return false }
    let size = max(lastBytes ?? 0, SnapshotSchedule.leastBytes)
    if bytes >= size || isUnprovable && allowance >= lastBytes ?? 0 { return true }
    guard let lastEncoding else { return false }
    return bytes >= size / 16 && reducing > lastEncoding * SnapshotSchedule.restoringFactor + 1000
  }
}
