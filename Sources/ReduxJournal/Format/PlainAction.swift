package import StateCoding
package import StateTree

/// The parts of an action's record that a replay needs; the reducer must have returned.
///
/// Unlike an `ActionRecord`, it needs no index of the whole line and no unused strings or arrays, which takes a fifth off
/// `verify` where states and actions are small. Every line that parses as a `PlainAction` also parses as an `ActionRecord`,
/// with equal members; a test changes bytes of lines at random to prove it.
package struct PlainAction: Sendable {
  /// The action; or its patch, if the action can't be reduced again.
  package private(set) var action: JSONNode
  /// Whether `action` holds RFC 6902 operations.
  package private(set) var isPatch: Bool
  /// Whether the action can't be reduced again. It is a step only if the state before it has its hash.
  package private(set) var leavesState: Bool
  /// The RFC 6902 operations that change the state as the action does; `nil` if the record has none.
  package private(set) var patch: JSONNode?
  /// The name by which replay finds the action's type, where several types of actions share a protocol.
  package private(set) var swiftType: String?
  /// The module of that type, if replay finds it by both names.
  package private(set) var module: String?
  /// The error that the reducer threw, if any.
  package private(set) var error: String?
  /// The hash of the state that the action led to; `nil` if unknown.
  package let hash: StateHash?
  /// The seq of the action that caused this one, if given.
  package let cause: Int?
  /// The time and the seed that the reducer got, if the session declares inputs.
  package let inputs: ActionInputs?
  /// The time in the reducer, if given.
  package let reducerMicroseconds: Int?
  /// Whether the record names places of secrets.
  package let namesSecrets: Bool
  let seq: Int
  let base: Int?
  /// The places at which a copy differs from the line; `nil` without a line.
  package private(set) var places: Places?

  /// The places at which a copy of an action's line differs from it, as offsets in the line.
  package struct Places: Sendable {
    /// The patch with its key and the comma before it; empty where a patch goes.
    let patch: Range<Int>
    /// The digits of `base`, if the line has it.
    let base: Range<Int>?
    /// The end of the members that don't depend on the lines before.
    let end: Int
  }

  /// Takes these parts from an action's record.
  package init(_ record: ActionRecord) {
    action = record.action
    isPatch = false
    leavesState = false
    patch = record.patch
    swiftType = record.swiftType
    module = record.module
    error = record.error
    hash = record.hash
    cause = record.cause
    inputs = record.inputs
    reducerMicroseconds = record.reducerMicroseconds
    namesSecrets = record.namesSecrets
    seq = record.seq
    base = record.base
    places = nil
  }

  /// The patch of the state; `nil` if the record has none.
  package init?(patchOf record: ActionRecord) { self.init(patchOf: PlainAction(record)) }

  /// The patch of the state; `nil` if there is none.
  package init?(patchOf action: PlainAction) {
    guard let patch = action.patch else { return nil }
    self = action
    replace(with: patch)
    isPatch = true
  }

  /// An action that leaves the state unchanged, if the state before it has the recorded hash; `nil` without a hash.
  package init?(leavingStateOf record: ActionRecord) {
    guard record.hash != nil else { return nil }
    self.init(record)
    replace(with: record.action)
    leavesState = true
    patch = nil
  }

  /// Makes a step of the action that no reducer takes.
  private mutating func replace(with step: JSONNode) {
    (action, swiftType, module, error, places) = (step, nil, nil, nil, nil)
  }

  /// Reads a line whose members have the writers' order, without spaces; `nil` for any other record, and for lines that
  /// only `RecordParser` can judge.
  ///
  /// - Parameters:
  ///   - line: The line without its line end. Its sum must be checked already.
  ///   - maximumLineBytes: The longest line.
  ///   - memory: An unused document, whose memory is reused; receives the action's document.
  init?(_ line: UnsafeRawBufferPointer, maximumLineBytes: Int, reusing memory: inout JSONDocument?) {
    let text = UnsafeRawBufferPointer(rebasing: line.dropLast(ChainSum.suffixByteCount - 1))
    guard var scanner = LineScanner(text) else { return nil }
    guard scanner.take(#"{"kind":"action","seq":"#), let seq = scanner.count(),
      scanner.take(#","at":"#), scanner.count() != nil, scanner.take(#","type":""#), scanner.text() != nil
    else { return nil }
    var swiftType: UnsafeRawBufferPointer?
    if scanner.take(#","swift":""#) {
      guard let text = scanner.text() else { return nil }
      swiftType = text
    }
    var module: UnsafeRawBufferPointer?
    if scanner.take(#","module":""#) {
      guard let text = scanner.text() else { return nil }
      module = text
    }
    if scanner.take(#","site":""#), scanner.text() == nil { return nil }
    var cause: Int?
    if scanner.take(#","cause":"#) {
      guard let count = scanner.count(), count < seq else { return nil }
      cause = count
    }
    var inputs: ActionInputs?
    if scanner.take(#","inputs":{"now":"#) {
      guard let now = scanner.count(), scanner.take(#","seed":""#), let text = scanner.text(),
        let seed = StateHash(digits: text), scanner.take("}")
      else { return nil }
      inputs = ActionInputs(now: now, seed: seed)
    }
    var namesSecrets = false
    if scanner.take(#","redacted":["#) {
      guard scanner.takePointers() else { return nil }
      namesSecrets = true
    }
    guard scanner.take(#","action":"#) else { return nil }
    var limits = RecordParser.limits(maximumLineBytes: maximumLineBytes)
    limits.depth -= 1
    // Near the limit, the rest of the line counts, too.
    limits.values -= ValueCount.reserved
    guard let action = try? JSONDocument(valueAt: scanner.position, of: text, limits: limits, reusing: &memory) else {
      return nil
    }
    scanner.skip(action.bytes.count)

    var error: UnsafeRawBufferPointer?
    if scanner.take(#","error":""#) {
      guard let text = scanner.text() else { return nil }
      error = text
    }
    var hash: StateHash?
    if scanner.take(#","hash":""#) {
      guard let text = scanner.text(), let found = StateHash(digits: text) else { return nil }
      hash = found
    }
    if scanner.take(#","unhashed":""#), scanner.text() == nil { return nil }
    if scanner.take(#","since":"#) {
      guard let count = scanner.count(), count < seq else { return nil }
    }
    if scanner.take(#","changed":{"#), !scanner.takeChanges() { return nil }
    if scanner.take(#","secrets":["#) {
      guard scanner.takePointers() else { return nil }
      namesSecrets = true
    }
    var patch: JSONDocument?
    let startOfPatch = scanner.position
    if scanner.take(#","patch":"#) {
      limits.values -= action.root.valueCount
      var unused: JSONDocument?
      patch = try? JSONDocument(valueAt: scanner.position, of: text, limits: limits, reusing: &unused)
      guard let patch, patch.root.kind == .array else { return nil }
      scanner.skip(patch.bytes.count)
    }
    let endOfPatch = scanner.position
    var microseconds: Int?
    if scanner.take(#","us":"#) {
      guard let count = scanner.count() else { return nil }
      microseconds = count
    }
    var base: Int?
    var digits: Range<Int>?
    if scanner.take(#","base":"#) {
      let start = scanner.position
      guard let count = scanner.count() else { return nil }
      base = count
      digits = start..<scanner.position
    }
    let end = scanner.position
    if scanner.take(#","auth":""#), scanner.text() == nil { return nil }
    guard scanner.isAtEnd else { return nil }

    memory = action
    self.action = action.root
    isPatch = false
    leavesState = false
    self.patch = patch?.root
    self.swiftType = swiftType.map { String(decoding: $0, as: UTF8.self) }
    self.module = module.map { String(decoding: $0, as: UTF8.self) }
    self.error = error.map { String(decoding: $0, as: UTF8.self) }
    self.hash = hash
    self.cause = cause
    self.inputs = inputs
    reducerMicroseconds = microseconds
    self.namesSecrets = namesSecrets
    self.seq = seq
    self.base = base
    places = Places(patch: startOfPatch..<endOfPatch, base: digits, end: end)
  }
}

extension LineScanner {
  /// Up to this many changed members are compared pairwise.
  private static let fewKeys = 8

  /// Consumes the contents of `changed` after its brace: unique keys, each with eight digits or null.
  fileprivate mutating func takeChanges() -> Bool {
    if take("}") { return true }
    return withUnsafeTemporaryAllocation(of: UnsafeRawBufferPointer.self, capacity: LineScanner.fewKeys) { keys in
      for count in 0..<LineScanner.fewKeys {
        guard take("\""), let key = text(), LineScanner.isPlainPointer(key), take(":"),
          !keys[..<count].contains(where: { $0.count == key.count && $0.elementsEqual(key) }),
          take("null") || takeShortHash()
        else { return false }
        if take("}") { return true }
        guard take(",") else { return false }
        keys.initializeElement(at: count, to: key)
      }
      return false
    }
  }

  /// Up to this many places are as good as none for the limit of a line's values.
  private static let fewPlaces = 64

  /// Consumes the contents of a list of places after its bracket: a few pointers without escapes.
  fileprivate mutating func takePointers() -> Bool {
    var count = 0
    repeat {
      count += 1
      guard count <= LineScanner.fewPlaces, take("\""), let pointer = text(), LineScanner.isPlainPointer(pointer),
        pointer.count(where: { $0 == UInt8(ascii: "/") }) <= RedactedPlaces.mostTokens
      else { return false }
    } while take(",")
    return take("]")
  }

  private static func isPlainPointer(_ text: UnsafeRawBufferPointer) -> Bool {
    (text.isEmpty || text.first == UInt8(ascii: "/")) && !text.contains(UInt8(ascii: "~"))
  }

  private mutating func takeShortHash() -> Bool {
    guard take("\""), let digits = text() else { return false }
    return digits.count == 8 && digits.allSatisfy(isLowercaseHexDigit)
  }
}
