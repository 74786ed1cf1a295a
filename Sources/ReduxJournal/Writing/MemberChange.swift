package import StateTree

/// A change of one member in a copied line; all other bytes stay the same.
package struct MemberChange: Hashable, Sendable {
  typealias Problem = JournalError.Problem

  /// The member's key, which must need no escapes.
  package let key: String
  /// The new value as JSON text; `nil` to remove the member.
  private let value: [UInt8]?
  /// A new member goes before the first of these that exists, or to the end of the line.
  private var followers: [String] = []

  /// The new value, if it is a text.
  var text: String? {
    guard let value, value.first == UInt8(ascii: "\"") else { return nil }
    return String(decoding: value.dropFirst().dropLast(), as: UTF8.self)
  }

  /// Sets a number. A missing member is added after the others.
  package static func set(_ key: String, _ value: Int) -> MemberChange {
    MemberChange(key: key, value: Array("\(value)".utf8))
  }

  /// Sets a text that needs no escapes. A missing member is added after the others.
  package static func set(_ key: String, digits: String) -> MemberChange {
    MemberChange(key: key, value: Array("\"\(digits)\"".utf8))
  }

  /// Sets a member to JSON text. A missing one is added before the first of `followers` that exists, in the writers'
  /// order.
  package static func set(_ key: String, json: [UInt8], before followers: [String]) -> MemberChange {
    MemberChange(key: key, value: json, followers: followers)
  }

  /// Sets an action's changed members: the places where two states differ.
  package static func changed(from before: StateOutline, to after: StateOutline) -> MemberChange {
    var line = LineBuilder()
    line.changed(from: before, to: after)
    return .set(
      "changed", json: Array(line.bytes.dropFirst(#""changed":"#.utf8.count)), before: ["patch", "us", "base"])
  }

  /// Removes a member.
  package static func removed(_ key: String) -> MemberChange { MemberChange(key: key, value: nil) }

  /// Applies changes to an object without its closing brace.
  ///
  /// - Throws: `damaged` if a removed member isn't where writers put it.
  static func apply(
    _ changes: [MemberChange], to bytes: [UInt8], of root: JSONNode
  ) throws(Problem) -> [UInt8] {
    var edits: [(range: Range<Int>, bytes: [UInt8])] = []
    for change in changes {
      let range = root.member(change.key)?.byteRange
      switch (range, change.value) {
      case (let range?, let value?): edits.append((range, value))
      case (nil, let value?):
        var place = bytes.count
        for follower in change.followers where place == bytes.count {
          guard let range = root.member(follower)?.byteRange else { continue }
          place = try whole(follower, range, in: bytes).lowerBound
        }
        edits.append((place..<place, Array(",\"\(change.key)\":".utf8) + value))
      case (let range?, nil): edits.append((try whole(change.key, range, in: bytes), []))
      case (nil, nil): break
      }
    }
    // From the last to the first, so that earlier ranges stay valid. Members at one place keep the order of the changes.
    var result = bytes
    for (_, edit) in edits.enumerated().sorted(by: {
      ($0.element.range.lowerBound, $0.offset) > ($1.element.range.lowerBound, $1.offset)
    }) {
      result.replaceSubrange(edit.range, with: edit.bytes)
    }
    return result
  }

  /// Returns the range of a member with its key and the comma before it.
  private static func whole(_ key: String, _ value: Range<Int>, in bytes: [UInt8]) throws(Problem) -> Range<Int> {
    let start = Array(",\"\(key)\":".utf8)
    let lower = value.lowerBound - start.count
    guard lower >= 0, bytes[lower..<value.lowerBound].elementsEqual(start) else {
      throw .damaged("the \(key) is not where it should be")
    }
    return lower..<value.upperBound
  }
}
