/// Decides when a whole state is worth writing: when it makes the way to the next state shorter by as much as it
/// costs, and never where it would stall the app.
///
/// Snapshots are amortised: one is due when the records since the last have as many bytes as it would have, so that
/// they never take more than half of the journal. Where reducers are slow it is due sooner, when folding them again
/// would take longer than reading the state, as long as the journal stays bounded.
///
/// Nobody knows beforehand how large a state has become. So a snapshot is tried, and given up when the budget is spent; after
/// that it takes more and more records until it is tried again, so that trying costs no more than the snapshots that are
/// written.
struct SnapshotSchedule {
  /// How many microseconds encoding a snapshot may take.
  let budget: Int

  private var bytes = 0
  private var reducing = 0
  private var lastBytes: Int?
  private var lastEncoding: Int?
  /// How many bytes of records it takes until a snapshot is tried again, after one took too long.
  private var waiting = 0

  /// The records of fewer bytes are folded again sooner than anybody notices; snapshots in between would only be read
  /// and proven by everything that goes through the whole journal.
  private static let leastBytes = 64 << 10
  /// How much reading a state takes, in the time that writing it took.
  private static let restoringFactor = 2

  init(budget: Duration) {
    self.budget = Int(min(budget / .microseconds(1), 1e15))
  }

  /// Notes an action that was recorded, and the microseconds of its reducer.
  mutating func noteAction(bytes: Int, reducing: Int) {
    self.bytes += bytes
    self.reducing += reducing
  }

  /// Notes a snapshot that was written, and the microseconds of its encoding.
  mutating func noteSnapshot(bytes: Int, encoding: Int) {
    self.bytes = 0
    reducing = 0
    lastBytes = bytes
    lastEncoding = encoding
    if encoding > budget { wait(for: bytes) } else { waiting = 0 }
  }

  /// Notes that encoding a snapshot was given up after so many bytes, because the budget was spent.
  mutating func noteOverrun(bytes: Int) {
    self.bytes = 0
    reducing = 0
    wait(for: bytes)
  }

  private mutating func wait(for bytes: Int) {
    waiting = max(2 * waiting, 4 * bytes)
  }

  /// Notes that a snapshot could not be made; it is not tried again at once.
  mutating func noteFailure() {
    bytes = 0
    reducing = 0
  }

  /// Whether a snapshot is due.
  var isDue: Bool {
    guard budget > 0, bytes >= waiting else { return false }
    let size = max(lastBytes ?? 0, SnapshotSchedule.leastBytes)
    if bytes >= size { return true }
    guard let lastEncoding else { return false }
    return bytes >= size / 16 && reducing > lastEncoding * SnapshotSchedule.restoringFactor + 1000
  }
}
