import RuntimeLayout
import StatePrivacy
import StateTree

/// An encoder that keeps its memory from one value to the next.
///
/// It encodes and hashes like `StateEncoder`, and allocates nothing once it has grown to the size of its values. It belongs
/// to one thread at a time. A value may use the session in its own `encode(to:)`.
package final class EncodingSession {
  // Unchecked, because a session belongs to one thread at a time, and no access spans a call.
  @exclusivity(unchecked) private var core: EncodingCore
  @exclusivity(unchecked) private var isBusy = false

  /// Follows states, if the session is to follow them.
  @exclusivity(unchecked) var follower: (any CollectionFollower)?

  /// The most text memory that is kept between two values.
  private static let keptText = 1 << 16

  /// Idle sessions, so that a `StateEncoder` needn't create one for each value.
  private static let pool = ObjectPool<EncodingSession>()

  /// Creates a session.
  package init() { core = EncodingCore() }

  /// Creates a session that shares its rules with others.
  init(sharing rules: RuleSet?, gate: LayoutGate = .process) { core = EncodingCore(rules: rules, gate: gate) }

  /// Creates a session that redacts by rules.
  package convenience init(rules: RedactionRules) { self.init(rules: rules, gate: .process) }

  convenience init(rules: RedactionRules, gate: LayoutGate) {
    self.init(sharing: rules.haveEffect ? RuleSet(rules) : nil, gate: gate)
  }

  private var rules: RuleSet? { core.rules }
  /// Whether to depend on private layouts.
  var gate: LayoutGate { core.gate }
  /// The number of secrets in the last run.
  package var redactions: Int { core.redactions }
  /// Whether runs note the places of secrets.
  package var logsRedactions: Bool {
    get { core.sink.log != nil }
    set { if newValue != logsRedactions { core.sink.log = newValue ? RedactionLog(core) : nil } }
  }
  /// The places of secrets in the last run, if it noted them.
  package var redactedPlaces: [RedactedPlace] { core.sink.log?.places ?? [] }
  /// The number of values that the last run left out of a hash.
  var omissions: Int { core.omissions }

  /// The depth of the deepest container of the last run.
  var deepest: Int { core.sink.deepest }

  /// The number of times that values of the last run read their coding paths.
  var pathReads: Int { core.pathReads }

  /// The memory of copies; `nil` if the session follows no states.
  var memoBudget: MemoBudget? { follower?.budget }

  /// Whether the last state had a collection that is followed.
  package var isFollowing: Bool { follower?.isUsed ?? false }

  /// The elements that can't be followed, found since the last call: their types are walked in full from now on.
  package func takeUnstableElements() -> [UnstableElement] { follower?.takeFound() ?? [] }

  /// Calls the body with a session that is not in use.
  package static func withPooled<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    let session = pool.take() ?? EncodingSession()
    defer { pool.put(session) }
    return try body(session)
  }

  /// Calls the body with the value as JSON text without spaces.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels.
  package func withText<Result>(
    of value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = Dictionary(),
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try withRepeatedCore { core in
      core.begin(userInfo: userInfo)
      core.sink.resetForText()
      try core.run(value)
      return try body(core.sink.text.text)
    }
  }

  /// Calls the body with the value as JSON text without spaces, within a time limit.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isTimeLeft: Whether time is left; called repeatedly.
  ///   - body: Receives the text.
  /// - Returns: The body's result.
  /// - Throws: `OutOfTime` soon after the time is up, the error of the value's `encode(to:)`, or `EncodingError` if
  ///   it nests deeper than 512 levels.
  package func withText<Result>(
    of value: some Encodable, while isTimeLeft: @escaping () -> Bool, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try withRepeatedCore { core in
      core.begin(userInfo: Dictionary())
      core.sink.resetForText()
      core.limit(while: isTimeLeft)
      try core.run(value)
      return try body(core.sink.text.text)
    }
  }

  /// The case keys of the enum that was encoded last, unless the value kept its encoder.
  package var trail: CaseTrail { core.trail }

  /// The value's state hash, computed without making JSON.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels.
  package func hash(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = Dictionary()
  ) throws -> StateHash {
    try withRepeatedCore { core in
      core.begin(userInfo: userInfo)
      return try following(core) { try core.hash(value) }
    }
  }

  /// Calls the body while collections may be followed.
  @inline(__always)
  private func following<Result>(_ core: EncodingCore, _ body: () throws -> Result) throws -> Result {
    guard let follower else { return try body() }
    core.follower = follower
    defer { core.follower = nil }
    follower.begin()
    do {
      let result = try body()
      follower.end()
      return result
    } catch {
      // The run may have left a part of it behind.
      self.follower = follower.renewed()
      throw error
    }
  }

  /// The state hash of a value at a cursor, which is `nil` if no pointer leads there.
  func hash(_ value: some Encodable, at place: RuleSet.Cursor?) throws -> StateHash {
    try withCore { core in
      core.begin(userInfo: Dictionary())
      core.enter(place)
      return try core.hash(value)
    }
  }

  /// Replaces an outline by the value's, and reuses its memory.
  ///
  /// - Throws: The error of the value's `encode(to:)`, or `EncodingError` if it nests deeper than 512 levels.
  package func outline(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = Dictionary(),
    into outline: inout StateOutline
  ) throws {
    try withRepeatedCore { core in
      core.begin(userInfo: userInfo)
      core.sink.resetForHash(collectsOutline: true)
      core.sink.hash.collect(reusing: &outline)
      try following(core) { try core.run(value) }
      outline = core.sink.hash.takeOutline()
    }
  }

  /// The value's JSON without the values in it whose hashes are known. Following continues with it.
  ///
  /// It shares the text of `last` if it has the same.
  func sketch(of value: some Encodable, like last: StateSketch? = nil) throws -> StateSketch {
    try withRepeatedCore { core in
      core.begin(userInfo: Dictionary())
      core.sink.resetForSketch()
      try following(core) { try core.run(value) }
      return try StateSketch(core.sink.text.text, core.sink.text.takeOmissions(), like: last)
    }
  }

  /// Replaces an outline by that of a sketch, which leaves out no volatile values, and reuses its memory.
  func outline(_ sketch: StateSketch, into outline: inout StateOutline) throws {
    try withCore { core in
      core.sink.resetForHash(collectsOutline: true)
      core.sink.hash.collect(reusing: &outline)
      core.sink.hash.add(sketch.root)
      outline = core.sink.hash.takeOutline()
    }
  }

  /// The JSON of a value inside another, at a cursor.
  func part(_ value: some Encodable, at place: RuleSet.Cursor = .free) throws -> JSONValue {
    try partDocument(value, at: place).root.value
  }

  /// The same, parsed but not made into a tree.
  func partDocument(_ value: some Encodable, at place: RuleSet.Cursor = .free) throws -> JSONDocument {
    try JSONDocument(text(of: value, userInfo: Dictionary(), at: EncodingCore.Location(rules: place), level: 0))
  }

  /// The JSON of the value of a dictionary's key, where no pointer leads.
  func part(_ value: some Encodable, under key: String) throws -> JSONValue {
    guard rules != nil else { return try part(value) }
    return try part([key: value])[key] ?? .null
  }

  /// The state hash of the value of a dictionary's key, where no pointer leads.
  func hash(of value: some Encodable, under key: String) throws -> StateHash {
    try rules == nil ? hash(value) : part(value, under: key).stateHash
  }

  /// The JSON text of a value inside another.
  func text(
    of value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable], at place: EncodingCore.Location, level: Int
  ) throws -> [UInt8] {
    try withCore { core in
      core.begin(userInfo: userInfo, at: place)
      core.sink.resetForText(level: level)
      try core.run(value)
      return Array(core.sink.text.text)
    }
  }

  /// Calls the body again as long as a value asks for it.
  @inline(__always)
  private func withRepeatedCore<Result>(_ body: (EncodingCore) throws -> Result) throws -> Result {
    do {
      return try withCore(body)
    } catch is RepeatedRun {
      return try repeatRun(body)
    }
  }

  @inline(never)
  private func repeatRun<Result>(_ body: (EncodingCore) throws -> Result) throws -> Result {
    while true {
      do { return try withCore(body) } catch is RepeatedRun {}
    }
  }

  /// Leaves the core to values that kept an encoder of it.
  @inline(never)
  private func replaceCore() {
    let places = core.sink.log?.places
    core = EncodingCore(rules: core.rules, gate: core.gate)
    guard let places else { return }
    logsRedactions = true
    core.sink.log?.append(places)
  }

  @inline(__always)
  private func withCore<Result>(_ body: (EncodingCore) throws -> Result) throws -> Result {
    // The call comes from the `encode(to:)` of a value that this session is encoding.
    if isBusy { return try EncodingSession(sharing: core.rules, gate: core.gate).withCore(body) }
    isBusy = true
    defer {
      // An encoder or a container that a value kept would write into the next run.
      if !isKnownUniquelyReferenced(&core) { replaceCore() }
      isBusy = false
    }
    // Uncounted: only the end of this run replaces the core.
    let core = Unmanaged.passUnretained(core)
    defer { core._withUnsafeGuaranteedRef { $0.end(keeping: EncodingSession.keptText) } }
    return try core._withUnsafeGuaranteedRef { try body($0) }
  }
}

/// A run that must be repeated, because a value has found out that it must be encoded in another way.
///
/// Whoever throws it ends sometime: it throws only once for each type.
struct RepeatedRun: Error {}

/// A value took longer to encode than it may, and was given up.
package struct OutOfTime: Error {
  /// The number of bytes of its text so far.
  package let byteCount: Int
}
