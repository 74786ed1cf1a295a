import ReduxJournal
import ReduxScope
import RuntimeLayout
import StateCoding
import StateTree
import SystemSupport

/// Beginning, finishing and abandoning actions.
extension RecorderCore {
  /// Returns the cached facts about an action type.
  mutating func kind<Action>(of type: Action.Type, in slice: String?) -> ActionKind<Action> {
    if let known = kind as? ActionKind<Action>, known.slice == slice { return known }
    let found = ActionKind<Action>(in: slice)
    kind = found
    return found
  }

  /// Records the state before an action if it is the first of the session or after an outage.
  ///
  /// The state may be a projection, so it is evaluated only when needed.
  mutating func catchUp(with state: () -> any Encodable) {
    if isRecording {
      noteOutsideChange(state)
      return noteState(state)
    }
    guard open == nil, !isPaused else { return }
    let state = state()
    resume(from: state)
    start(state)
    noteState { state }
  }

  /// Writes an action before its reducer runs, after the state if the recorder doesn't know it.
  mutating func begin<Action>(
    _ action: Action, _ kind: ActionKind<Action>, in state: () -> any Encodable, site: String?, nests: Bool
  ) -> BegunAction {
    if let slice = kind.slice {
      // The action of another slice didn't change this one.
      if open != nil {
        let known = slices.document
        _ = completeOuter(with: { known })
      }
      let whole = whole(state(), of: slice)
      catchUp(with: { whole })
    } else if !nests || !completeOuter(with: state) {
      catchUp(with: state)
    }
    return begin(action, kind, site: site, nests: nests)
  }

  /// Writes an action before its reducer runs.
  ///
  /// - Parameters:
  ///   - action: The action.
  ///   - kind: The facts about its type.
  ///   - site: The place in the code that dispatched it, if known.
  ///   - nests: Whether an action that begins during another on the same thread is one of its own.
  /// - Returns: The ticket to finish it with, which is `nil` if there is nothing to finish, and the reducer's inputs.
  mutating func begin<Action>(
    _ action: Action, _ kind: ActionKind<Action>, site: String?, nests: Bool
  ) -> BegunAction {
    let inputs = recordsInputs ? ActionInputs.currentOrDrawn() : nil
    return BegunAction(ticket: begin(action, kind, site: site, inputs, nests: nests), inputs: inputs)
  }

  /// Writes an action that changes no state by itself, such as one that starts an effect.
  mutating func note<Action>(_ action: Action, _ kind: ActionKind<Action>, site: String?) {
    guard open == nil else {
      return report(.overlapping(type: name(of: action, in: kind.slice).label), once: "overlapping")
    }
    guard begin(action, kind, site: site, nil, nests: true, isReduced: false) != nil, let action = open.take() else {
      return
    }
    defer { beginPause() }
    guard isRecording, action.isWritten, let writer else { return }
    if let scope = action.scope, let journal { scope.note(seq: writer.seq + 1, in: journal) }
    unchangedSince = unchangedSince ?? writer.seq
    let hash = detail == .names ? nil : lastHash
    let outcome = ActionOutcome(hash: hash, patch: recordsPatches && hash != nil ? Array("[]".utf8) : nil)
    do {
      try writer.finishAction(outcome, from: outline, to: outline)
      if hash != nil { hashedSeq = writer.seq }
      observeAction(outcome, at: writer.seq)
    } catch {
      return fail(error, missing: 0)
    }
    schedule.noteAction(bytes: writer.offset - action.offset, reducing: 0)
  }

  private mutating func begin<Action>(
    _ action: Action, _ kind: ActionKind<Action>, site: String?, _ inputs: ActionInputs?, nests: Bool,
    isReduced: Bool = true
  ) -> Int? {
    if case .off = phase { return nil }
    if isPaused, !isRecording { return beginUnrecorded(action, nests: nests) }
    var (name, replayability) = encode(action, kind)
    if !isReduced, replayability == .replayable { replayability = .inspectOnly }
    var places = session.redactedPlaces
    if detail == .names {
      json.removeAll(keepingCapacity: true)
      appendOpaque(Swift.type(of: action as Any))
      replayability = .opaque
    } else if json.count > maximumActionBytes {
      places = []
      cutAction(to: TypeName.of(Swift.type(of: action as Any)))
      replayability = .opaque
    }
    if open != nil {
      noteOverlap(with: name.label, nests: nests)
      return nil
    }
    tickets += 1
    let scope = DispatchScope.current
    let offset = writer?.offset ?? 0
    var isWritten = false
    switch phase {
    case .recording:
      isWritten = write(name, replayability, site: site, cause: cause(in: scope) ?? outer.last?.seq, inputs, places)
    case .paused, .outage: noteMissing(1)
    case .waitingForState, .off: break
    }
    open = OpenAction(
      ticket: tickets, type: name.label, thread: Platform.currentThread, offset: offset, began: elapsed(),
      isWritten: isWritten, isReplayable: replayability == .replayable, inputs: inputs,
      scope: scope, recordedSeq: kind.slice == nil ? RecordedSeq.claim() : nil)
    return tickets
  }

