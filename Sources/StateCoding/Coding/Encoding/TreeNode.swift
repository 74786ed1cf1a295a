import StatePrivacy
import StateTree

/// A value under construction, with references to its parts so that they can be written in any order.
final class TreeNode {
  private enum Content {
    case nothing
    case value(JSONValue)
    case array
    case object
  }

  /// The number of enclosing values.
  let depth: Int
  private var content = Content.nothing
  /// The elements or the members' values.
  private var children: [TreeNode] = []
  /// The members' keys.
  private var keys: [String] = []
  private var positions: [ByteString: Int] = [:]
  /// The location of the value, for the rules.
  var place = RuleSet.Cursor.free
  /// How it is redacted.
  var masking = Masking.none
  /// The run that applies rules to it.
  unowned var run: TreeRun?
  /// Whether the object that the value is in is a cookie by its keys.
  var isCookie = false
  /// Whether the members' keys are ids, not names.
  private(set) var isTable = false
  /// Whether the members' keys are data that must be redacted.
  private var hidesMembers = false
  /// A digest of the redacted value; `nil` if it is written.
  private var redacted: Int?
  /// The redacted places in a value that a session encoded.
  private var places: [RedactedPlace] = []

  init(depth: Int) { self.depth = depth }

  private func reset(_ content: Content) {
    self.content = content
    children = []
    keys = []
    positions = [:]
    redacted = nil
    places = []
  }

  func set(_ value: JSONValue) {
    let written = run?.redacted(value, masking) ?? value
    reset(.value(written))
    if run?.logsRedactions == true, written != value || masking == .everything && value != .null {
      redacted = value.hashValue
    }
  }

  /// Masks the value, which was set before the names that hide it.
  func mask() {
    switch content {
    case .value(let value):
      if redacted == nil, places.isEmpty, !value.isContainer || !masking.lifts { set(value) }
    case .array where !masking.lifts, .object where !masking.lifts:
      for child in children {
        child.masking = masking
        child.mask()
      }
    case .array, .object, .nothing: break
    }
  }

  /// A member, if the value is an object that has it.
  func member(_ key: String) -> TreeNode? { positions[ByteString(key)].map { children[$0] } }

  /// The text of a member that is one.
  func text(ofMember key: String) -> String? {
    guard let position = positions[ByteString(key)], case .value(.string(let text)) = children[position].content else {
      return nil
    }
    return text
  }

  /// Sets a value whose secrets are replaced.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - digest: A digest of what it stands for, if it is a stand-in.
  ///   - places: The redacted places in it.
  func setFinal(_ value: JSONValue, redacting digest: Int? = nil, places: [RedactedPlace] = []) {
    reset(.value(value))
    redacted = digest
    self.places = places
  }

  /// Encloses a value that encoded itself as nil in an optional, to keep it apart from `nil`.
  func encloseNil() {
    if case .value(.null) = content { setFinal([nestedOptionalKey: .null]) }
  }

  /// Notes the keys of the members that follow.
  func noteKeys<Key: CodingKey>(_: Key.Type) {
    isTable = Key.self == EntityKey.self
    if !masking.lifts, hasOpenKeys(Key.self) { hidesMembers = true }
  }

  func beginArray() {
    if case .array = content { return }
    reset(.array)
  }

  func beginObject() {
    if case .object = content { return }
    reset(.object)
  }

  /// Creates a node that can become part of this one.
  func makeChild() -> TreeNode { TreeNode(depth: depth + 1) }

  /// Turns the node into an array, unless it is one, and adds an element.
  func appendElement() -> TreeNode {
    let element = makeChild()
    appendElement(element)
    return element
  }

  /// Turns the node into an array, unless it is one, and adds an element.
  func appendElement(_ element: TreeNode) {
    beginArray()
    children.append(element)
  }

  /// Turns the node into an object, unless it is one, and finds or adds a member; an existing one is emptied.
  func member(_ key: String, keeping: Bool = false) -> TreeNode {
    beginObject()
    if keeping, let position = positions[ByteString(key)] { return children[position] }
    let node = makeChild()
    setMember(key, node)
    return node
  }

  /// Turns the node into an object, unless it is one, and sets a member.
  func setMember(_ key: String, _ node: TreeNode) {
    beginObject()
    if let position = positions[ByteString(key)] {
      children[position] = node
    } else {
      positions[ByteString(key)] = children.count
      keys.append(key)
      children.append(node)
    }
  }

  var elementCount: Int {
    if case .array = content { children.count } else { 0 }
  }

  var isEmpty: Bool {
    if case .nothing = content { true } else { false }
  }

  /// Notes the redacted places in the value.
  func note(_ tokens: [String], in log: RedactionLog) {
    log.append(places)
    switch content {
    case .value: if let redacted { log.note(redacted, at: tokens) }
    case .array where !masking.lifts, .object where hidesMembers: log.note(value(isHidden: false).hashValue, at: tokens)
    case .array:
      for (index, child) in children.enumerated() { child.note(tokens + [String(index)], in: log) }
    case .object: for (key, child) in zip(keys, children) { child.note(tokens + [key], in: log) }
    case .nothing: break
    }
  }

  var value: JSONValue { value(isHidden: true) }

  private func value(isHidden: Bool) -> JSONValue {
    switch content {
    case .nothing: .object(JSONObject())
    case .value(let value): value
    case .array: .array(masking.lifts || !isHidden ? children.map(\.value) : [])
    case .object where hidesMembers && isHidden: .object(JSONObject())
    case .object: .object(JSONObject(uniqueKeys: keys, values: children.map(\.value)))
    }
  }
}
