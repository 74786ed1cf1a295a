/// A value that is being put together, with references to its parts so that they can be written in any order.
final class TreeNode {
  private enum Content {
    case nothing
    case value(JSONValue)
    case array
    case object
  }

  /// How many values stand around this one.
  let depth: Int
  private var content = Content.nothing
  /// The elements or the members' values.
  private var children: [TreeNode] = []
  /// The members' keys.
  private var keys: [String] = []
  private var positions: [ByteString: Int] = [:]
  /// Where the value stands, for the rules.
  var place = RuleSet.Cursor.free
  /// How it is redacted.
  var masking = Masking.none
  /// Whether the members' keys are ids, which are no names.
  private(set) var isTable = false
  /// Whether the members' keys are data, and to be redacted.
  private var hidesMembers = false

  init(depth: Int) { self.depth = depth }

  private func reset(_ content: Content) {
    self.content = content
    children = []
    keys = []
    positions = [:]
  }

  func set(_ value: JSONValue) { reset(.value(masking == .none ? value : StandIn.json(for: value))) }

  /// Sets a value in which all secrets are replaced already.
  func setFinal(_ value: JSONValue) { reset(.value(value)) }

  /// Notes under which keys an object's members are about to be written.
  func noteKeys<Key: CodingKey>(_: Key.Type) {
    isTable = Key.self == EntityKey.self
    if masking == .everything, hasOpenKeys(Key.self) { hidesMembers = true }
  }

  func beginArray() {
    if case .array = content { return }
    reset(.array)
  }

  func beginObject() {
    if case .object = content { return }
    reset(.object)
  }

  /// A node that can become a part of this one.
  func makeChild() -> TreeNode { TreeNode(depth: depth + 1) }

  /// Makes the node an array, unless it is one already, and adds an element.
  func appendElement() -> TreeNode {
    let element = makeChild()
    appendElement(element)
    return element
  }

  /// Makes the node an array, unless it is one already, and adds an element.
  func appendElement(_ element: TreeNode) {
    beginArray()
    children.append(element)
  }

  /// Makes the node an object, unless it is one already, and finds or adds a member; one that is there is emptied.
  func member(_ key: String, keeping: Bool = false) -> TreeNode {
    beginObject()
    if keeping, let position = positions[ByteString(key)] { return children[position] }
    let node = makeChild()
    setMember(key, node)
    return node
  }

  /// Makes the node an object, unless it is one already, and sets a member.
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
    case .array: .array(masking == .everything ? [] : children.map(\.value))
    case .object where hidesMembers: .object(JSONObject())
    case .object: .object(JSONObject(uniqueKeys: keys, values: children.map(\.value)))
    }
  }
}