  /// Begins an action during a pause. It is counted and blocks other actions, but isn't encoded.
  private mutating func beginUnrecorded<Action>(_ action: Action, nests: Bool) -> Int? {
    if open != nil {
      noteOverlap(with: TypeName.of(Swift.type(of: action as Any)), nests: nests)
      return nil
    }
    let type = TypeName.of(Swift.type(of: action as Any))
    noteMissing(1)
    tickets += 1
    open = OpenAction(
      ticket: tickets, type: type, thread: Platform.currentThread, offset: 0, began: 0, isWritten: false)
    return tickets
  }

  /// The seq of the action that caused the next one, if the journal holds it.
  private func cause(in scope: DispatchScope?) -> Int? {
    guard let scope, let writer, let journal, let cause = scope.cause(in: journal), cause <= writer.seq else {
      return nil
    }
    return cause
  }

  /// Notes an action that begins during another and can't be told from it.
  private mutating func noteOverlap(with label: String, nests: Bool) {
    report(.overlapping(type: label), once: "overlapping")
    // Of nested wrapped reducers, the outer one records what both do.
    if nests || open?.thread != Platform.currentThread { open?.overlaps += 1 }
  }

  /// Writes the first half of the encoded action; returns `false` if that fails.
  mutating func write(
    _ name: ActionName, _ replayability: ActionRecord.Replayability, site: String?, cause: Int?,
    _ inputs: ActionInputs?, _ places: [RedactedPlace]
  ) -> Bool {
    let now = elapsed()
    do {
      try checkFile(at: now)
      let head = ActionHead(
        at: now, type: name.label, swiftType: name.swiftType,
        module: replayability == .replayable ? name.module : nil, site: DispatchSite.current ?? site, cause: cause,
        replayability: replayability, inputs: inputs, redacted: SecretDigests.pointers(to: places), action: json)
      try writer?.beginAction(head)
      if observer != nil { observed = head }
      return true
    } catch {
      fail(error, missing: 1)
      return false
    }
  }

  /// Encodes an action into `json`, and returns its name.
  private mutating func encode<Action>(
    _ action: Action, _ kind: ActionKind<Action>
  ) -> (ActionName, ActionRecord.Replayability) {
    json.removeAll(keepingCapacity: json.capacity <= RecorderCore.keptCapacity)
    do {
      if let encode = kind.encode {
        try encode(action, session, &json)
        return (name(of: action, in: kind.slice, session.trail), kind.replayability)
      }
      if let encodable = action as? any Encodable {
        try session.withText(of: RecorderCore.wrapped(encodable, in: kind.slice)) { json.append(contentsOf: $0) }
        let isDecodable = action is any Decodable && kind.slice == nil
        return (name(of: action, in: kind.slice), isDecodable ? .replayable : .inspectOnly)
      }
    } catch {
      let type = TypeName.of(Swift.type(of: action as Any))
      report(.action(type: type, reason: error.explanation), once: "action \(type)")
    }
    return reflect(action, in: kind.slice)
  }

  /// The name of an action; `trail` is that of its encoding, if its type is the store's action type.
  private mutating func name<Action>(of action: Action, in slice: String?, _ trail: CaseTrail? = nil) -> ActionName {
    guard let slice else {
      if let trail { return names.name(of: action, trail: trail) }
      return names.name(of: action)
    }
    return ActionName(label: "\(slice).\(names.name(of: action).label)")
  }

