/// An encoder that keeps its memory from one value to the next: it encodes and hashes as `StateEncoder` does, and
/// allocates nothing once it has grown to the size of its values.
///
/// It belongs to one thread at a time. A value may encode another in its `encode(to:)` with the session that it is
/// itself being encoded with.
package final class EncodingSession {
  private var core: EncodingCore
  private var isBusy = false

  /// How much text memory is kept between two values.
  private static let keptText = 1 << 16

  /// Sessions that nobody uses just now, so that a `StateEncoder` need not make one for each value.
  private static let pool = ObjectPool<EncodingSession>()

  /// Creates a session.
  package init() { core = EncodingCore() }

  /// Creates a session with rules that others have too.
  init(sharing rules: RuleSet?) { core = EncodingCore(rules: rules) }

  /// Creates a session that redacts what rules say.
  package convenience init(rules: RedactionRules) { self.init(sharing: rules.haveEffect ? RuleSet(rules) : nil) }

  /// How many secrets the last run has met.
  package var redactions: Int { core.redactions }
  /// How many values the last run has left out of a hash.
  var omissions: Int { core.omissions }

  /// Calls the body with a session that nobody else uses.
  package static func withPooled<Result>(_ body: (EncodingSession) throws -> Result) rethrows -> Result {
    let session = pool.take() ?? EncodingSession()
    defer { pool.put(session) }
    return try body(session)
  }

  /// Calls the body with the value as JSON text without spaces.
  ///
  /// - Throws: What the value's `encode(to:)` throws, or `EncodingError` if it nests deeper than 512 levels.
  package func withText<Result>(
    of value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = Dictionary(),
    _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try withCore { core in
      core.begin(userInfo: userInfo)
      core.sink.resetForText()
      try core.run(value)
      return try body(core.sink.text.text)
    }
  }

  /// Calls the body with the value as JSON text without spaces, if there is time to make it.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - isTimeLeft: Whether there is; asked again and again.
  ///   - body: What takes the text.
  /// - Returns: What the body returns.
  /// - Throws: `OutOfTime`, soon after there was none left; what the value's `encode(to:)` throws, or `EncodingError` if
  ///   it nests deeper than 512 levels.
  package func withText<Result>(
    of value: some Encodable, while isTimeLeft: @escaping () -> Bool, _ body: (UnsafeRawBufferPointer) throws -> Result
  ) throws -> Result {
    try withCore { core in
      core.begin(userInfo: Dictionary())
      core.sink.resetForText()
      core.limit(while: isTimeLeft)
      try core.run(value)
      return try body(core.sink.text.text)
    }
  }

  /// What tells the case of the enum that was made text last, if nothing of its encoder was kept.
  package var trail: CaseTrail { core.trail }

  /// The value's state hash, computed without making JSON.
  ///
  /// - Throws: What the value's `encode(to:)` throws, or `EncodingError` if it nests deeper than 512 levels.
  package func hash(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = Dictionary()
  ) throws -> StateHash {
    try withCore { core in
      core.begin(userInfo: userInfo)
      return try core.hash(value)
    }
  }

  /// The state hash of a value that stands at a place for the rules; `nil` for one that no pointer leads to.
  func hash(_ value: some Encodable, at place: RuleSet.Cursor?) throws -> StateHash {
    try withCore { core in
      core.begin(userInfo: Dictionary())
      core.enter(place)
      return try core.hash(value)
    }
  }

  /// Puts the value's state hash, together with those of the members near its root, in the place of an outline that
  /// nobody needs any more.
  ///
  /// - Throws: What the value's `encode(to:)` throws, or `EncodingError` if it nests deeper than 512 levels.
  package func outline(
    _ value: some Encodable, userInfo: [CodingUserInfoKey: any Sendable] = Dictionary(),
    into outline: inout StateOutline
  ) throws {
    try withCore { core in
      core.begin(userInfo: userInfo)
      core.sink.resetForHash(collectsOutline: true)
      core.sink.hash.collect(reusing: &outline)
      try core.run(value)
      outline = core.sink.hash.takeOutline()
    }
  }

  /// The value's JSON without the values in it that keep their hashes.
  func sketch(of value: some Encodable) throws -> StateSketch {
    try withCore { core in
      core.begin(userInfo: Dictionary())
      core.sink.resetForText()
      core.sink.text.omitKeptValues()
      try core.run(value)
      return StateSketch(
        document: try JSONDocument(Array(core.sink.text.text)), omissions: core.sink.text.omissions ?? [])
    }
  }

  /// The JSON text of a value that stands inside another.
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

  @inline(__always)
  private func withCore<Result>(_ body: (EncodingCore) throws -> Result) throws -> Result {
    // A value that is being encoded has come back.
    if isBusy { return try EncodingSession(sharing: core.rules).withCore(body) }
    isBusy = true
    defer {
      // Somebody who has kept an encoder or a container would write into the next run.
      if !isKnownUniquelyReferenced(&core) { core = EncodingCore(rules: core.rules) }
      isBusy = false
    }
    defer { core.end(keeping: EncodingSession.keptText) }
    return try body(core)
  }
}
