package import StateCoding
package import StateTree

/// Composes the lines of a journal, with sums, seqs and bases, without any I/O.
///
/// Whole lines and the first part of an action's line collect in `pending` until the caller writes them and calls
/// `take`.
///
/// It is copied only by `copy()`, because unoptimised code would copy all of it for each call that only reads it.
package struct JournalComposer: ~Copyable, Sendable {
  package typealias Problem = JournalError.Problem

  private var line = LineBuilder()
  /// Where `pending` starts in the file.
  package private(set) var pendingOffset: Int
  /// The end of the last whole line in the file, whether written or pending.
  package private(set) var offset: Int
  private(set) var validator: JournalValidator
  private var openAction: OpenAction?
  /// The contents of the session's header, for the headers of its segments.
  private var session: SessionDescription?
  /// Whether the first header, which comes next, continues from a sum.
  private var startsInTheMiddle = false

  private struct SessionDescription {
    var journal: JournalID
    var number: Int
    var app: AppIdentity
    var started: WallClock
    var detail: String
    var states: String?
    var redaction: RedactionRules
    var identity: [RedactionRules.Pointer]
    var declaresInputs: Bool
    var context: JSONObject
    var platform: String
    var origin: JournalOrigin?
  }

  /// An action whose reducer runs.
  private struct OpenAction {
    /// The hash of the line so far.
    var hash: SipHash
    /// The keyed hash of the line so far.
    var proof: SipHash?
    var byteCount: Int
    /// An upper bound of the line's values and keys.
    var valueCount: Int
    /// Whether the line so far ends in the comma before the next member.
    var endsInComma: Bool
  }

  /// The space reserved for a line's second part, so that every action can be finished.
  private var reservedByteCount: Int { min(64 << 10, validator.maximumLineBytes / 2) }
  /// The longest text of a reason or an error, as escaped in the line.
  private static let maximumTextByteCount = 8 << 10

  /// Starts a new journal.
  package init(maximumLineBytes: Int = JournalLimits.maximumLineBytes, key: JournalKey? = nil) {
    self.init(validator: JournalValidator(maximumLineBytes: maximumLineBytes, key: key), offset: 0)
  }

  /// Continues a journal after a whole line.
  init(validator: JournalValidator, offset: Int) {
    self.validator = validator
    self.offset = offset
    pendingOffset = offset
  }

  /// A second composer in the same state, to compose what may not be kept.
  func copy() -> JournalComposer {
    var copy = JournalComposer(validator: validator, offset: offset)
    copy.line = line
    copy.pendingOffset = pendingOffset
    copy.openAction = openAction
    copy.session = session
    copy.startsInTheMiddle = startsInTheMiddle
    return copy
  }

  /// A copy of the bytes that aren't written yet.
  package var pending: [UInt8] { Array(pendingBytes) }
  /// The bytes that aren't written yet.
  var pendingBytes: ArraySlice<UInt8> { line.bytes }
  /// Whether all bytes are written.
  var hasNothingPending: Bool { line.isEmpty }
  /// The seq of the last state.
  package var seq: Int { validator.seq }
  /// Whether the journal has a state yet.
  package var hasState: Bool { validator.hasState }
  /// The number of records in the file; `nil` if earlier ones weren't counted.
  package var records: Int? { validator.records }
  /// Whether an action's reducer runs.
  package var isInAction: Bool { openAction != nil }

  // MARK: Pending bytes

  /// Removes bytes from the start of `pending` that are now in the file.
  package mutating func take(_ count: Int) {
    pendingOffset += count
    line.drop(first: count)
  }

  /// Drops an action whose reducer runs. The file may hold part of it: the caller cuts the file to `pendingOffset`.
  package mutating func dropOpenAction() {
    guard openAction != nil else { return }
    openAction = nil
    line.drop(last: pendingBytes.count - max(0, offset - pendingOffset))
    pendingOffset = min(pendingOffset, offset)
  }

  // MARK: Records

  /// A session's header. A journal that already has one keeps its id and ignores the given one.
  package mutating func header(
    journal: JournalID, app: AppIdentity, started: WallClock, detail: String, states: String? = nil,
    rules redaction: RedactionRules = .off, identity: [RedactionRules.Pointer] = [],
    declaringInputs declaresInputs: Bool = false, context: JSONObject, platform: String, origin: JournalOrigin? = nil
  ) throws(Problem) {
    let number = (validator.session ?? 0) + 1
    guard number <= JournalLimits.maximumSeq else { throw .exhausted("sessions") }
    // A session that continues a journal begins with a state of its own.
    guard !validator.hasState || validator.seq < JournalLimits.maximumSeq else { throw .exhausted("seqs") }
    if let limit = redaction.brokenLimit { throw .misuse("rules may have \(limit)") }
    if identity.count > HeaderRecord.maximumIdentities {
      throw .misuse("identity may have \(HeaderRecord.maximumIdentities) pointers")
    }
    let session = SessionDescription(
      journal: validator.journal ?? journal, number: number, app: app, started: started, detail: detail,
      states: states, redaction: redaction, identity: identity, declaresInputs: declaresInputs, context: context,
      platform: platform, origin: origin)
    try header(of: session, previous: startsInTheMiddle ? validator.sum : nil)
    startsInTheMiddle = false
  }

  /// Makes a new journal start in the middle, with the state of a seq, in a session with a number.
  ///
  /// It continues from a sum of zeros: a real one would be computed from absent lines, which may hold secrets.
  mutating func startInTheMiddle(seq: Int, session: Int) throws(Problem) {
    guard validator.sum == nil else { throw .misuse("a journal that has begun can't start in the middle") }
    validator.sum = ChainSum(digits: String(repeating: "0", count: 16).utf8)
    validator.seq = seq
    validator.session = session - 1
    startsInTheMiddle = true
  }

  /// Continues the session in a new file, which starts with a header.
  package mutating func startSegment() throws(Problem) {
    guard let session, let sum = validator.sum, hasNothingPending else {
      throw .misuse("a segment is begun before a session")
    }
    offset = 0
    pendingOffset = 0
    validator.records = 0
    validator.wholeState = .absent
    try header(of: session, previous: sum)
  }

  private mutating func header(of session: SessionDescription, previous: ChainSum?) throws(Problem) {
    let start = offset
    try startLine("header", isFirst: validator.sum == nil)
    if validator.prover == nil { validator.prover = validator.key.map { LineProver($0, session.journal) } }
    line.member("format", JournalLimits.format)
    line.member("journal", session.journal.text)
    line.member("session", session.number)
    line.key("app")
    line.json(session.app.json)
    line.member("hash", session.redaction.hashDefinition + (session.declaresInputs ? HeaderRecord.inputsSuffix : ""))
    line.member("started", session.started.description)
    line.member("detail", session.detail)
    line.member("states", session.states)
    line.key("rules")
    line.json(.object(session.redaction.json))
    if !session.identity.isEmpty {
      line.key("identity")
      line.json(.array(session.identity.map { .string($0.description) }))
    }
    line.key("context")
    line.json(.object(session.context))
    line.member("platform", session.platform)
    if let origin = session.origin {
      line.key("origin")
      line.json(origin.json)
    }
    line.member("key", validator.key?.fingerprint)
    line.member("previous", previous?.text)
    if previous != nil { line.member("previous-auth", validator.auth?.text) }
    if validator.sum == nil {
      try end(ChainSum.hash(startOf: session.journal))
    } else {
      try end()
    }
    validator.journal = session.journal
    validator.app = session.app.name
    validator.session = session.number
    validator.declaresInputs = session.declaresInputs
    validator.header = .at(start)
    self.session = session
  }

  /// A snapshot with the state as JSON text.
  package mutating func snapshot(
    at: Int?, state: [UInt8], hash: StateHash, isWhole: Bool, redacted: [String] = [], setsState: Bool
  ) throws(Problem) {
    let start = offset
    let seq = nextSeq(ifSet: setsState)
    try LineBuilder.check(payload: state)
    try startLine("snapshot", seq: seq)
    line.member("at", at)
    sessionHeader()
    line.key("state")
    line.payload(state)
    line.member("hash", hash)
    if !isWhole {
      line.key("whole")
      line.json(.bool(false))
    }
    line.member("redacted", places: redacted)
    try end()
    set(seq)
    if isWhole { validator.wholeState = .at(start) }
  }

  /// A snapshot of a state that equals an earlier one; it always sets a state.
  package mutating func snapshot(at: Int?, sameAs earlier: Int, hash: StateHash) throws(Problem) {
    let seq = nextSeq(ifSet: true)
    guard validator.hasState, (0...validator.seq).contains(earlier) else {
      throw .misuse("a snapshot says it is the same as state \(earlier), which doesn't exist")
    }
    try startLine("snapshot", seq: seq)
    line.member("at", at)
    sessionHeader()
    line.member("same-as", earlier)
    line.member("hash", hash)
    try end()
    set(seq)
  }

  /// The part of an action's line that is written before the reducer runs.
  package mutating func beginAction(_ action: ActionHead) throws(Problem) {
    guard validator.hasState else { throw .misuse("an action before the first snapshot") }
    if let cause = action.cause, !(0...validator.seq).contains(cause) {
      throw .misuse("an action's cause is \(cause), which doesn't exist")
    }
    if let declaresInputs = session?.declaresInputs, declaresInputs != (action.inputs != nil) {
      throw .misuse("an action has inputs if, and only if, the session declares them")
    }
    try LineBuilder.check(payload: action.action)
    try startLine("action", seq: validator.seq + 1)
    line.member("at", action.at)
    line.member("type", action.type)
    line.member("swift", action.swiftType)
    line.member("module", action.module)
    line.member("site", action.site)
    line.member("cause", action.cause)
    if action.replayability != .replayable { line.member("replay", action.replayability.rawValue) }
    line.member("inputs", action.inputs)
    // A number is known to be complete only by the character after it.
    let isNumber = action.action.last.map { (0x30...0x39).contains($0) } ?? false
    let limit = validator.maximumLineBytes
    let countWithoutPlaces = line.count
    func add(redacted places: [String]) {
      line.member("redacted", places: places)
      line.key("action")
      line.payload(action.action)
      if isNumber { line.comma() }
    }
    add(redacted: action.redacted)
    if !action.redacted.isEmpty, line.count > limit - reservedByteCount || valueExcess != nil {
      line.removePart(after: countWithoutPlaces)
      add(redacted: [""])
    }
    guard line.count <= limit - reservedByteCount else {
      let found = line.count + reservedByteCount
      line.removePart()
      throw .lineTooLong(limit: limit, found: found)
    }
    try checkValues()
    var hash = validator.sum.map(ChainSum.hash(after:)) ?? SipHash()
    line.withPart { hash.update($0) }
    var proof = startOfProof
    line.withPart { proof?.update($0) }
    openAction = OpenAction(
      hash: hash, proof: proof, byteCount: line.count, valueCount: line.withPart(ValueCount.bound(in:)),
      endsInComma: isNumber)
  }

  /// The rest of an action's line.
  ///
  /// - Parameters:
  ///   - outcome: What the action did.
  ///   - before: The state before it, if known.
  ///   - after: The state after it, whose changes replace `outcome.changed`; `nil` to keep those.
  /// - Returns: `false` if the patch was left out because it would make the line too long.
  /// - Throws: `Problem` if no action was begun, or the patch isn't a JSON text.
  @discardableResult
  package mutating func finishAction(
    _ outcome: ActionOutcome, from before: StateOutline? = nil, to after: StateOutline? = nil
  ) throws(Problem) -> Bool {
    guard let action = openAction else { throw .misuse("an action is finished that wasn't begun") }
    if let patch = outcome.patch { try LineBuilder.check(payload: patch) }
    line.resume(afterComma: action.endsInComma)
    line.member("error", outcome.error.map { shortened($0) })
    line.member("hash", outcome.hash)
    if outcome.hash == nil { line.member("unhashed", outcome.unhashed.map { shortened($0) }) }
    // `changed` and `patch` are optional: a line that they make too long, or too rich in values, omits them.
    let countWithoutChanged = line.count
    if outcome.hash != nil || outcome.unhashed != nil {
      line.member("since", outcome.since)
      if let after {
        // What changed since an unknown state isn't known.
        if let before { line.changed(from: before, to: after) }
      } else {
        line.changed(outcome.changed)
      }
    }
    if !fits(after: action) { line.removePart(after: countWithoutChanged) }
    let countWithoutSecrets = line.count
    line.member("secrets", places: outcome.secrets)
    if !outcome.secrets.isEmpty, !fits(after: action) {
      line.removePart(after: countWithoutSecrets)
      line.member("secrets", places: [""])
    }
    var hasPatch = true
    if let patch = outcome.patch {
      let countWithoutPatch = line.count
      line.key("patch")
      line.payload(patch)
      hasPatch = fits(after: action)
      if !hasPatch { line.removePart(after: countWithoutPatch) }
    }
    line.member("us", outcome.reducerMicroseconds)
    if case .at(let start) = validator.wholeState { line.member("base", offset - start) }
    close(action)
    return hasPatch
  }

  /// Whether the second part of an action's line leaves room for the members that always follow.
  private func fits(after action: OpenAction) -> Bool {
    action.byteCount + line.count + validator.suffixByteCount + 80 <= validator.maximumLineBytes
      && action.valueCount + line.withPart(ValueCount.bound(in:)) + 16
        <= JournalLimits.maximumValues(inLineOf: validator.maximumLineBytes)
  }

  /// Ends the line of an action without an outcome: it led to no known state.
  package mutating func abandonAction() throws(Problem) {
    guard let action = openAction else { throw .misuse("an action is abandoned that wasn't begun") }
    line.resume(afterComma: action.endsInComma)
    if case .at(let start) = validator.wholeState { line.member("base", offset - start) }
    line.key("interrupted")
    line.json(.bool(true))
    close(action)
  }

  /// The record that returns to an earlier state.
  package mutating func rewind(at: Int?, to: Int, hash: StateHash) throws(Problem) {
    guard validator.hasState, (0...validator.seq).contains(to) else {
      throw .misuse("a rewind to state \(to), which doesn't exist")
    }
    let seq = validator.seq + 1
    try startLine("rewind", seq: seq)
    line.member("at", at)
    line.member("to", to)
    line.member("hash", hash)
    try end()
    set(seq)
  }

  /// A name for a state.
  package mutating func mark(at: Int?, to: Int, name: String, text: String?) throws(Problem) {
    guard validator.hasState, (0...validator.seq).contains(to) else {
      throw .misuse("a mark at state \(to), which doesn't exist")
    }
    try startLine("mark", seq: validator.seq)
    line.member("at", at)
    line.member("to", to)
    line.member("name", name)
    line.member("text", text)
    try end()
  }

  /// The record of missing actions or bytes.
  package mutating func gap(at: Int?, why: String, missing: Int?, bytes: [UInt8]?) throws(Problem) {
    try startLine("gap", seq: validator.seq)
    line.member("at", at)
    line.member("why", shortened(why))
    line.member("missing", missing)
    if let bytes { line.member("bytes", base64: bytes) }
    try end()
  }

  /// A gap that keeps the bytes of a torn line, as many as a line can hold.
  mutating func gap(keeping torn: [UInt8]) throws(Problem) {
    let (why, kept) = GapRecord.keeping(torn: torn, maximumLineBytes: validator.maximumLineBytes)
    try gap(at: nil, why: why, missing: nil, bytes: kept)
  }

  /// The end of a session, after this number of records in the file.
  package mutating func seal(at: Int?, records: Int) throws(Problem) {
    try startLine("seal", seq: validator.seq)
    line.member("at", at)
    line.member("records", records)
    try end()
    validator.records = records + 1
    validator.isSealed = true
  }

  // MARK: Lines

  /// The distance back to the session's header.
  private mutating func sessionHeader() {
    if case .at(let start) = validator.header { line.member("header", offset - start) }
  }

  private func nextSeq(ifSet setsState: Bool) -> Int {
    setsState && validator.hasState ? validator.seq + 1 : validator.seq
  }

  private mutating func set(_ seq: Int) {
    validator.seq = seq
    validator.hasState = true
  }

  private mutating func startLine(_ kind: StaticString, seq: Int? = nil, isFirst: Bool = false) throws(Problem) {
    guard openAction == nil else { throw .misuse("a \(kind) is recorded while an action's reducer runs") }
    guard isFirst || validator.sum != nil else { throw .misuse("a \(kind) is recorded before the header") }
    let seq = seq ?? validator.seq
    guard seq <= JournalLimits.maximumSeq else { throw .exhausted("seqs") }
    line.begin(kind, seq: seq)
  }

  private mutating func end(_ start: SipHash? = nil) throws(Problem) {
    guard line.count + validator.suffixByteCount <= validator.maximumLineBytes else {
      let found = line.count + validator.suffixByteCount
      line.removePart()
      throw .lineTooLong(limit: validator.maximumLineBytes, found: found)
    }
    try checkValues()
    endLine(start ?? validator.sum.map(ChainSum.hash(after:)) ?? SipHash(), proof: startOfProof, partBefore: 0)
  }

  /// The state of the proof's hash before the next line.
  private var startOfProof: SipHash? { validator.prover?.hash(after: validator.auth) }

  /// Discards a line that has too many values for a reader.
  private mutating func checkValues() throws(Problem) {
    guard let found = valueExcess else { return }
    line.removePart()
    throw .tooManyValues(limit: JournalLimits.maximumValues(inLineOf: validator.maximumLineBytes), found: found)
  }

  /// The number of the line's values, if a reader refuses it.
  private var valueExcess: Int? {
    let limit = JournalLimits.maximumValues(inLineOf: validator.maximumLineBytes)
    return line.withPart { ValueCount.excess(over: limit - ValueCount.reserved, in: $0) }
  }

  private mutating func close(_ action: OpenAction) {
    endLine(action.hash, proof: action.proof, partBefore: action.byteCount)
    openAction = nil
    set(validator.seq + 1)
  }

  /// Ends a line whose hashes already cover its first part.
  private mutating func endLine(_ hash: SipHash, proof: SipHash?, partBefore: Int) {
    if var proof {
      line.withPart { proof.update($0) }
      let tag = AuthTag(proof)
      line.member("auth", tag.value)
      validator.auth = tag
    }
    var hash = hash
    line.withPart { hash.update($0) }
    let sum = ChainSum(hash)
    line.end(sum)
    offset += partBefore + line.count
    validator.sum = sum
    validator.records = validator.records.map { $0 + 1 }
    validator.isSealed = false
  }

  /// Cuts a text so that two of them fit in a line's second part, escapes included.
  private func shortened(_ text: String) -> String {
    let limit = min(JournalComposer.maximumTextByteCount, max(0, reservedByteCount / 2 - 512))
    var byteCount = 0
    for index in text.unicodeScalars.indices {
      let scalar = text.unicodeScalars[index]
      switch scalar {
      case "\u{0}"..."\u{1F}", "\u{7F}": byteCount += 6
      case "\"", "\\": byteCount += 2
      default: byteCount += UTF8.width(scalar)
      }
      if byteCount > limit { return text[..<index] + "…" }
    }
    return text
  }
}
