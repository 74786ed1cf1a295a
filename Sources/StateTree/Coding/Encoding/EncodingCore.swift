#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What runs of the encoder work on: the sink, and which containers are open.
///
/// Values stream straight into the sink, as nearly every `encode(to:)` allows. What does not fit a stream — a
/// container written to after its turn, a key written twice, `superEncoder()` — sets `isOutOfOrder`; the run is then
/// worthless, and it is done again through `TreeEncoder`, which can do everything, slower.
///
/// A core serves one run after another and keeps its memory; `EncodingSession` sees to it that nothing which a value
/// has kept from an earlier run gets at a later one.
///
/// The members skip the dynamic exclusivity check, which took about a third of the time of encoding: no access to
/// them spans a call into the values that are being encoded, and a run stays on one thread.
final class EncodingCore {
  @exclusivity(unchecked) var sink = EncodingSink()
  @exclusivity(unchecked) var frames = Stack<Frame>()
  @exclusivity(unchecked) var path = Stack<PathStep>()
  @exclusivity(unchecked) var isOutOfOrder = false
  /// Whether the value that is being encoded has not written anything yet.
  @exclusivity(unchecked) var isPending = false
  @exclusivity(unchecked) var trail = CaseTrail()
  /// Whether the run may go on, where its time is limited.
  @exclusivity(unchecked) private var isTimeLeft: (() -> Bool)?
  /// How long the text is when that is asked next.
  @exclusivity(unchecked) private(set) var nextCheck = Int.max
  /// Told up through all runs, so that no container is taken for one of an earlier run.
  @exclusivity(unchecked) var serial = 0
  @exclusivity(unchecked) var keys = KeyRegister()
  @exclusivity(unchecked) var preparedKeys: KeyTable
  @exclusivity(unchecked) var containers = EncodingContainerCache()
  @exclusivity(unchecked) var depth = 0
  /// How many containers are open around the value that is being encoded: it must leave them alone.
  @exclusivity(unchecked) var floor = 0
  @exclusivity(unchecked) var strategies = TypeCache<EncodingStrategy>()
  @exclusivity(unchecked) private(set) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Whether values go through `TreeEncoder` because a stream has failed already: trying again at every level would
  /// double the work with each.
  @exclusivity(unchecked) var isDetached = false
  @exclusivity(unchecked) var rootPath: [any CodingKey] = []
  /// What is redacted; `nil` for nothing.
  let rules: RuleSet?
  /// The places that pointers lead to; `nil` without any.
  @exclusivity(unchecked) var walk: RuleWalk?
  private let rootPlace: Int
  /// How the value of the run is redacted because of what stands around it.
  @exclusivity(unchecked) private(set) var rootMasking = TreeNode.Masking.none
  /// Where the value stands that comes next, for the rules.
  @exclusivity(unchecked) var place = RuleWalk.free
  /// How many secrets the run has met.
  @exclusivity(unchecked) var redactions = 0
  /// How many values the run has left out of a hash.
  @exclusivity(unchecked) var omissions = 0
  /// What the rules say of tables, by the numbers of the places that were met.
  @exclusivity(unchecked) private var tableScopes = Stack<TableScope?>()
  /// What encodes parts of a value apart from the stream, under the same rules.
  @exclusivity(unchecked) private var partSession: EncodingSession?

  /// A key on the path, or an index in its place.
  struct PathStep {
    var key: (any CodingKey)?
    var index = 0
  }

  /// How much text is made before somebody who limits the time is asked again: less than a tenth of a millisecond's.
  private static let bytesBetweenChecks = 1 << 14

  /// A container that is open.
  struct Frame {
    var serial: Int
    var isObject: Bool
    var count = 0
    /// How long the path to the container is.
    var pathCount: Int
    var keys: KeyRegister.Mark
    /// Where the container stands, for the rules.
    var place: Int
    /// Whether its keys are ids, which are no names.
    var isTable = false
    /// Whose keys the members so far were found among.
    var keySource = KeySource.none
    /// Which of these were written.
    var written: KnownKeys.Written = 0
  }

  /// What tells apart the containers that know their keys: a serial number, or one of these.
  enum KeySource {
    /// An object has no members yet.
    static let none = 0
    /// All keys of an object are in the register.
    static let register = -1
    /// A container knows no keys.
    static let ignorance = -2
  }

  /// Where in a whole the value of a run stands.
  struct Location {
    var path: [any CodingKey] = []
    var depth = 0
    var isDetached = false
    /// Where it stands for the rules, if not at the root.
    var rules: RuleSet.Cursor?
    /// How it is redacted because of what stands around it.
    var masking = TreeNode.Masking.none
  }

  /// Creates a core whose runs redact what the rules say.
  init(rules: RuleSet? = nil) {
    self.rules = rules
    var walk = rules.flatMap { $0.hasPointers ? RuleWalk($0) : nil }
    rootPlace = rules.flatMap { walk?.number(of: $0.root) } ?? RuleWalk.free
    self.walk = walk
    preparedKeys = KeyTable(secrets: rules?.names)
  }

