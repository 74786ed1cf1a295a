import ReduxJournal
import StateCoding

/// Records other than actions, and the end of the session.
extension RecorderCore {
  /// Writes a rewind to an earlier state, and returns the new seq.
  mutating func rewind(to seq: Int, _ state: some Encodable) throws -> Int {
    guard case .recording = phase, let writer, open == nil else { throw unavailable }
    let outline = try outline(of: state)
    secrets.changes(to: session.redactedPlaces)
    let hash = try writtenHash(outline, of: state)
    // Write the state if an older segment holds it, because that may be dropped. Self-contained journals need it too:
    // actions of an earlier session may have no patches.
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
      // A rewind with its state is two records; the first may be written.
      if writesState || (error as? JournalError).map(RecorderCore.isRefusal) != true {
        // The writer may still write the rewind, although the store doesn't perform it.
        lastHash = nil
        fail(error, missing: 0)
      }
      throw error
    }
    setRecording(outline)
    return writer.seq
  }

  /// Names the latest state, or the next one while a reducer runs or nothing can be written.
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

  /// Hands all records to the kernel, and on request synchronizes them to disk.
  mutating func flush(toDisk: Bool) throws(JournalError) {
    guard let writer else { return }
    let wasStopped = writer.isStopped
    do {
      try writer.flush()
      if toDisk { try writer.synchronize() }
    } catch {
      // If the writer still works, nothing is missing, and only the caller needs the error.
      guard writer.isStopped else { throw error }
      if case .recording = phase {
        // A running action is lost with its half line.
        fail(error, missing: open?.isWritten == true ? 1 : 0)
      } else if !wasStopped {
        noteFurtherFailure(error)
      }
      throw error
    }
  }

  /// The reason why the recorder can't record a rewind, or export its journal, now.
  private var unavailable: RecorderUnavailable {
    switch phase {
    case .waitingForState: RecorderUnavailable(reason: .noState)
    case .paused: RecorderUnavailable(reason: .paused)
    case .outage: RecorderUnavailable(reason: .outage)
    case .recording: RecorderUnavailable(reason: .reducing)
    case .off: RecorderUnavailable(reason: .off)
    }
  }

  /// Hands all records to the kernel, and returns the journal's path and reading options.
  mutating func flushedJournal() throws -> (path: String, options: JournalReader.Options) {
    guard let writer else { throw unavailable }
    try flush(toDisk: false)
    return (writer.path, writer.readingOptions)
  }

  /// Closes the session.
  mutating func close() {
    guard let writer else { return }
    endPause()
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
      // Release the lock anyway; the error was just reported.
      try? writer.close()
    }
  }
}
