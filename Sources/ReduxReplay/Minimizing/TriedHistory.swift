package import ReduxJournal
import StateCoding
import StateTree

/// The actions that lead to a state, for trying what some of them lead to.
///
/// It keeps the decoded actions that it has met, and the states at a few places.
package struct TriedHistory<App: ReplayableApp> {
  private struct Step {
    enum Content {
      case action(App.Action, ActionInputs?, type: (name: String?, module: String?))
      /// An action that can't be reduced again, with its patch.
      case patch(PlainAction, JournalLine)
    }

    let content: Content
    let cause: Int?
    let isRefused: Bool
    let reducerMicroseconds: Int

    var isPatch: Bool { if case .patch = content { true } else { false } }
  }

  /// The kept states have at most so many bytes of JSON.
  private static var keptBytes: Int { 256 << 20 }

  private let replayer: Replayer<App>
  /// The rules of the session of the last state, for the places in the app's states, and their encoder.
  private let rules: RedactionRules
  private let encoder: StateEncoder
  /// The upgrade of that session to the app's schema, if it needs one.
  private let upgrade: SchemaUpgrade?
  /// The seq of the last state, or of the action in flight that leads to none.
  private let target: Int
  /// The offset of its line; `nil` for a torn one at the end of the journal.
  private let end: Int?
  private let inFlight: ActionRecord?
  private let segments: [ClosedRange<Int>]
  private let lineageStart: Int
  private var first: (seq: Int, state: App.State)?
  private var steps: [Int: Step] = [:]
  /// The actions of the list for which states are kept.
  private var list: [Int] = []
  /// The reader of the last action that was looked up.
  private var reading: (reader: JournalReader, seq: Int)?
  /// States after so many actions of the list, ascending.
  private var kept: [(count: Int, state: App.State)] = []
  private var keptByteCount = 0

  /// Finds the way to a state.
  ///
  /// - Parameters:
  ///   - replayer: The journal and the app.
  ///   - target: The seq of the state, or of an action in flight, which then is the last action.
  /// - Throws: `JournalError`, or `ReplayError` for a state that doesn't exist.
  package init(of replayer: Replayer<App>, to target: Int) throws {
    inFlight = try replayer.file.actionInFlight(target)
    let lineage = try replayer.fullLineage(to: inFlight == nil ? target : target - 1)
    end = try replayer.file.entry(settingSeq: target)?.offset
    var replayer = replayer
    let recorded = replayer.file.redaction(before: end)
    replayer.enter(recorded)
    self.replayer = replayer
    upgrade = replayer.schemas?.upgrade(at: end ?? replayer.file.byteCount)
    if let upgrade {
      let rules = recorded.mappingPointers { upgrade.current($0) }
      self.rules = rules.leavingOut(rules.volatile + App.volatile.filter { !rules.volatile.contains($0) })
      encoder = Replayer<App>.encoder(by: self.rules)
    } else {
      rules = recorded
      encoder = replayer.encoder
    }
    self.target = target
    lineageStart = lineage.start
    segments = lineage.segments
  }

  // MARK: The list

  /// Lists the actions that can be reduced again, from the first state after which all can.
  ///
  /// - Parameter onStep: Called with the seq of each action.
  /// - Returns: The actions.
  /// - Throws: `JournalError`; `ReplayError` for an action that can't, if no whole state follows it; the errors of `onStep`.
  package mutating func listing(onStep: (Int) throws -> Void) throws -> TriedActions {
    var obstacle: ReplayError?
    var listing = TriedActions(start: lineageStart)
    do { first = try state(at: lineageStart) } catch let error as ReplayError { obstacle = error }
    var places: [Int: Int] = [:]
    func add(_ step: Step, _ seq: Int) {
      steps[seq] = step
      places[seq] = listing.seqs.count
      listing.seqs.append(seq)
      listing.causes.append(step.cause.flatMap { places[$0] })
      listing.reducerMicroseconds = max(listing.reducerMicroseconds, step.reducerMicroseconds)
    }
    for segment in segments {
      let reader = try replayer.file.entries(fromOffset: replayer.entry(settingSeq: segment.lowerBound).offset)
      while let line = try reader.nextLine(), line.seq <= segment.upperBound {
        if line.setsState {
          try onStep(line.seq)
          guard obstacle == nil else { continue }
          do {
            if let step = try step(of: line) { add(step, line.seq) }
          } catch let error as ReplayError { obstacle = error }
        } else if obstacle != nil, let entry = line.entry, case .snapshot(let snapshot) = entry.record,
          let node = replayer.usableState(of: snapshot)
        {
          first = (line.seq, try replayer.decodeState(node, snapshot, at: entry))
          obstacle = nil
          places = [:]
          listing = TriedActions(start: line.seq)
        }
      }
    }
    if let obstacle { throw obstacle }
    if inFlight != nil { add(try step(target), target) }
    return listing
  }

  private func state(at seq: Int) throws -> (seq: Int, state: App.State) {
    let entry = try replayer.entry(settingSeq: seq)
    guard let state = try replayer.writtenState(of: seq, from: entry.offset) else {
      throw replayer.error(.unreachable, at: entry, seq: seq)
    }
    return (seq, state)
  }

  /// Decodes the action in a line; `nil` for one that doesn't change the state.
  private func step(of line: JournalLine) throws -> Step? {
    switch line.content {
    case .action(let action): return try step(replayer.step(action) ?? action, at: line)
    case .record(.action(let record)):
      guard !record.interrupted else {
        throw replayer.error(.interrupted(type: record.type), at: line, seq: line.seq)
      }
      if let step = replayer.step(record, at: line.offset), !step.leavesState { return try self.step(step, at: line) }
      let before = try replayer.file.entry(settingSeq: line.seq - 1)?.record.hash
      if before != nil, before == record.hash { return nil }
      throw replayer.error(replayer.obstacle(record), at: line, seq: line.seq)
    case .record: return nil
    }
  }

  /// Decodes an action in flight.
  private func step(_ record: ActionRecord) throws -> Step {
    guard record.replayability == .replayable else { throw replayer.error(replayer.obstacle(record), seq: record.seq) }
    do {
      return Step(
        content: try content(of: replayer.upgraded(record, at: end ?? replayer.file.byteCount)), cause: record.cause,
        isRefused: false, reducerMicroseconds: 0)
    } catch {
      let problem = ReplayError.Problem.undecodableAction(type: record.type, reason: error.explanation)
      throw replayer.error(problem, seq: record.seq)
    }
  }

  /// Decodes an action in the app's schema.
  private func content(of record: ActionRecord) throws -> Step.Content {
    .action(
      try replayer.actions.decode(record.action, swiftType: record.swiftType, module: record.module), record.inputs,
      type: (record.swiftType, record.module))
  }

  private func step(_ action: PlainAction, at line: JournalLine) throws -> Step {
    let content: Step.Content
    if action.isPatch {
      content = .patch(action, line)
    } else {
      do {
        content =
          replayer.schemas?.upgrade(at: line.offset) == nil
          ? .action(
            try replayer.decode(action, at: line), action.inputs, type: (action.swiftType, action.module))
          : try self.content(of: replayer.upgraded(replayer.record(of: line), at: line.offset))
      } catch {
        throw try replayer.undecodable(action, at: line, because: error)
      }
    }
    return Step(
      content: content, cause: action.cause, isRefused: action.error != nil,
      reducerMicroseconds: action.reducerMicroseconds ?? 0)
  }

  // MARK: Trying

  /// Reduces a subset of a list of actions.
  ///
  /// - Parameters:
  ///   - subset: The subset, with at least one action.
  ///   - list: The seqs of the actions.
  ///   - start: The seq of the state before the first one.
  ///   - payloads: Other payloads of actions, by their seqs.
  ///   - question: What to ask the states before and after the last action; `nil` for nothing.
  ///   - acceptingRefusals: Whether an action that was reduced without an error may throw one.
  /// - Returns: The answers; `nil` if an action that was reduced without an error throws one, another payload can't be decoded,
  ///   a patch doesn't apply, or the state before the last action can't be encoded.
  /// - Throws: `JournalError`, `ReplayError`.
  package mutating func result(
    of subset: ActionSubset, in list: [Int], from start: Int, with payloads: [Int: JSONValue],
    asking question: StateQuestion?, acceptingRefusals: Bool = false
  ) throws -> TriedStates? {
    let first = try first(at: start)
    if self.list != list { (self.list, kept, keptByteCount) = (list, [], 0) }
    guard let last = subset.rest.last ?? (subset.prefix > 0 ? subset.prefix - 1 : nil) else { return nil }
    let asRecorded = payloads.isEmpty ? list.count : list.firstIndex { payloads[$0] != nil } ?? list.count
    let known = kept.last { $0.count <= min(subset.prefix, last, asRecorded) }
    let folded = FoldedState(known?.state ?? first, of: replayer)
    for place in (known?.count ?? 0)..<min(subset.prefix, last) {
      guard try apply(list[place], payloads, to: folded, acceptingRefusals) else { return nil }
      if place < asRecorded { keep(folded.state, after: place + 1) }
    }
    for place in subset.rest where place != last {
      guard try apply(list[place], payloads, to: folded, acceptingRefusals) else { return nil }
    }
    guard let before = try answer(question, of: folded.state),
      try apply(list[last], payloads, to: folded, acceptingRefusals)
    else { return nil }
    return TriedStates(before: before, after: try answer(question, of: folded.state))
  }

  /// Reduces a subset of a list of actions, and does the same with a copy of the state that is restored from its JSON before
  /// each action.
  ///
  /// - Parameters:
  ///   - subset: The actions.
  ///   - list: The seqs of the actions of which they are a subset.
  ///   - start: The seq of the state before them.
  ///   - payloads: Other payloads of actions, by their seqs.
  ///   - comparingValues: Whether a state that isn't equal by `==` differs, too.
  /// - Returns: The first action of the subset after which the states differ, or the state can't be restored; `nil` if there
  ///   is none, or as in `result`.
  /// - Throws: `JournalError`, `ReplayError`.
  package mutating func loss(
    of subset: ActionSubset, in list: [Int], from start: Int, with payloads: [Int: JSONValue], comparingValues: Bool
  ) throws -> RestoredLoss? {
    // Secrets aren't lost when an app restores its own state.
    let whole = StateEncoder(rules: encoder.rules.withoutRedaction)
    let folded = FoldedState(try first(at: start), of: replayer)
    var copy = folded.state
    for count in 0...subset.count {
      if count > 0 {
        let seq = list[subset.places[count - 1]]
        let restored = FoldedState(copy, of: replayer)
        guard try apply(seq, payloads, to: folded) else { return nil }
        guard try apply(seq, payloads, to: restored) else {
          return RestoredLoss(count: count, sentence: RestoredLoss.restored("makes the reducer refuse the action"))
        }
        copy = restored.state
      }
      do {
        let (decoded, loss) = try replayer.observer.whileAppRuns {
          try restored(copy, by: whole, expecting: folded.state, after: count, comparingValues)
        }
        if let loss { return loss }
        copy = decoded
      } catch {
        return RestoredLoss(count: count, sentence: RestoredLoss.restored("is lost: \(error.explanation)"))
      }
    }
    return nil
  }

  /// Restores a state from its JSON, and says what it lost.
  private func restored(
    _ copy: App.State, by whole: StateEncoder, expecting state: App.State, after count: Int, _ comparesValues: Bool
  ) throws -> (App.State, RestoredLoss?) {
    let json: [UInt8]
    do { json = try whole.encode(copy) } catch {
      let reason = whole.explanation(of: error, in: copy)
      return (copy, RestoredLoss(count: count, sentence: "the state can't be encoded: \(reason)"))
    }
    let decoded = try StateDecoder().decode(App.State.self, from: JSONDocument(json).root)
    guard try encoder.hash(decoded) == encoder.hash(state) else {
      return (
        decoded, try RestoredLoss(count: count, kept: encoder.encode(state), restored: encoder.encode(decoded))
      )
    }
    guard comparesValues, !RestoredEquality.holds(copy, decoded) else { return (decoded, nil) }
    return (decoded, RestoredLoss(count: count, unequal: RestoredEquality.difference(copy, decoded)))
  }

  private func answer(_ question: StateQuestion?, of state: App.State) throws -> [UInt8]? {
    guard let question else { return [] }
    func answer() throws -> [UInt8] { try App.answer(question, in: state, by: encoder) }
    do { return try question.needsApp ? replayer.observer.whileAppRuns(answer) : answer() } catch let error
      as UnknownCheck
    {
      throw error
    } catch { return nil }
  }

  private mutating func first(at seq: Int) throws -> App.State {
    if let first, first.seq == seq { return first.state }
    let found = try state(at: seq)
    (first, list) = (found, [])
    return found.state
  }

  /// Keeps states at equal distances: a copy of a plain collection costs the next action a copy of its elements.
  private mutating func keep(_ state: App.State, after count: Int) {
    let bits = Int.bitWidth - list.count.leadingZeroBitCount
    guard count % max(1, list.count / (2 * bits)) == 0, count > kept.last?.count ?? 0,
      keptByteCount < TriedHistory.keptBytes, let byteCount = try? encoder.encode(state).count
    else { return }
    keptByteCount += byteCount
    if keptByteCount <= TriedHistory.keptBytes { kept.append((count, state)) }
  }

  /// Reduces an action; `false` if it fails where it didn't.
  private mutating func apply(
    _ seq: Int, _ payloads: [Int: JSONValue], to folded: FoldedState<App>, _ acceptingRefusals: Bool = false
  ) throws -> Bool {
    guard let step = try step(seq, payloads) else { return false }
    do { return try reduce(step, seq, folded) == nil || step.isRefused || acceptingRefusals } catch is ReplayError {
      return false
    }
  }

  /// Reduces an action, and returns the error that the reducer threw.
  private func reduce(_ step: Step, _ seq: Int, _ folded: FoldedState<App>) throws -> (any Error)? {
    switch step.content {
    case .action(let action, let inputs, _): folded.apply(action, with: inputs, seq: seq)
    case .patch(let patch, let line): try folded.apply(patch, at: line)
    }
  }

  /// The step of an action with its payload; `nil` if the payload can't be decoded.
  private mutating func step(_ seq: Int, _ payloads: [Int: JSONValue]) throws -> Step? {
    let step = try step(seq)
    guard let payload = payloads[seq] else { return step }
    guard case .action(_, let inputs, let type) = step.content,
      let node = try? JSONDocument(Array(payload.compact.utf8)).root,
      let action = try? replayer.actions.decode(node, swiftType: type.name, module: type.module)
    else { return nil }
    return Step(
      content: .action(action, inputs, type: type), cause: step.cause, isRefused: step.isRefused,
      reducerMicroseconds: step.reducerMicroseconds)
  }

  private mutating func step(_ seq: Int) throws -> Step {
    if let known = steps[seq] { return known }
    if let inFlight, inFlight.seq == seq { return try step(inFlight) }
    guard let line = try line(setting: seq), let found = try step(of: line) else {
      throw replayer.error(.unreachable, seq: seq)
    }
    steps[seq] = found
    return found
  }

  private mutating func line(setting seq: Int) throws -> JournalLine? {
    let reader: JournalReader
    // Reading a few lines is faster than looking up the line after them.
    if let reading, (1...32).contains(seq - reading.seq) {
      reader = reading.reader
    } else {
      reader = try replayer.file.entries(fromOffset: replayer.entry(settingSeq: seq).offset)
    }
    while let line = try reader.nextLine(), line.seq <= seq {
      guard line.seq == seq, line.setsState else { continue }
      reading = (reader, seq)
      return line
    }
    return nil
  }
}

