import ReduxJournal
import StateTree

/// Records that are no actions, and the session's end.
extension RecorderCore {
  /// Writes that an earlier state is taken up again.
  mutating func rewind(to seq: Int, _ state: some Encodable) throws -> Int {
    guard case .recording = phase, let writer, open == nil else { throw RecorderUnavailable() }
    let outline = try outline(of: state)
    let hash = try writtenHash(outline, of: state)
    // What is in an older segment may be dropped, and then nobody could look there for the state; nor may actions of an
    // earlier session tell what they did.
    let writesState = detail != .names && (seq < writer.firstSeq || recordsPatches)
    do {
      if writesState {
        try writer.writeTogether {
          try writer.rewind(at: elapsed(), to: seq, hash: hash)
          try writeSnapshot(state, hash: hash, setsState: false, isNeeded: true)
        }
      } else {
        try writer.rewind(at: elapsed(), to: seq, hash: hash)
      }
    } catch {
      // A rewind with its state is two records, of which the first may be there.
      if writesState || (error as? JournalError).map(RecorderCore.isRefusal) != true {
        // The writer may yet write the rewind, which the store does not do now.
        lastHash = nil
        fail(error, missing: 0)
      }
      throw error
    }
    setRecording(outline)
    return writer.seq
  }

  /// Gives the state that was reached last a name; while a reducer runs or nothing can be written, the state after.
  mutating func mark(_ name: String, text: String?) {
    if case .off = phase { return }
    guard waitingMarks.count < RecorderCore.markLimit else {
      return report(.marks(count: 1), once: "marks")
    }
    waitingMarks.append(Mark(name: name, text: text))
    writeWaitingMarks()
  }

  mutating func writeWaitingMarks() {
    guard !waitingMarks.isEmpty, case .recording = phase, let writer, open == nil else { return }
    let marks = waitingMarks
    waitingMarks = []
    for mark in marks {
      do {
        try writer.mark(at: elapsed(), name: mark.name, text: rules.writesFreeText ? mark.text : nil)
      } catch {
        guard RecorderCore.isRefusal(error) else { return fail(error, missing: 0) }
        failures.append(.journal(error))
      }
    }
  }

  /// Hands over or forces out what is written, as the durability promises.
  mutating func flush(toDisk: Bool) throws(JournalError) {
    guard let writer else { return }
    let wasStopped = writer.isStopped
    do {
      try writer.flush()
      if toDisk { try writer.synchronize() }
    } catch {
      // Where the writer goes on, nothing is missing: only who asked for the disk has to know.
      guard writer.isStopped else { throw error }
      if case .recording = phase {
        // An action whose reducer runs goes with its half line.
        fail(error, missing: open?.isWritten == true ? 1 : 0)
      } else if !wasStopped {
        failFurther(error)
      }
      throw error
    }
  }

  /// Hands over all that was recorded, and tells where it is and how to read it.
  mutating func flushedJournal() throws -> (path: String, options: JournalReader.Options) {
    guard let writer, seq != nil else { throw RecorderUnavailable() }
    try flush(toDisk: false)
    return (writer.path, writer.readingOptions)
  }

  /// Closes the session.
  mutating func close() {
    guard let writer else { return }
    goOn()
    writeWaitingMarks()
    self.writer = nil
    defer {
      if !waitingMarks.isEmpty { failures.append(.marks(count: waitingMarks.count)) }
      waitingMarks = []
      phase = .off
    }
    let wasStopped = writer.isStopped
    do {
      if case .outage(let missing, let why) = phase {
        try writer.recover()
        if missing > 0 || lastHash == nil {
          try writer.gap(at: elapsed(), why: why, missing: missing > 0 ? missing : nil)
        }
      }
      try writer.flush()
      if open == nil { try writer.seal(at: elapsed()) }
      try writer.close()
    } catch {
      // An outage was reported when it began.
      if !wasStopped { failures.append(.journal(error)) }
      // It gives up the lock in any case; why it cannot close in good order was just said.
      try? writer.close()
    }
  }
}
