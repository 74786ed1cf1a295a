import RuntimeLayout
import StatePrivacy
import StateTree

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The state of an encoding run: the sink and the open containers.
///
/// Values stream straight into the sink, as nearly every `encode(to:)` allows. Anything else sets `isOutOfOrder`: a
/// container that is written to after its turn, a key that is written twice, `superEncoder()`. The run is then discarded and
/// repeated with `TreeEncoder`, which is slower and accepts everything.
///
/// A core serves one run after another and keeps its memory. `EncodingSession` ensures that encoders and containers which
/// values kept from an earlier run can't write into a later one.
///
/// The members skip the dynamic exclusivity check: with it, recording takes 1.46 times as many instructions, hashing 1.74 and
/// `verify` 1.37. No access to them spans a call into the values that are being encoded, and a run stays on one thread.
final class EncodingCore {
  @exclusivity(unchecked) var sink: EncodingSink
  @exclusivity(unchecked) var frames = Stack<Frame>()
  @exclusivity(unchecked) var path = Stack<PathStep>()
  @exclusivity(unchecked) var isOutOfOrder = false
  /// Whether the value that is being encoded has not written anything yet.
  @exclusivity(unchecked) var isPending = false
  @exclusivity(unchecked) var trail = CaseTrail()
  /// Whether the run may continue, if its time is limited.
  @exclusivity(unchecked) private var isTimeLeft: (() -> Bool)?
  /// The length of the text at the next check.
  @exclusivity(unchecked) private(set) var nextCheck = Int.max
  /// Counts through all runs, so that no container is mistaken for one of an earlier run.
  @exclusivity(unchecked) var serial = 0
  @exclusivity(unchecked) var keys = KeyRegister()
  @exclusivity(unchecked) var preparedKeys: KeyTable
  @exclusivity(unchecked) var containers: EncodingContainerCache
  @exclusivity(unchecked) var depth = 0
  /// The number of containers that are open around the value being encoded, which must not close them.
  @exclusivity(unchecked) var floor = 0
  @exclusivity(unchecked) var strategies = TypeCache<EncodingStrategy>()
  @exclusivity(unchecked) private(set) var userInfo: [CodingUserInfoKey: any Sendable] = [:]
  /// Whether values go through `TreeEncoder`, because a stream failed already. Retrying at every level would double the work
  /// with each.
  @exclusivity(unchecked) var isDetached = false
  /// Whether JSON values are written alike if they are equal, because the text decides about an order.
  @exclusivity(unchecked) var normalizesJSON = false
  @exclusivity(unchecked) var rootPath: [any CodingKey] = []
  /// Whether to depend on private layouts.
  let gate: LayoutGate
  /// The rules of redaction; `nil` for none.
  let rules: RuleSet?
  /// The cursors of the run; `nil` without rules.
  @exclusivity(unchecked) var walk: RuleWalk?
  @exclusivity(unchecked) var matches = MatchCache()
  private let rootPlace: Int
  /// The masking of the run's value by the value around it.
  @exclusivity(unchecked) private(set) var rootMasking = TreeNode.Masking.none
  /// The number of the cursor of the next value.
  @exclusivity(unchecked) var place = RuleWalk.free
  /// The number of secrets in the run.
  var redactions: Int {
    get { sink.redactions }
    set { sink.redactions = newValue }
  }
  /// The number of values that the run left out of a hash.
  @exclusivity(unchecked) var omissions = 0
  /// The number of times that values of the run read their coding paths.
  @exclusivity(unchecked) var pathReads = 0
  /// The length of the path at which a value last encoded itself as nil; -1 for none.
  @exclusivity(unchecked) var nilPathCount = -1
  /// The index of the scalar that is being written, in an array that has no step for each; -1 for others.
  @exclusivity(unchecked) var scalarIndex = -1
  /// Whether the key of the array that is being written isn't on the path.
  @exclusivity(unchecked) var isKeyMissing = false
  /// Follows the collections, if the run is to follow them.
  @exclusivity(unchecked) var follower: (any CollectionFollower)?
  /// The effect of the rules on tables, by the numbers of cursors.
  @exclusivity(unchecked) private var tableScopes = Stack<TableScope?>()
  /// What a value keeps for the values in it.
  @exclusivity(unchecked) var context: AnyObject?
  /// Encodes parts of a value apart from the stream, under the same rules.
  @exclusivity(unchecked) private var partSession: EncodingSession?