// MARK: The result

extension TriedHistory {
  /// The name of marks after actions whose payloads aren't the recorded ones.
  private static var mark: String { "smaller" }

  /// Writes a journal in which some of the actions follow the first state. It is closed.
  ///
  /// If sessions have an older schema, it has the app's: actions and states are converted.
  ///
  /// - Parameters:
  ///   - actions: The seqs of the actions, at least one.
  ///   - start: The seq of the first state.
  ///   - payloads: Other payloads of actions, by their seqs. A mark after each says what is smaller.
  ///   - crashes: Whether the last action isn't reduced, because its reducer doesn't return.
  ///   - writer: The writer of a new journal, which stays open.
  /// - Returns: The conversion; `nil` if all was recorded in the app's schema.
  /// - Throws: `JournalError`, `ReplayError`, and errors of encoding.
  @discardableResult
  package mutating func write(
    _ actions: [Int], from start: Int, with payloads: [Int: JSONValue], crashes: Bool, to writer: JournalWriter
  ) throws -> TriedConversion? {
    let conversion = try conversion(of: actions, from: start)
    let folded = FoldedState(try first(at: start), of: replayer)
    let file = replayer.file
    let header = try file.lastHeader(before: end).header
    let began = try file.lastHeader(before: replayer.entry(settingSeq: start).offset).header.started
    let recordsPatches = try header.recordsPatches || actions.contains { try step($0).isPatch }
    try writer.writeHeader(
      app: conversion == nil ? header.app : AppIdentity(App.self), started: began, context: header.context,
      detail: header.detail,
      states: recordsPatches ? "patches" : header.states, rules: rules,
      identity: upgrade.map { header.identity.map($0.current) } ?? header.identity,
      declaringInputs: header.declaresInputs, platform: header.platform,
      origin: JournalOrigin(journal: header.journal, state: start, actions: actions))
    var states = WrittenStates(by: rules, findsPatches: recordsPatches)
    try states.follow(folded.state)
    let first = try states.outline(of: folded.state)
    try writer.writeSnapshot(
      at: 0, state: encoder.encode(folded.state), hash: first.hash, redacted: states.changedSecrets)
    var outline: StateOutline? = first
    var hashedSeq = 0
    var places: [Int: Int] = [:]
    for (place, seq) in actions.enumerated() {
      let (record, session) = try recorded(seq)
      let at = max(0, session.microseconds - began.microseconds + record.at)
      let payload = payloads[seq]
      func markPayload() throws {
        guard let payload else { return }
        try writer.mark(at: at, name: Self.mark, text: PayloadChange.sentence(from: record.action.value, to: payload))
      }
      try writer.beginAction(
        ActionHead(
          at: at, type: record.type,
          swiftType: record.swiftType, module: record.module, site: record.site,
          cause: record.cause.flatMap { places[$0] }, replayability: record.replayability, inputs: record.inputs,
          redacted: record.redacted, action: payload.map { Array($0.compact.utf8) } ?? record.action.bytes))
      places[seq] = place + 1
      if crashes, place == actions.count - 1 {
        try writer.finishAction(ActionOutcome(hash: nil, unhashed: ActionRecord.unfinished))
        try markPayload()
        break
      }
      guard let step = try step(seq, payloads) else { throw replayer.error(.unreachable, seq: seq) }
      let error = try reduce(step, seq, folded)
      let after: StateOutline
      do {
        try states.follow(folded.state)
        after = try states.outline(of: folded.state)
      } catch let failure {
        try writer.finishAction(
          ActionOutcome(hash: nil, unhashed: rules.explanation(of: failure), error: error.map(rules.text)))
        try markPayload()
        try states.follow(nil as App.State?)
        outline = nil
        continue
      }
      let patch = try states.patch()
      var outcome = ActionOutcome(
        hash: after.hash, error: error.map(rules.text), secrets: states.changedSecrets, patch: patch,
        reducerMicroseconds: record.reducerMicroseconds)
      if outline == nil { outcome.since = hashedSeq }
      let isComplete = try writer.finishAction(outcome, from: outline, to: after)
      // A patch leads from the state before, which may have had no encoding.
      if !isComplete || recordsPatches && patch == nil {
        try writer.writeSnapshot(
          state: encoder.encode(folded.state), hash: after.hash,
          redacted: encoder.redactedPointers(in: folded.state))
      }
      try markPayload()
      (outline, hashedSeq) = (after, place + 1)
    }
    try writer.seal()
    return conversion
  }