  // MARK: Runs

  /// Prepares for a run; the sink is left to the caller.
  func begin(userInfo: [CodingUserInfoKey: any Sendable]) {
    // What an error has left behind.
    frames.removeLast(to: 0)
    path.removeLast(to: 0)
    keys.removeAll()
    isOutOfOrder = false
    isPending = false
    trail = CaseTrail()
    floor = 0
    depth = 0
    isDetached = false
    // Not even empty ones are assigned without counting references.
    if !userInfo.isEmpty || !self.userInfo.isEmpty { self.userInfo = userInfo }
    if !rootPath.isEmpty { rootPath = [] }
    redactions = 0
    omissions = 0
    place = rootPlace
    rootMasking = .none
  }

  /// Prepares for a run whose value stands somewhere in a whole.
  func begin(userInfo: [CodingUserInfoKey: any Sendable], at place: Location) {
    begin(userInfo: userInfo)
    depth = place.depth
    isDetached = place.isDetached
    rootPath = place.path
    for key in place.path { path.append(PathStep(key: key)) }
    if let rules = place.rules { enter(rules) }
    rootMasking = place.masking
  }

  /// Goes to a place for the rules; `nil` for one that no pointer leads to.
  func enter(_ rules: RuleSet.Cursor?) {
    guard walk != nil else { return }
    place = rules.flatMap { walk?.number(of: $0) } ?? RuleWalk.free
  }

  /// Gives the run that has begun so much time as somebody else decides.
  func limit(while isLeft: @escaping () -> Bool) {
    isTimeLeft = isLeft
    nextCheck = EncodingCore.bytesBetweenChecks
  }

  /// Ends a run; what values have kept of it does no more.
  func end(keeping textLimit: Int) {
    isTimeLeft = nil
    nextCheck = Int.max
    containers.endRun()
    sink.text.end(keeping: textLimit)
  }

  deinit { containers.endRun() }

  /// Encodes a whole value into the sink, by the slower way if the stream does not do.
  func run(_ value: some Encodable) throws {
    let level = sink.level
    let place = place
    if walk != nil || rootMasking != .none { redactRoot() }
    try encode(value)
    if isOutOfOrder {
      // The slower way takes longer still, and a value may have swallowed the error.
      try checkTime()
      sink.restart(level: level)
      self.place = place
      if walk != nil || rootMasking != .none { redactRoot() }
      let tree = try tree(of: value)
      // In the tree all is replaced that was to be.
      sink.mask = nil
      write(tree, at: place)
    }
    if sink.deepest > JSONLimits.default.depth { throw tooDeep(value) }
  }

  /// The hash of a whole value.
  func hash(_ value: some Encodable) throws -> StateHash {
    sink.resetForHash(collectsOutline: false)
    try run(value)
    return sink.hash.result
  }

  @inline(never)
  func checkTime() throws {
    guard let isTimeLeft else { return }
    guard isTimeLeft() else {
      isOutOfOrder = true
      throw OutOfTime(byteCount: sink.text.text.count)
    }
    nextCheck = sink.text.text.count + EncodingCore.bytesBetweenChecks
  }

  /// The value as a tree, by the slower way.
  func tree(of value: some Encodable) throws -> JSONValue {
    let run = treeRun()
    let node = TreeNode(depth: rootPath.count)
    run.redact(node, behind: sink.mask, at: walk?[place])
    try TreeEncoder(run: run, node: node, codingPath: rootPath).encode(value)
    if run.isTooDeep { throw tooDeep(value) }
    redactions += run.redactions
    return node.value
  }

  /// What puts a value together that doesn't fit the stream.
  func treeRun() -> TreeRun {
    if let rules, rules.isWatching {
      redactions += 1
      return TreeRun(userInfo: userInfo, rules: nil)
    }
    return TreeRun(userInfo: userInfo, rules: rules)
  }

  /// What the rules say of a table at a place.
  @inline(__always)
  func tableScope(at place: Int) -> TableScope {
    if place < tableScopes.count, let known = tableScopes[place] { return known }
    return findTableScope(at: place)
  }

  @inline(never)
  private func findTableScope(at place: Int) -> TableScope {
    while tableScopes.count <= place { tableScopes.append(nil) }
    let scope = TableScope(rules, tableAt: walk?[place] ?? .free)
    tableScopes[place] = scope
    return scope
  }

  /// The JSON text of a value that is part of this one, made apart from the stream.
  func text(of value: some Encodable, key: (any CodingKey)?) throws -> [UInt8] {
    var place = Location(path: path(count: path.count) + (key.map { [$0] } ?? []), depth: depth, isDetached: isDetached)
    guard let rules else {
      return try EncodingSession.withPooled { session in
        try session.text(of: value, userInfo: userInfo, at: place, level: sink.level)
      }
    }
    place.rules = walk?[self.place]
    let session = partSession ?? EncodingSession(sharing: rules)
    partSession = session
    defer { redactions += session.redactions }
    return try session.text(of: value, userInfo: userInfo, at: place, level: sink.level)
  }
}
