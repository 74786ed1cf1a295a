import StateCoding
package import StateTree

/// Parses a record from its JSON, independently of the records around it.
package struct RecordParser {
  package typealias Problem = JournalError.Problem

  let document: JSONDocument
  let kind: String
  let seq: Int
  /// Skips the search for most missing members.
  private let keys: KeySet
  /// The whole record.
  var root: JSONNode { document.root }

  /// Limits that let a payload nest 512 levels, like a document of its own; the line adds one.
  static func limits(maximumLineBytes: Int) -> JSONLimits {
    JSONLimits(
      depth: 514, bytes: maximumLineBytes,
      values: JournalLimits.maximumValues(inLineOf: maximumLineBytes))
  }

  /// Parses a whole line.
  ///
  /// - Parameters:
  ///   - line: The line without its line end.
  ///   - maximumLineBytes: The longest line.
  ///   - memory: An unused document, whose memory is reused.
  /// - Returns: A parser for the line's record.
  /// - Throws: `damaged` if the line isn't JSON or its start is invalid.
  package static func parse(
    _ line: UnsafeRawBufferPointer, maximumLineBytes: Int, reusing memory: inout JSONDocument?
  ) throws(Problem) -> RecordParser {
    guard let prefix = LinePrefix(line) else {
      throw .damaged("the line does not start with a kind and a seq")
    }
    let document: JSONDocument
    do {
      document = try JSONDocument(
        copying: line, limits: limits(maximumLineBytes: maximumLineBytes), reusing: &memory)
    } catch {
      if case .tooManyValues(let limit) = error.reason { throw .tooManyValues(limit: limit) }
      throw .damaged("not JSON: \(error)")
    }
    return RecordParser(document: document, kind: prefix.kind, seq: prefix.seq, keys: KeySet(of: document))
  }

  package func record() throws(Problem) -> JournalRecord {
    switch kind {
    case "action": .action(try action())
    case "snapshot": .snapshot(try snapshot())
    case "header": .header(try header())
    case "rewind": .rewind(try rewind())
    case "mark": .mark(try mark())
    case "gap": .gap(try gap())
    case "seal": .seal(SealRecord(seq: seq, at: try optionalCount("at"), records: try count("records")))
    default: .unknown(try unknown())
    }
  }

  private func header() throws(Problem) -> HeaderRecord {
    // The format comes first, because another format may define every other member differently.
    let format = try required("format")
    guard format.integer == JournalLimits.format else { throw .unknownFormat(shown(format)) }
    let hash = try text("hash")
    let suffix = HeaderRecord.inputsSuffix
    let definition = hash.hasSuffix(suffix) ? String(hash.dropLast(suffix.count)) : hash
    guard [StateHash.definition, StateHash.volatileDefinition].contains(definition) else { throw .unknownHash(hash) }
    guard let journal = JournalID(try text("journal")) else { throw unexpected("journal", "32 lowercase hex digits") }
    guard let started = WallClock(try text("started")) else { throw unexpected("started", "an RFC 3339 time") }
    let app = try required("app")
    guard let name = app.member("name")?.string else { throw unexpected("app", "an object with a name") }
    let context = member("context")?.value ?? .object(JSONObject())
    guard case .object(let context) = context else { throw unexpected("context", "an object") }
    let rules = member("rules")?.value ?? .object(JSONObject())
    if let name = rules.object.flatMap(RedactionRules.unknownLists) { throw .unknownRules(name) }
    guard let rules = rules.object.flatMap(RedactionRules.init(json:)) else {
      throw unexpected("rules", "an object with lists of pointers and names")
    }
    if let limit = rules.brokenLimit { throw unexpected("rules", limit) }
    guard definition == rules.hashDefinition else {
      throw unexpected("hash", "\(rules.hashDefinition), as the rules say")
    }
    guard let identity = RedactionRules.pointers(member("identity")?.value),
      identity.count <= HeaderRecord.maximumIdentities
    else { throw unexpected("identity", "a list of at most \(HeaderRecord.maximumIdentities) pointers") }
    let previous = try optionalText("previous")
    if let previous, ChainSum(digits: previous.utf8) == nil { throw unexpected("previous", "16 lowercase hex digits") }
    let origin = member("origin").map(JournalOrigin.init)
    if case .some(nil) = origin { throw unexpected("origin", "an object with a journal, a state and actions after it") }
    let key = try optionalText("key")
    if let key, ChainSum(digits: key.utf8) == nil { throw unexpected("key", "16 lowercase hex digits") }
    let previousAuth = try optionalText("previous-auth")
    if let previousAuth, AuthTag(previousAuth) == nil { throw unexpected("previous-auth", "32 lowercase hex digits") }
    return HeaderRecord(
      seq: seq, journal: journal, session: try count("session"),
      app: AppIdentity(
        name: name, version: app.member("version")?.string, schema: app.member("schema")?.integer),
      hash: hash, started: started, detail: try text("detail"), states: try optionalText("states"), rules: rules,
      identity: identity, context: context, platform: try text("platform"), origin: origin ?? nil, key: key,
      previous: previous, previousAuth: previousAuth)
  }

  private func snapshot() throws(Problem) -> SnapshotRecord {
    let content: SnapshotRecord.Content
    switch (member("state"), try optionalCount("same-as")) {
    case (let state?, nil): content = .state(state)
    case (nil, let earlier?):
      guard earlier < seq else { throw unexpected("same-as", "an earlier seq") }
      content = .sameAs(earlier)
    case (nil, nil): throw .damaged("the snapshot has neither state nor same-as")
    default: throw .damaged("the snapshot has both state and same-as")
    }
    return SnapshotRecord(
      seq: seq, at: try optionalCount("at"), content: content, hash: try hash(), header: try optionalCount("header"),
      isWhole: try flag("whole") ?? true, redacted: try places("redacted"))
  }

  private func action() throws(Problem) -> ActionRecord {
    var action = ActionRecord(
      seq: seq, at: try count("at"), type: try text("type"), replayability: try replayability(),
      redacted: try places("redacted"), action: try required("action"), changed: try changed(),
      secrets: try places("secrets"),
      interrupted: try flag("interrupted") ?? false)
    action.swiftType = try optionalText("swift")
    action.module = try optionalText("module")
    action.site = try optionalText("site")
    action.cause = try optionalCount("cause")
    if let cause = action.cause, cause >= seq { throw unexpected("cause", "an earlier seq") }
    action.inputs = try inputs()
    action.error = try optionalText("error")
    if member("hash") != nil { action.hash = try hash() }
    action.unhashed = try optionalText("unhashed")
    action.since = try optionalCount("since")
    if let since = action.since, since >= seq { throw unexpected("since", "an earlier seq") }
    action.listsChanges = member("changed") != nil
    action.patch = try patch()
    action.reducerMicroseconds = try optionalCount("us")
    action.base = try optionalCount("base")
    action.torn = try optionalBytes("torn")
    return action
  }

  private func replayability() throws(Problem) -> ActionRecord.Replayability {
    guard let text = try optionalText("replay") else { return .replayable }
    guard let known = ActionRecord.Replayability(rawValue: text), known != .replayable else {
      throw unexpected("replay", "\"inspect-only\" or \"opaque\"")
    }
    return known
  }

  private func inputs() throws(Problem) -> ActionInputs? {
    guard let node = member("inputs") else { return nil }
    guard let now = node.member("now")?.integer, (0...JournalLimits.maximumSeq).contains(now),
      let seed = node.member("seed")?.string.flatMap({ StateHash($0) })
    else { throw unexpected("inputs", "an object with a time and a seed of 32 hex digits") }
    return ActionInputs(now: now, seed: seed)
  }

  private func changed() throws(Problem) -> [ChangedMember] {
    guard let node = member("changed") else { return [] }
    guard node.kind == .object else { throw unexpected("changed", "an object") }
    var members: [ChangedMember] = []
    members.reserveCapacity(node.count)
    for (pointer, value) in node.members {
      let short = value.string
      let isRight = short.map { $0.utf8.count == 8 && $0.utf8.allSatisfy(isLowercaseHexDigit) } ?? (value.kind == .null)
      guard isRight else { throw unexpected("changed", "eight lowercase hex digits or null for each member") }
      guard (try? JSONPointer(pointer)) != nil else { throw unexpected("changed", "pointers as keys") }
      members.append(ChangedMember(pointer: pointer, short: short))
    }
    return members
  }

  private func places(_ key: StaticString) throws(Problem) -> [String] {
    guard let node = member(key) else { return [] }
    guard node.kind == .array else { throw unexpected(key, "a list of pointers") }
    var places: [String] = []
    places.reserveCapacity(node.count)
    for element in node.elements {
      guard let place = element.string, let pointer = try? JSONPointer(place),
        pointer.tokens.count <= RedactedPlaces.mostTokens
      else {
        throw unexpected(key, "a list of pointers")
      }
      places.append(place)
    }
    return places
  }

  private func patch() throws(Problem) -> JSONNode? {
    guard let patch = member("patch") else { return nil }
    guard patch.kind == .array else { throw unexpected("patch", "a list of operations") }
    return patch
  }

  private func rewind() throws(Problem) -> RewindRecord {
    let to = try count("to")
    guard to < seq else { throw unexpected("to", "an earlier seq") }
    return RewindRecord(seq: seq, at: try optionalCount("at"), to: to, hash: try hash())
  }

  private func mark() throws(Problem) -> MarkRecord {
    let to = try count("to")
    guard to <= seq else { throw unexpected("to", "an existing seq") }
    return MarkRecord(
      seq: seq, at: try optionalCount("at"), to: to, name: try text("name"), text: try optionalText("text"))
  }

  private func gap() throws(Problem) -> GapRecord {
    GapRecord(
      seq: seq, at: try optionalCount("at"), why: try text("why"), missing: try optionalCount("missing"),
      bytes: try optionalBytes("bytes"))
  }

  private func unknown() throws(Problem) -> UnknownRecord {
    guard try flag("must") != true else { throw .unknownKind(kind) }
    return UnknownRecord(kind: kind, seq: seq, json: root)
  }

  // MARK: Members

  private func member(_ key: StaticString) -> JSONNode? {
    keys.mayContain(key) ? root.member(named: key) : nil
  }

  private func required(_ key: StaticString) throws(Problem) -> JSONNode {
    guard let node = member(key) else { throw .damaged("the \(kind) has no \(key)") }
    return node
  }

  private func text(_ key: StaticString) throws(Problem) -> String {
    guard let text = try required(key).string else { throw unexpected(key, "a string") }
    return text
  }

  private func optionalText(_ key: StaticString) throws(Problem) -> String? {
    member(key) == nil ? nil : try text(key)
  }

  private func count(_ key: StaticString) throws(Problem) -> Int {
    guard let count = try required(key).integer, (0...JournalLimits.maximumSeq).contains(count) else {
      throw unexpected(key, "a whole number from 0 to 2^53")
    }
    return count
  }

  private func optionalCount(_ key: StaticString) throws(Problem) -> Int? {
    member(key) == nil ? nil : try count(key)
  }

  private func flag(_ key: StaticString) throws(Problem) -> Bool? {
    guard let node = member(key) else { return nil }
    guard let flag = node.bool else { throw unexpected(key, "true or false") }
    return flag
  }

  private func hash() throws(Problem) -> StateHash {
    guard let hash = StateHash(try text("hash")) else { throw unexpected("hash", "32 hex digits") }
    return hash
  }

  private func optionalBytes(_ key: StaticString) throws(Problem) -> [UInt8]? {
    guard let text = try optionalText(key) else { return nil }
    guard let bytes = Base64.decode(text) else { throw unexpected(key, "Base64") }
    return bytes
  }

  private func unexpected(_ key: StaticString, _ expected: String) -> Problem {
    guard let node = member(key) else { return .damaged("the \(kind) has no \(key), expected \(expected)") }
    return .damaged("the \(kind)'s \(key) is \(shown(node)), expected \(expected)")
  }

  /// The value's text, shortened for a message.
  private func shown(_ node: JSONNode) -> String {
    let bytes = node.bytes
    return bytes.count <= 60
      ? String(decoding: bytes, as: UTF8.self) : String(decoding: bytes.prefix(57), as: UTF8.self) + "..."
  }
}

/// The lengths and first letters of an object's keys.
private struct KeySet {
  private var bits: UInt64 = 0

  init(of document: JSONDocument) {
    document.withView { view in
      guard view.node(0).kind == .object else { return }
      var position = 1
      var rest = view.node(0).count
      while rest > 0 {
        // An escape hides the length.
        bits |= view.node(position).isEscaped ? .max : KeySet.bit(view.raw(at: position))
        position = Int(truncatingIfNeeded: view.node(position &+ 1).next)
        rest &-= 1
      }
    }
  }

  func mayContain(_ key: StaticString) -> Bool {
    bits & KeySet.bit(UnsafeRawBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount)) != 0
  }

  private static func bit(_ key: UnsafeRawBufferPointer) -> UInt64 {
    guard let start = key.baseAddress, key.count > 0 else { return 1 }
    return 1 &<< UInt64(truncatingIfNeeded: key.count &* 7 &+ Int(start.load(as: UInt8.self)))
  }
}
