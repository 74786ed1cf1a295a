import StateTree

/// The paths by which a text refers to its own values.
extension JsanText {
  /// The member that marks what JSON lacks.
  static let mark = "$jsan"

  /// A path that refers to a path that refers to a path…
  private static let maximumHops = 64

  /// The path to which an object refers by its only member.
  func path(in members: JSONParts.Members) throws(Problem) -> String? {
    guard members.count == 1, let offset = members[JsanText.mark] else { return nil }
    let text = try document(at: offset, depth: 0).root.string
    return text?.first == "$" ? text : nil
  }

  /// Returns the offset of the value at a path.
  func target(of path: String, hops: Int) throws(Problem) -> Int {
    guard hops < JsanText.maximumHops else { throw .containsItself }
    guard let tokens = JsanText.tokens(of: path) else { throw .dangling(path: path) }
    var offset = parts.start()
    for token in tokens {
      switch try children(ofValueAt: offset, hops: hops) {
      case .elements(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { throw .dangling(path: path) }
        offset = elements[index]
      case .members(let members):
        guard let member = members[token] else { throw .dangling(path: path) }
        offset = member
        // A member with this name is in an array of its own.
        if token == JsanText.mark, case .elements(let wrapped) = try children(ofValueAt: offset, hops: hops),
          wrapped.count == 1
        {
          offset = wrapped[0]
        }
      }
    }
    return offset
  }

  private func children(ofValueAt offset: Int, hops: Int) throws(Problem) -> Children {
    if let known = children[offset] { return known }
    let found = try Problem.ofJSON { () throws(JSONError) in
      parts.bytes[offset] == UInt8(ascii: "{")
        ? Children.members(try parts.members(ofValueAt: offset))
        : Children.elements(try parts.parts(ofValueAt: offset)?.map(\.offset) ?? [])
    }
    var result = found
    if case .members(let members) = found, let path = try path(in: members) {
      result = try children(ofValueAt: try target(of: path, hops: hops + 1), hops: hops + 1)
    }
    children[offset] = result
    return result
  }

  /// The names and indexes in a path such as `$.a[3]["b c"]`; `nil` for another text.
  static func tokens(of path: String) -> [String]? {
    let parts = JSONParts(Array(path.utf8))
    let bytes = parts.bytes
    guard bytes.first == UInt8(ascii: "$") else { return nil }
    var tokens: [String] = []
    var offset = 1
    while offset < bytes.count {
      let start = offset + 1
      if bytes[offset] == UInt8(ascii: ".") {
        offset = bytes[start...].firstIndex { $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "[") } ?? bytes.count
        tokens.append(String(decoding: bytes[start..<offset], as: UTF8.self))
        continue
      }
      guard bytes[offset] == UInt8(ascii: "["), start < bytes.count else { return nil }
      if bytes[start] == UInt8(ascii: "\"") {
        guard let end = try? parts.end(ofValueAt: start), let name = try? parts.document(at: start).root.string else {
          return nil
        }
        tokens.append(name)
        offset = end
      } else {
        guard let end = bytes[start...].firstIndex(of: UInt8(ascii: "]")) else { return nil }
        tokens.append(String(decoding: bytes[start..<end], as: UTF8.self))
        offset = end
      }
      guard offset < bytes.count, bytes[offset] == UInt8(ascii: "]") else { return nil }
      offset += 1
    }
    return tokens
  }
}
