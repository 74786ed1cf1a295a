import ReduxJournal
import StateTree

/// Actions: written ahead, completed, given up.
extension RecorderCore {
  /// Writes an action down before its reducer runs.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - state: The state before it; `nil` where the store has none yet.
  ///   - site: Where in the code it was dispatched, if that is known.
  /// - Returns: The ticket with which to finish it; `nil` if there is nothing to finish.
  mutating func begin<Action>(_ action: Action, from state: (some Encodable)?, site: String?) -> Int? {
    let json = encode(action)
    let name = ActionName(of: action, json: json.bytes)
    if var open {
      report(.overlapping(type: name.label), once: "overlapping")
      open.isOverlapped = open.isOverlapped || open.thread != Platform.currentThread()
      self.open = open
      return nil
    }
    if let state {
      resume(from: state)
      start(state)
    }
    tickets += 1
    open = OpenAction(
      ticket: tickets, type: name.label, thread: Platform.currentThread(), offset: writer?.offset ?? 0, began: 0,
      isWritten: false)
    switch phase {
    case .recording:
      let head = ActionHead(
        at: elapsed(), type: name.label, swiftType: name.swiftType, site: site,
        replayability: json.replayability, action: json.bytes)
      do {
        try checkFile()
        try writer?.beginAction(head)
        open?.isWritten = true
      } catch {
        fail(error, missing: 1)
      }
    case .outage(let missing, let why): phase = .outage(missing: missing + 1, why: why)
    case .waitingForState, .off: break
    }
    open?.began = elapsed()
    return tickets
  }

  mutating func encode<Action>(
    _ action: Action
  ) -> (bytes: [UInt8], replayability: ActionRecord.Replayability) {
    if let encodable = action as? any Encodable {
      do {
        let bytes = try StateEncoder().encode(encodable)
        return (bytes, action is any Decodable ? .replayable : .inspectOnly)
      } catch {
        let type = TypeName.of(Swift.type(of: action as Any))
        report(.action(type: type, reason: error.explanation), once: "action \(type)")
      }
    }
    var bytes = Array(#"{"$opaque":"#.utf8)
    appendJSONString(TypeName.of(Swift.type(of: action as Any)), to: &bytes)
    bytes.append(UInt8(ascii: "}"))
    return (bytes, .opaque)
  }

  /// Writes down what the reducer made of an action.
  mutating func finish(_ ticket: Int, _ state: some Encodable, error: (any Error)?) {
    guard let action = open, action.ticket == ticket else { return }
    let reducing = max(0, elapsed() - action.began)
    open = nil
    switch phase {
    case .waitingForState: start(state)
    case .recording where action.isWritten: complete(action, state, error: error, reducing: reducing)
    case .recording, .outage, .off: break
    }
    if action.isOverlapped { loseSight(missing: 1, why: "two actions were reduced at the same time") }
    writeWaitingMarks()
  }

  mutating func checkFile() throws(JournalError) {
    let now = elapsed()
    guard now - lastCheck >= RecorderCore.checkInterval else { return }
    lastCheck = now
    try writer?.flush()
  }

  mutating func complete(
    _ action: OpenAction, _ state: some Encodable, error: (any Error)?, reducing: Int
  ) {
    guard let writer else { return }
    var outcome = ActionOutcome(
      hash: nil, error: error.map { String(describing: $0) }, reducerMicroseconds: reducing)
    do {
      let next = try StateEncoder().outline(state)
      outcome.hash = next.hash
      if let outline {
        outcome.changed = next.changes(since: outline).map {
          ChangedMember(pointer: $0.pointer, short: $0.hash?.short)
        }
      }
      outline = next
    } catch {
      outcome.unhashed = error.explanation
      outline = nil
      report(.state(reason: error.explanation), once: "state")
    }
    lastHash = outcome.hash
    do {
      try writer.finishAction(outcome)
    } catch {
      // The line is whole, and the writer keeps it until the disk takes it.
      return fail(error, missing: 0)
    }
    schedule.noteAction(bytes: writer.offset - action.offset, reducing: .microseconds(reducing))
    snapshotIfDue(state)
  }

  mutating func snapshotIfDue(_ state: some Encodable) {
    guard schedule.isDue, let hash = outline?.hash else { return }
    do {
      try writeSnapshot(state, hash: hash, setsState: false)
    } catch {
      schedule.noteFailure()
      if let error = error as? JournalError, RecorderCore.isRefusal(error) { return }
      fail(error, missing: 0)
    }
  }

  /// Completes an action that nobody will finish.
  mutating func abandon(_ ticket: Int) {
    guard let action = open, action.ticket == ticket else { return }
    open = nil
    report(.unfinished(type: action.type), once: "unfinished")
    guard case .recording = phase, action.isWritten else { return }
    do {
      try writer?.abandonAction()
      loseSight(missing: 0, why: "an action was begun and never finished")
    } catch {
      fail(error, missing: 1)
    }
  }
}
