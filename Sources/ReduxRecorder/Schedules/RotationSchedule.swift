/// Decides when a segment of a journal is complete, and what is kept of those before it.
///
/// Of the five segments for which there is room the newest takes one, and dropping the oldest when it is begun leaves
/// three: each ends with a record that no longer fits in its fifth.
struct RotationSchedule {
  private static let segmentCount = 5

  /// How many bytes all segments may take; `nil` for any number.
  private let bytes: Int?
  /// How many microseconds a segment is kept after it was completed; `nil` for ever.
  let age: Int?

  /// How many bytes the state has in the journal.
  private var stateBytes = 0
  /// When the segment was begun, in microseconds since the session's start; an earlier session may have done that.
  private var began: Int
  /// Until the segment has so many bytes, none is tried again.
  private var waiting = 0
  /// When a segment was begun last because an fsync had failed, and how long the next one waits after that.
  private var rescue: (at: Int, wait: Int)?

  init(_ retention: Retention?, began: Int = 0) {
    self.began = began
    bytes = retention?.bytes.map { max(0, $0) }
    age = retention?.age.map { Int(min(max(0, $0 / .microseconds(1)), 1e15)) }
  }

  /// How many bytes a segment may have.
  private var share: Int? {
    bytes.map { max($0 / RotationSchedule.segmentCount, leastBytes) }
  }

  /// A segment whose start is more than half of it says less than it costs.
  private var leastBytes: Int { 2 * (stateBytes + RotationSchedule.headerBytes) }
  /// What a header takes, and the line of a state beside the state.
  private static let headerBytes = 1 << 10

  /// What the complete segments and the newest may have together, and how much of that is the newest's.
  var kept: (bytes: Int, newest: Int) {
    guard let share else { return (.max, 0) }
    return (max(bytes ?? 0, share * RotationSchedule.segmentCount), share)
  }

  /// Whether the segment is complete: it has its share of the bytes, or of the time.
  func isDue(bytes: Int, at now: Int) -> Bool {
    guard bytes >= waiting else { return false }
    if let share, bytes >= share { return true }
    return hasShares(1, ofTimeAt: now, bytes: bytes)
  }

  /// Whether the segment has so much more than its share that the next state is written at any cost.
  func isOverdue(bytes: Int, at now: Int) -> Bool {
    if let share, bytes >= 2 * share { return true }
    return hasShares(2, ofTimeAt: now, bytes: bytes)
  }

  private func hasShares(_ count: Int, ofTimeAt now: Int, bytes: Int) -> Bool {
    guard let age else { return false }
    // Where nothing else has been written than what a segment starts with, the next would be no different.
    return now - began > count * (age / RotationSchedule.segmentCount) && bytes > leastBytes
  }

  /// Whether a segment may be begun because an fsync has failed. On a disk that goes on failing each would hold an action.
  func mayRescue(at now: Int) -> Bool {
    guard let rescue else { return true }
    return now - rescue.at >= rescue.wait
  }

  /// Notes an attempt to begin a segment because an fsync had failed.
  ///
  /// The next one waits for a second, and twice as long each time, up to a minute, unless the last was ten minutes ago. Where
  /// it failed for another reason than fsyncs, as that there was no room, it is tried again every second.
  mutating func noteRescue(at now: Int, isSynchronizing: Bool) {
    let second = 1_000_000
    let last = rescue.flatMap { now - $0.at < 600 * second ? $0.wait : nil } ?? 0
    rescue = (now, isSynchronizing ? min(max(2 * last, second), 60 * second) : max(last, second))
  }

  /// Notes how large the state was when it was last written.
  mutating func noteState(bytes: Int) { stateBytes = bytes }

  /// Notes that a segment was begun.
  mutating func noteSegment(at now: Int) {
    began = now
    waiting = 0
  }

  /// Notes that none could be begun when the segment had so many bytes.
  mutating func noteFailure(bytes: Int) {
    waiting = bytes + max(bytes / RotationSchedule.segmentCount, 1)
  }
}