  private func conversion(of actions: [Int], from start: Int) throws -> TriedConversion? {
    guard replayer.needsUpgrade, let schema = App.schema else { return nil }
    let isOlder = try upgrade != nil || ([start] + actions).contains { try replayer.upgrade(at: $0) != nil }
    guard isOlder else { return nil }
    let recorded = replayer.file.redaction(before: end)
    return TriedConversion(
      schema: schema, uncertainRules: (upgrade?.uncertain(recorded.redacted) ?? []).map(\.description))
  }

  /// The label of an action in the app's schema.
  ///
  /// - Throws: `JournalError`, `ReplayError`.
  package func label(of seq: Int) throws -> String { try recorded(seq).0.type }

  /// The record of an action in the app's schema, and the start of its session. An action that can't be reduced again, and that schema
  /// changes don't read, is as recorded.
  private func recorded(_ seq: Int) throws -> (ActionRecord, WallClock) {
    if let inFlight, inFlight.seq == seq {
      let record = try replayer.upgraded(inFlight, at: end ?? replayer.file.byteCount)
      return (record, try replayer.file.lastHeader(before: end).header.started)
    }
    let entry = try replayer.entry(settingSeq: seq)
    guard case .action(let record) = entry.record else { throw replayer.error(.unreachable, at: entry, seq: seq) }
    return (
      try replayer.upgradedIfReadable(record, at: entry.offset),
      try replayer.file.lastHeader(before: entry.offset).header.started
    )
  }
}
