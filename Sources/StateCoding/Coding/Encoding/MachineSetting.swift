import StateTree

/// Types of Foundation whose values may follow the settings of the machine, such as `Calendar.current`.
///
/// Such a value encodes differently on each machine, and decodes to the settings of the one that decodes it. So it is
/// encoded as the fixed value with the same identifiers. Foundation can't make that: it takes a value that equals the
/// current one for it.
package enum MachineSetting {
  /// Whether a value equals a setting of the machine or follows it, as far as its encoding shows.
  package static func isFollowed(by value: Any) -> Bool {
    guard let value = value as? any Encodable, case .machineSetting = EncodingStrategy(type(of: value)) else {
      return false
    }
    let node = TreeNode(depth: 0)
    let encoder = TreeEncoder(run: TreeRun(userInfo: [:], rules: nil), node: node, codingPath: [])
    guard (try? encoder.encodePlainly(value)) != nil else { return false }
    return fixed(node.value) != node.value
  }

  /// The encoding of a value without what follows the machine's settings. The values in a calendar are fixed already.
  static func fixed(_ encoding: JSONValue) -> JSONValue {
    guard case .object(var object) = encoding else { return encoding }
    if object["current"] != nil { object["current"] = 0 }
    object["preferences"] = nil
    object["autoupdating"] = nil
    return .object(object)
  }
}
