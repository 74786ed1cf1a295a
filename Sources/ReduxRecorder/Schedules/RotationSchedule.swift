/// Decides when a journal's segment is complete, and which earlier segments to keep.
///
/// A segment is complete when it exceeds a fifth of the limit. Starting the next drops the oldest ones until three are
/// left, because each is larger than a fifth by its last record.
struct RotationSchedule {
  private static let segmentCount = 5

  /// The maximum bytes of all segments; `nil` for no limit.
  private let bytes: Int?
  /// The microseconds for which a complete segment is kept; `nil` for no limit.
  let age: Int?

  /// The length of the last written state.
  private var stateBytes = 0
  /// The segment's start in microseconds since the session's start; negative if an earlier session started it.
  private var began: Int
  /// The segment's length at which to retry after a failure.
  private var retryBytes = 0
  /// The last start of a segment after a failed fsync, and the wait before the next one.
  private var replacement: (at: Int, wait: Int)?

  init(_ retention: Retention?, began: Int = 0) {
    self.began = began
    bytes = retention?.bytes.map { max(0, $0) }
    age = retention?.age.map { Int(min(max(0, $0 / .microseconds(1)), 1e15)) }
  }

  /// The maximum bytes of a segment; `nil` for no limit.
  private var share: Int? {
    bytes.map { max($0 / RotationSchedule.segmentCount, leastBytes) }
  }

  /// The minimum length of a segment, so that its start takes at most half of it.
  private var leastBytes: Int { 2 * (stateBytes + RotationSchedule.headerBytes) }
  /// The bytes of a header, and of a state's line without the state.
  private static let headerBytes = 1 << 10

  /// The bytes for all segments, and the part of them reserved for the newest.
  var kept: (bytes: Int, newest: Int) {
    guard let share else { return (.max, 0) }
    return (max(bytes ?? 0, share * RotationSchedule.segmentCount), share)
  }

  /// Whether the segment has reached its share of the bytes or of the time.
  func isDue(bytes: Int, at now: Int) -> Bool {
    guard bytes >= retryBytes else { return false }
    if let share, bytes >= share { return true }
    return hasShares(1, ofTimeAt: now, bytes: bytes)
  }

  /// Whether the segment has twice its share. The next then starts even if the state takes long to encode.
  func isOverdue(bytes: Int, at now: Int) -> Bool {
    if let share, bytes >= 2 * share { return true }
    return hasShares(2, ofTimeAt: now, bytes: bytes)
  }

  private func hasShares(_ count: Int, ofTimeAt now: Int, bytes: Int) -> Bool {
    guard let age else { return false }
    // Replacing a segment with nothing but its start gains nothing.
    return now - began > count * (age / RotationSchedule.segmentCount) && bytes > leastBytes
  }

  /// Whether a failed fsync may start a segment now. Without a wait, a failing disk would get a segment per action.
  func mayReplace(at now: Int) -> Bool {
    guard let replacement else { return true }
    return now - replacement.at >= replacement.wait
  }

  /// Notes an attempt to start a segment after a failed fsync.
  ///
  /// The next attempt waits one second. The wait doubles each time up to a minute, and starts over after ten minutes
  /// without an attempt. It doesn't double if the attempt failed for another reason than an fsync, such as a full disk.
  mutating func noteReplacement(at now: Int, isSynchronizing: Bool) {
    let second = 1_000_000
    let last = replacement.flatMap { now - $0.at < 600 * second ? $0.wait : nil } ?? 0
    replacement = (now, isSynchronizing ? min(max(2 * last, second), 60 * second) : max(last, second))
  }

  /// Notes the length of a written state.
  mutating func noteState(bytes: Int) { stateBytes = bytes }

  /// Notes the start of a segment.
  mutating func noteSegment(at now: Int) {
    began = now
    retryBytes = 0
  }

  /// Notes that no new segment could be started at this length of the current one.
  mutating func noteFailure(bytes: Int) {
    retryBytes = bytes + max(bytes / RotationSchedule.segmentCount, 1)
  }
}