  /// Encodes an action by reflection, because its type has no encoding or the encoding failed.
  private mutating func reflect<Action>(
    _ action: Action, in slice: String?
  ) -> (ActionName, ActionRecord.Replayability) {
    json.removeAll(keepingCapacity: true)
    let reflected = Reflected(action, sharing: reflections)
    do {
      try session.withText(of: RecorderCore.wrapped(reflected, in: slice)) { json.append(contentsOf: $0) }
    } catch {
      json.removeAll(keepingCapacity: true)
      appendOpaque(Swift.type(of: action as Any))
    }
    let showsNothing = json.starts(with: RecorderCore.opaqueStart)
    return (name(of: action, in: slice), showsNothing ? .opaque : .inspectOnly)
  }

  /// Appends the placeholder for an omitted value.
  private mutating func appendOpaque(_ type: Any.Type) { json.append(contentsOf: RecorderCore.opaque(type)) }

  /// Replaces an action that is too long by the name of its type and its length.
  private mutating func cutAction(to type: String) {
    let count = json.count
    report(.longAction(type: type, bytes: count, limit: maximumActionBytes), once: "long action \(type)")
    json = RecorderCore.opaqueStart
    appendJSONString(type, to: &json)
    json.append(contentsOf: #","bytes":\#(count)}"#.utf8)
    mustWriteState = true
  }

  /// Writes the outcome of an action with the state of the whole app, or of a slice.
  mutating func finish(_ ticket: Int, _ state: some Encodable, of slice: String?, error: (any Error)?) {
    let end = Platform.nanoseconds()
    guard let slice else { return finish(ticket, state, error: error, at: end) }
    finish(ticket, whole(state, of: slice), error: error, at: end)
    slices.hasChanged = false
  }

  private mutating func finish(_ ticket: Int, _ state: some Encodable, error: (any Error)?, at end: Int) {
    guard open?.ticket == ticket, let action = open.take() else {
      return finishOuter(ticket, state, error: error)
    }
    note(typeOf: state)
    switch phase {
    case .waitingForState: start(state)
    case .recording where action.isWritten: complete(action, state, error: error, at: end)
    case .recording, .paused, .outage, .off: break
    }
    if action.overlaps > 0 {
      beginOutage(missing: action.overlaps, why: "two actions were reduced at the same time")
    }
    writeWaitingMarks()
    beginPause()
  }

  private mutating func checkFile(at now: Int) throws(JournalError) {
    guard now - lastCheck >= RecorderCore.checkInterval else { return }
    lastCheck = now
    try writer?.flush()
  }

  /// Writes the outcome of an action whose reducer returned at a time in nanoseconds.
  mutating func complete(_ action: OpenAction, _ state: some Encodable, error: (any Error)?, at returned: Int) {
    guard let writer else { return }
    let reducing = max(0, elapsed(at: returned) - action.began)
    // Before the outcome is written, so that what the action causes finds it even if the disk is full.
    if let scope = action.scope, let journal { scope.note(seq: writer.seq + 1, in: journal) }
    action.recordedSeq?.note(writer.seq + 1, unchangedSince: unchangedSince ?? writer.seq)
    unchangedSince = nil
    let end = action.began + reducing
    let outcome = ActionOutcome(
      hash: nil, error: error.map { rules.text(of: $0) }, reducerMicroseconds: reducing)
    let needsState = !action.isReplayable && !recordsPatches && isWhole(type(of: state))
    let before = lastHash
    do {
      // A snapshot needs the hash, and only the hash shows that an action changed nothing.
      if hashing.isDue || mustWriteState || needsState || schedule.isDue
        || rotation.isDue(bytes: writer.offset, at: end)
      {
        try finish(outcome, hashing: state, since: returned - examining, to: writer)
        examining = 0
      } else {
        if let cost = hashing.cost { reportSlowHashing(of: state, nanoseconds: cost) }
        hashing.noteAction()
        lastHash = nil
        try writer.finishAction(outcome)
        observeAction(outcome, at: writer.seq)
      }
    } catch {
      // The writer keeps the complete line until the disk accepts it, but the line may lack the patch.
      mustWriteState = mustWriteState || recordsPatches
      return fail(error, missing: 0)
    }
    schedule.noteAction(bytes: writer.offset - action.offset, reducing: reducing)
    if needsState, before == nil || before != lastHash { schedule.noteUnprovable() }
    if reflectsStates, !(state is Reflected) {
      writeStateIfDue(Reflected(state, sharing: reflections), at: end)
    } else {
      writeStateIfDue(state, at: end)
    }
  }

  mutating func writeStateIfDue(_ state: some Encodable, at end: Int) {
    guard let writer else { return }
    if rotation.isDue(bytes: writer.offset, at: end) {
      rotate(state, at: end)
      if mustWriteState { snapshotIfDue(state) }
    } else {
      snapshotIfDue(state)
    }
  }

  /// Writes the outcome of an action with the state's hash and the changes since the last hashed state.
  mutating func finish(
    _ outcome: consuming ActionOutcome, hashing state: some Encodable, since returned: Int, to writer: JournalWriter
  ) throws(JournalError) {
    let before = outline.take()
    var places: [RedactedPlace] = []
    if lastHash == nil { outcome.since = hashedSeq }
    do {
      places = try hash(state, since: returned)
      if reflectsStates {
        // From here on, the states can be restored.
        reflectsStates = false
        mustWriteState = true
      }
    } catch {
      do {
        // Reducers lead over a state that has no hash, but only if they know the states before.
        guard reflectsStates, let reflected = reflected(state, because: failure(of: state, error)) else { throw error }
        places = try hash(reflected, since: returned)
      } catch {
        outcome.unhashed = rules.explanation(of: error)
        report(failure(of: state, error), once: "state")
      }
    }
    outcome.hash = outline?.hash
    if let outline { outcome.secrets = secrets.changes(to: places, in: outline, since: before) }
    outcome.patch = patch(to: state)
    lastHash = outcome.hash
    if lastHash != nil { hashedSeq = writer.seq + 1 }
    if detail == .names {
      let named = named(outcome, from: before, to: state)
      try writer.finishAction(named)
      observeAction(named, at: writer.seq)
    } else {
      if try !writer.finishAction(outcome, from: before, to: outline) { mustWriteState = true }
      observeAction(outcome, at: writer.seq, from: before)
    }
    spareOutline = before
  }

  /// Replaces the outline by that of a state, and returns the places of secrets in what has changed.
  private mutating func hash(_ state: some Encodable, since returned: Int) throws -> [RedactedPlace] {
    var after = spareOutline.take() ?? StateOutline()
    let tracker = stateTracker()
    let places = try hashing.hashing(since: returned) {
      try tracker?.follow(state)
      if let tracker, try tracker.outline(into: &after) { return tracker.redactedPlaces }
      try session.outline(state, into: &after)
      return session.redactedPlaces
    }
    outline = after
    reportUnstableElements()
    return places
  }

  private mutating func reportSlowHashing(of state: some Encodable, nanoseconds: Int) {
    guard !reported.contains("slow hashing") else { return }
    let slowest = SlowestMember(of: state, StateEncoder(rules: rules))
    report(.slowHashing(milliseconds: nanoseconds / 1_000_000, slowest: slowest?.description), once: "slow hashing")
  }

  private mutating func reportUnstableElements() {
    for element in session.takeUnstableElements() where element.reason != .readsPath {
      report(.unstable(type: element.type, pointer: element.pointer, reason: element.explanation), once: element.type)
    }
  }

  mutating func snapshotIfDue(_ state: some Encodable) {
    guard schedule.isDue || mustWriteState, let hash = lastHash else { return }
    // Try once; the schedule decides about further attempts.
    mustWriteState = false
    do {
      try writeSnapshot(state, hash: hash, setsState: false, as: encodedText(of: state))
    } catch {
      schedule.noteFailure()
      if let error = error as? JournalError, RecorderCore.isRefusal(error) { return }
      fail(error, missing: 0)
    }
  }

  /// Reports once that a reducer used inputs that the session doesn't record.
  mutating func noteUndeclaredInputs(of ticket: Int) {
    guard let action = open, action.ticket == ticket, isRecording else { return }
    report(.undeclaredInputs(type: action.type), once: "inputs")
  }

  /// Completes an action that will never be finished.
  mutating func abandon(_ ticket: Int) {
    guard let action = open, action.ticket == ticket else {
      return outer.removeAll { $0.ticket == ticket }
    }
    open = nil
    defer { beginPause() }
    report(.unfinished(type: action.type), once: "unfinished")
    guard case .recording = phase, action.isWritten else { return }
    do {
      try writer?.abandonAction()
      beginOutage(missing: 0, why: "an action was begun and never finished")
    } catch {
      fail(error, missing: 1)
    }
  }
}