  /// A key or an index on the path.
  struct PathStep {
    var key: (any CodingKey)?
    var index = 0
  }

  /// The length of text between two checks of a time limit: less than 0.1 ms.
  private static let bytesBetweenChecks = 1 << 14

  /// A container that is open.
  struct Frame {
    var serial: Int
    var isObject: Bool
    var count: Int
    /// The length of the path to the container.
    var pathCount: Int
    /// The length of the path to the members of the container, without their own step.
    var base: Int
    var keys: KeyRegister.Mark
    /// The number of the container's cursor.
    var place: Int
    /// Whether its keys are ids, which are not names.
    var isTable: Bool
    /// The effects of members that name the value beside them.
    var pair: SecretPair.Match
    /// The source of the keys of the members so far.
    var keySource: Int
    /// The keys of the source that were written.
    var written: KnownKeys.Written
  }

  /// Identifies the source of a container's keys: a serial number, or one of these.
  enum KeySource {
    /// An object has no members yet.
    static let none = 0
    /// All keys of an object are in the register.
    static let register = -1
    /// The container can't be a source of keys.
    static let ignorance = -2
  }

  /// The location of a run's value in a larger value.
  struct Location {
    var path: [any CodingKey] = []
    var depth = 0
    var isDetached = false
    var normalizesJSON = false
    /// The cursor, unless it is the root.
    var rules: RuleSet.Cursor?
    /// The masking by the value around it.
    var masking = TreeNode.Masking.none
  }

  /// Creates a core that redacts by rules.
  init(rules: RuleSet? = nil, gate: LayoutGate = .process) {
    self.rules = rules
    self.gate = gate
    containers = EncodingContainerCache(gate)
    sink = EncodingSink(rules: rules)
    var walk = rules.map { RuleWalk($0) }
    rootPlace = rules.flatMap { $0.hasPointers ? walk?.number(of: $0.root) : nil } ?? RuleWalk.free
    self.walk = walk
    preparedKeys = KeyTable(secrets: rules?.names)
  }

  // MARK: Runs

  /// Prepares for a run; the sink is left to the caller.
  func begin(userInfo: [CodingUserInfoKey: any Sendable]) {
    // An error may have left open containers.
    frames.count = 0
    if path.count > 0 { path.removeLast(to: 0) }
    keys.removeAll()
    isOutOfOrder = false
    isPending = false
    trail = CaseTrail()
    floor = 0
    depth = 0
    isDetached = false
    normalizesJSON = false
    // Even assigning an empty dictionary would count references, and a debug build asks protocols whether one is empty.
    if userInfo.count | self.userInfo.count != 0 { self.userInfo = userInfo }
    if rootPath.count != 0 { rootPath = [] }
    redactions = 0
    sink.log?.removeAll()
    omissions = 0
    pathReads = 0
    place = rootPlace
    rootMasking = .none
    if context != nil { context = nil }
  }

  /// Prepares for a run at a location in a larger value.
  func begin(userInfo: [CodingUserInfoKey: any Sendable], at place: Location) {
    begin(userInfo: userInfo)
    depth = place.depth
    isDetached = place.isDetached
    normalizesJSON = place.normalizesJSON
    rootPath = place.path
    for key in place.path { path.append(PathStep(key: key)) }
    if let rules = place.rules { enter(rules) }
    rootMasking = place.masking
  }

  /// Moves to a cursor; `nil` if no pointer leads there.
  func enter(_ rules: RuleSet.Cursor?) {
    guard walk != nil else { return }
    place = rules.flatMap { walk?.number(of: $0) } ?? RuleWalk.free
  }

