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
  /// Whether the members' keys are ids, not names.
  private(set) var isTable = false
  /// Whether the members' keys are data that must be redacted.
  private var hidesMembers = false

  init(depth: Int) { self.depth = depth }

  private func reset(_ content: Content) {
    self.content = content
    children = []
    keys = []
    positions = [:]
  }

  func set(_ value: JSONValue) { reset(.value(run?.redacted(value, masking) ?? value)) }

  /// The text of a member that is one.
  func text(ofMember key: String) -> String? {
    guard let position = positions[ByteString(key)], case .value(.string(let text)) = children[position].content else {
      return nil
    }
    return text
  }

  /// Sets a value without secrets.
  func setFinal(_ value: JSONValue) { reset(.value(value)) }

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

  var value: JSONValue {
    switch content {
    case .nothing: .object(JSONObject())
    case .value(let value): value
    case .array: .array(masking.lifts ? children.map(\.value) : [])
    case .object where hidesMembers: .object(JSONObject())
    case .object: .object(JSONObject(uniqueKeys: keys, values: children.map(\.value)))
    }
  }
}
