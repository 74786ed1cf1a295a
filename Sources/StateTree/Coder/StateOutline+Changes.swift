/// Something with a key and a hash.
protocol OutlineEntry {
  var key: String { get }
  var hash: StateHash { get }
}

extension StateOutline {
  /// A member that differs between two states.
  public struct Change: Sendable, Hashable {
    /// Where it is.
    public let pointer: String
    /// Its hash in the later state; `nil` if it is gone.
    public let hash: StateHash?

    /// Creates a change.
    public init(pointer: String, hash: StateHash?) {
      self.pointer = pointer
      self.hash = hash
    }
  }

  /// The members that differ from those of an earlier state, in the order of this one; those that are gone last.
  ///
  /// The whole state, as the pointer to the root, if it differs but one of the two has no members to tell.
  public func changes(since earlier: StateOutline) -> [Change] {
    var changes: [Change] = []
    forEachChange(since: earlier) { member, child, hash in
      changes.append(Change(pointer: StateOutline.pointer(member, child), hash: hash))
    }
    return changes
  }

  /// Calls the body with the places that `changes(since:)` lists: with the key of a member, that of its own member where
  /// it is told apart, and the hash. Without keys it is the whole state.
  package func forEachChange(
    since earlier: StateOutline, _ body: (_ member: String?, _ child: String?, _ hash: StateHash?) -> Void
  ) {
    guard hash != earlier.hash else { return }
    guard let old = earlier.members, let new = members else { return body(nil, nil, hash) }
    var isRoot = true
    StateOutline.compare(old, new) { before, after in
      isRoot = false
      let member = after.map { new[$0].key } ?? before.map { old[$0].key }
      var isWhole = true
      if let before, let after, let oldChildren = old[before].children, let newChildren = new[after].children {
        StateOutline.compare(oldChildren, newChildren) { before, after in
          isWhole = false
          let child = after.map { newChildren[$0].key } ?? before.map { oldChildren[$0].key }
          body(member, child, after.map { newChildren[$0].hash })
        }
      }
      if isWhole { body(member, nil, after.map { new[$0].hash }) }
    }
    if isRoot { body(nil, nil, hash) }
  }

  /// Appends the pointer to a place, as a JSON string: that of a member, or of a member of it.
  package static func appendPointer(_ member: String?, _ child: String?, to output: inout [UInt8]) {
    let start = output.count
    output.append(UInt8(ascii: "\""))
    guard appendPlain(member, to: &output), appendPlain(child, to: &output) else {
      output.removeSubrange(start...)
      return appendJSONString(pointer(member, child), to: &output)
    }
    output.append(UInt8(ascii: "\""))
  }

  /// Appends a step of a pointer; `false` if it needs escapes.
  private static func appendPlain(_ key: String?, to output: inout [UInt8]) -> Bool {
    guard var key else { return true }
    return key.withUTF8 { key in
      for byte in key {
        switch byte {
        case ..<0x20, UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "~"), UInt8(ascii: "/"): return false
        default: continue
        }
      }
      output.append(UInt8(ascii: "/"))
      output.append(contentsOf: key)
      return true
    }
  }

  private static func pointer(_ member: String?, _ child: String?) -> String {
    [member, child].compactMap(\.self).reduce("", pointer)
  }

  static func pointer(_ parent: String, _ key: String) -> String {
    guard key.utf8.contains(where: { $0 == UInt8(ascii: "~") || $0 == UInt8(ascii: "/") }) else {
      return parent + "/" + key
    }
    var escaped = parent + "/"
    for scalar in key.unicodeScalars {
      switch scalar {
      case "~": escaped += "~0"
      case "/": escaped += "~1"
      default: escaped.unicodeScalars.append(scalar)
      }
    }
    return escaped
  }

  /// Calls the body with the places of each pair that differs; one that exists on one side only comes with `nil`.
  private static func compare<Entry: OutlineEntry>(_ old: [Entry], _ new: [Entry], _ body: (Int?, Int?) -> Void) {
    // The members of one type come in one order, so that the index is needed only where the keys vary.
    if old.count == new.count, old.indices.allSatisfy({ old[$0].key.hasSameBytes(as: new[$0].key) }) {
      for place in old.indices where old[place].hash != new[place].hash { body(place, place) }
      return
    }
    let oldByKey = Dictionary(old.indices.map { (ByteString(old[$0].key), $0) }, uniquingKeysWith: { $1 })
    let newKeys = Set(new.map { ByteString($0.key) })
    for place in new.indices {
      let before = oldByKey[ByteString(new[place].key)]
      if before.map({ old[$0].hash }) != new[place].hash { body(before, place) }
    }
    for place in old.indices where !newKeys.contains(ByteString(old[place].key)) { body(place, nil) }
  }
}