  /// Limits the time of the current run.
  func limit(while isLeft: @escaping () -> Bool) {
    isTimeLeft = isLeft
    nextCheck = EncodingCore.bytesBetweenChecks
  }

  /// Ends a run, and disconnects the containers that values kept.
  func end(keeping textLimit: Int) {
    isTimeLeft = nil
    nextCheck = Int.max
    containers.endRun()
    sink.text.end(keeping: textLimit)
  }

  deinit { containers.endRun() }

  /// Encodes a whole value into the sink, in the slower way if streaming fails.
  func run(_ value: some Encodable) throws {
    let level = sink.level
    let place = place
    if rules != nil, self.place != RuleWalk.free || rootMasking != .none { redactRoot() }
    try encode(value)
    if isOutOfOrder {
      // The slower way takes even longer, and a value may have swallowed the error.
      try checkTime()
      sink.restart(level: level)
      sink.log?.removeAll()
      self.place = place
      if self.place != RuleWalk.free || rootMasking != .none { redactRoot() }
      let tree = try tree(of: value)
      // The tree already has stand-ins for all secrets, and texts whose form is exempt.
      sink.mask = nil
      sink.detects = false
      write(tree, at: place)
      sink.detects = sink.formats != nil
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

  /// The value as a tree, in the slower way.
  func tree(of value: some Encodable) throws -> JSONValue {
    let run = treeRun()
    let node = TreeNode(depth: rootPath.count)
    run.redact(node, behind: sink.mask, at: walk?[place])
    try TreeEncoder(run: run, node: node, codingPath: rootPath).encode(value)
    if run.isTooDeep { throw tooDeep(value) }
    run.redactLatePairs()
    redactions += run.redactions
    note(node, rootPath)
    return node.value
  }

  /// A run that builds the tree of a value that can't be streamed.
  func treeRun() -> TreeRun {
    if let rules, rules.isWatching {
      redactions += 1
      return TreeRun(userInfo: userInfo, rules: nil, normalizesJSON: normalizesJSON)
    }
    return TreeRun(
      userInfo: userInfo, rules: rules, logsRedactions: sink.log != nil, normalizesJSON: normalizesJSON)
  }

  /// The effect of the rules on a table at a cursor.
  @inline(__always)
  func tableScope(at place: Int) -> TableScope {
    if place < tableScopes.count, let known = tableScopes.elements[place] { return known }
    return findTableScope(at: place)
  }

  @inline(never)
  private func findTableScope(at place: Int) -> TableScope {
    while tableScopes.count <= place { tableScopes.append(nil) }
    let scope = TableScope(rules, tableAt: walk?[place] ?? .free)
    tableScopes.elements[place] = scope
    return scope
  }

  /// The JSON text of a part of the value, encoded apart from the stream. For a part of a set, or a key in an array, `container`
  /// is the length of the container's path: the redacted places of the part are noted there, because its index isn't known yet,
  /// and equal JSON is written alike.
  func text(of value: some Encodable, key: (any CodingKey)?, in container: Int? = nil) throws -> [UInt8] {
    var place = Location(
      path: path(count: path.count) + (key.map { [$0] } ?? []), depth: depth, isDetached: isDetached,
      normalizesJSON: container != nil || normalizesJSON)
    guard let rules else {
      return try EncodingSession.withPooled { session in
        defer { pathReads &+= session.pathReads }
        return try session.text(of: value, userInfo: userInfo, at: place, level: sink.level)
      }
    }
    place.rules = walk?[self.place]
    let session = partSession ?? EncodingSession(sharing: rules)
    partSession = session
    defer {
      redactions += session.redactions
      pathReads &+= session.pathReads
      if let container {
        sink.log?.merge(session.redactedPlaces, at: self.path(count: container).map(\.token))
      } else {
        sink.log?.append(session.redactedPlaces)
      }
    }
    session.logsRedactions = sink.log != nil
    return try session.text(of: value, userInfo: userInfo, at: place, level: sink.level)
  }
}
