import ReduxJournal
import StateTree

/// Starting a new segment, because the last one is complete or an fsync failed.
extension RecorderCore {
  /// Completes the segment after an action, and drops segments beyond the retention.
  ///
  /// Recording continues in the same segment if the next can't be started or the state takes too long to encode.
  mutating func rotate<State: Encodable>(_ state: State, at now: Int) {
    guard let writer, let outline, lastHash != nil else { return }
    do {
      let limit = rotation.isOverdue(bytes: writer.offset, at: now) ? .max : schedule.budget
      guard let text = try encodedText(of: state) ?? segmentText(of: state, within: limit) else {
        return rotation.noteFailure(bytes: writer.offset)
      }
      try writer.startSegment(
        JournalWriter.SegmentStart(
          at: elapsed(), state: text.bytes, hash: try writtenHash(outline, of: state), isWhole: isWhole(State.self),
          redacted: secrets.start(with: text.places)))
      noteSnapshot(text)
      mustWriteState = false
      rotation.noteSegment(at: now)
      let kept = rotation.kept
      try writer.dropSegments(keeping: kept.bytes, reserved: kept.newest, age: rotation.age)
    } catch {
      rotation.noteFailure(bytes: writer.offset)
      if writer.isStopped { return fail(error, missing: 0) }
      if let error = error as? JournalError { report(.journal(error), once: "segment") }
    }
  }

  /// Starts a new segment after a failed fsync.
  ///
  /// It begins with the current state and a gap that states what is uncertain or missing.
  mutating func startSegment<State: Encodable>(with state: State, missing: Int, why: String) throws {
    guard let writer else { return }
    let outline = try outline(of: state)
    guard let text = try segmentText(of: state, within: .max) else { return }
    let start = JournalWriter.SegmentStart(
      at: elapsed(), state: text.bytes, hash: try writtenHash(outline, of: state), isWhole: isWhole(State.self),
      redacted: secrets.start(with: text.places),
      gap: .init(
        why: "what comes before may not all be on the disk: \(why)", missing: missing > 0 ? missing : nil,
        changedState: missing > 0 || lastHash != outline.hash))
    let segments = writer.segmentsBegun
    do {
      try writer.startSegment(start)
    } catch {
      let isPlaced = writer.segmentsBegun > segments
      rotation.noteReplacement(at: elapsed(), isSynchronizing: isPlaced || error.isOfSynchronizing)
      if isPlaced {
        // The segment is in place and holds the gap, but may not be on the disk either.
        phase = .outage(missing: 0, why: why)
        lastHash = outline.hash
      }
      throw error
    }
    rotation.noteReplacement(at: elapsed(), isSynchronizing: true)
    noteSnapshot(text)
    rotation.noteSegment(at: elapsed())
    setRecording(outline)
  }

  /// The initial state of a segment as JSON, or its placeholder if only names are recorded.
  private mutating func segmentText<State: Encodable>(of state: State, within limit: Int) throws -> StateText? {
    detail == .names ? (RecorderCore.opaque(State.self), [], 0) : try text(of: state, within: limit)
  }
}

extension JournalError {
  /// Whether only an fsync failed.
  fileprivate var isOfSynchronizing: Bool {
    if case .io(let operation, _) = problem { operation.hasPrefix("fsync") } else { false }
  }
}
