import ReduxJournal
import StateTree

/// Going on in a new segment of the journal: because the last one is complete, or because it can't be trusted.
extension RecorderCore {
  /// Completes the segment, and drops what is more than enough.
  ///
  /// The last action is in the journal already. Where a segment can't be begun, or encoding the state takes longer than the
  /// budget, recording goes on in the one that is there.
  mutating func rotate<State: Encodable>(_ state: State, at now: Int) {
    guard let writer, let outline, lastHash != nil else { return }
    do {
      let limit = rotation.isOverdue(bytes: writer.offset, at: now) ? .max : schedule.budget
      guard let text = try encodedText ?? segmentText(of: state, within: limit) else {
        return rotation.noteFailure(bytes: writer.offset)
      }
      try writer.startSegment(
        JournalWriter.SegmentStart(
          at: elapsed(), state: text.bytes, hash: try writtenHash(outline, of: state), isWhole: isWhole(State.self)))
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

  /// Goes on after a failed fsync: in a new segment that says what is uncertain or missing, and begins with the state as it
  /// is now.
  mutating func startSegment<State: Encodable>(with state: State, missing: Int, why: String) throws {
    guard let writer else { return }
    let outline = try outline(of: state)
    guard let text = try segmentText(of: state, within: .max) else { return }
    let start = JournalWriter.SegmentStart(
      at: elapsed(), state: text.bytes, hash: try writtenHash(outline, of: state), isWhole: isWhole(State.self),
      gap: .init(
        why: "what comes before may not all be on the disk: \(why)", missing: missing > 0 ? missing : nil,
        changedState: missing > 0 || lastHash != outline.hash))
    let segments = writer.segmentsBegun
    do {
      try writer.startSegment(start)
    } catch {
      let isPlaced = writer.segmentsBegun > segments
      rotation.noteRescue(at: elapsed(), isSynchronizing: isPlaced || error.isOfSynchronizing)
      if isPlaced {
        // It has the path and holds the gap, and is as uncertain as the one before.
        phase = .outage(missing: 0, why: why)
        lastHash = outline.hash
      }
      throw error
    }
    rotation.noteRescue(at: elapsed(), isSynchronizing: true)
    noteSnapshot(text)
    rotation.noteSegment(at: elapsed())
    setRecording(outline)
  }

  /// The state with which a segment begins: as JSON, or what stands for it where only names are recorded.
  private mutating func segmentText<State: Encodable>(of state: State, within limit: Int) throws -> StateText? {
    detail == .names ? (RecorderCore.opaque(State.self), 0) : try text(of: state, within: limit)
  }
}

extension JournalError {
  /// Whether an fsync failed, and nothing else.
  fileprivate var isOfSynchronizing: Bool {
    if case .io(let operation, _) = problem { operation.hasPrefix("fsync") } else { false }
  }
}
