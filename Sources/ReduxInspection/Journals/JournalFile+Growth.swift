package import ReduxJournal

extension JournalFile {
  /// Opens the journal again, because a writer may have added lines or segments, or overwritten a torn line.
  package func reopened(after offset: Int) throws(JournalError) -> (file: JournalFile, offset: Int) {
    let options = JournalReader.Options(maximumLineBytes: maximumLineBytes, key: key)
    let now = try JournalFile(path: path, options: options)
    guard now.journalID == journalID else { throw JournalError(.replaced, path: path) }
    let offset = try now.offset(of: offset, in: self) ?? 0
    guard now.byteCount >= offset else {
      throw JournalError(
        .damaged("the file was cut to \(now.byteCount) bytes after \(offset) were read"), path: path)
    }
    return (now, offset)
  }

  /// A torn last line that no writer will complete; `nil` if the journal may go on.
  package var deadEnd: JournalTail? {
    get throws(JournalError) {
      let tail = try tail
      return if case .torn(let torn) = tail, !torn.beingWritten { tail } else { nil }
    }
  }

  /// The action that led to a state; `nil` if none did.
  package func action(_ seq: Int) throws(JournalError) -> ActionRecord? {
    if case .action(let action)? = try entry(settingSeq: seq)?.record { action } else { nil }
  }

  /// Longer sessions aren't read ahead.
  private static let longestReadAhead = 4 << 20

  /// Whether no action, or no state, can be decoded. O(n) in the bytes.
  package var isForReading: Bool {
    get throws(JournalError) {
      let reader = try entries(fromOffset: 0)
      var (hasActions, decodesActions, decodesStates) = (false, false, false)
      while let entry = try reader.next() {
        switch entry.record {
        case .action(let action):
          hasActions = true
          if action.replayability == .replayable { decodesActions = true }
        case .snapshot(let snapshot):
          if snapshot.holdsWholeState { decodesStates = true }
        default: continue
        }
        if decodesActions, decodesStates { return false }
      }
      return hasActions
    }
  }

  /// Whether all actions in the session of an event were recorded for reading only.
  package func isInspectOnly(sessionOf event: JournalEvent) -> Bool {
    guard let start = try? lastHeader(before: event.offset + event.byteCount).offset,
      let reader = try? entries(fromOffset: start)
    else { return false }
    var hasActions = false
    while let entry = try? reader.next(), entry.offset == start || !entry.startsSession {
      if entry.offset - start > JournalFile.longestReadAhead { return false }
      guard case .action(let action) = entry.record, !action.isOutsideStep else { continue }
      guard action.replayability == .inspectOnly else { return false }
      hasActions = true
    }
    return hasActions
  }
}
