package import StateCoding
package import StateTree

/// The arrays in which a patch gives elements other identities.
///
/// Where an element went, a shortest patch may turn each one behind it into the next, member by member. As a replacement of
/// the array, a reader can be told which element went: see `FollowedElements`. The page finds the same, in
/// `reshaped-arrays.js`; a test holds both to one table.
package struct ReshapedArrays {
  /// Operations, and the value that each removes or replaces.
  package typealias Changes = (patch: JSONPatch, replaced: [JSONValue?])

  /// A patch with more of them is told as it is.
  private static let mostArrays = 100
  /// So are the operations in a longer array, whose elements would be compared with each step.
  private static let mostElements = 1000

  private let changes: Changes
  private let identity: PointerPatterns
  /// The places of the arrays, without those inside others.
  private let places: [JSONPointer]

  private init(in changes: Changes, by identity: PointerPatterns) {
    self.changes = changes
    self.identity = identity
    let resized = Set(
      zip(changes.patch.operations, changes.replaced).compactMap { ReshapedArrays.resized(by: $0, of: $1, identity) })
    let found = Set(
      zip(changes.patch.operations, changes.replaced).compactMap {
        ReshapedArrays.place(of: $0, replacing: $1, identity, resized)
      })
    let outermost = found.count > ReshapedArrays.mostArrays ? [] : found
    places = outermost.filter { place in !outermost.contains { $0 != place && $0.isPrefix(of: place) } }
  }

  /// Joins the operations in each of the arrays to one that replaces the array.
  ///
  /// - Parameters:
  ///   - changes: The changes.
  ///   - identity: The places of the members that identify elements, as the app chose them.
  ///   - state: Returns the whole state after the changes. It is asked only if the changes have such arrays.
  /// - Returns: The changes, with the joined operations in place of the others.
  package static func joined(
    _ changes: Changes, by identity: PointerPatterns, after state: () throws -> JSONValue
  ) rethrows -> Changes {
    let arrays = ReshapedArrays(in: changes, by: identity)
    return arrays.places.isEmpty ? changes : arrays.joined(after: try state())
  }

  private func joined(after state: JSONValue) -> Changes {
    var (operations, replaced) = (changes.patch.operations, changes.replaced)
    for place in places {
      let inside = operations.indices.filter {
        place.isPrefix(of: operations[$0].path) && operations[$0].path.tokens.count > place.tokens.count
      }
      guard let first = inside.first, let last = inside.last, last - first + 1 == inside.count,
        let new = state[place], case .array(let after) = new, after.count <= ReshapedArrays.mostElements,
        let old = JSONPatch.undoing(inside.map { (operations[$0], replaced[$0]) }, below: place, in: new),
        case .array(let before) = old, FollowedElements(before, after, at: place, by: identity) != nil
      else { continue }
      operations.replaceSubrange(first...last, with: [.replace(place, new)])
      replaced.replaceSubrange(first...last, with: [old])
    }
    return (JSONPatch(operations), replaced)
  }

  /// The place of the array to which an operation adds an element, or from which it removes one, that has no identity by a
  /// usual name or the app's choice.
  private static func resized(
    by operation: JSONPatch.Operation, of old: JSONValue?, _ identity: PointerPatterns
  ) -> JSONPointer? {
    let element: JSONValue?
    switch operation {
    case .add(_, let new): element = new
    case .remove: element = old
    default: return nil
    }
    guard let element, case .object = element, operation.path.tokens.last.flatMap(JSONPointer.index) != nil else {
      return nil
    }
    let place = JSONPointer(tokens: Array(operation.path.tokens.dropLast()))
    return members(at: place, identity).contains { element[JSONPointer(tokens: $0)] != nil } ? nil : place
  }

  private static func members(at place: JSONPointer, _ identity: PointerPatterns) -> [[String]] {
    identity.members(inElementsAt: place) + FollowedElements.keys.map { [$0] }
  }

  /// The place of the array in which an operation gives an element another identity; `nil` if it doesn't.
  ///
  /// Members with other names than the usual ones may identify elements where the array also gets or loses such elements.
  private static func place(
    of operation: JSONPatch.Operation, replacing old: JSONValue?, _ identity: PointerPatterns,
    _ resized: Set<JSONPointer>
  ) -> JSONPointer? {
    guard case .replace(let path, let new) = operation, let old else { return nil }
    for depth in path.tokens.indices.reversed() where JSONPointer.index(path.tokens[depth]) != nil {
      let place = JSONPointer(tokens: Array(path.tokens[..<depth]))
      let inside = Array(path.tokens[(depth + 1)...])
      let members = members(at: place, identity)
      if members.contains(where: { differs(old, new, at: $0, inside) }) { return place }
      guard resized.contains(place) else { continue }
      switch (old, new) {
      case (.object, .object): if inside.isEmpty { return place }
      case (.string, .string), (.number, .number): if inside.count == 1 { return place }
      default: break
      }
    }
    return nil
  }

  /// Whether the identity of an element differs in two values at the same place in it.
  private static func differs(_ old: JSONValue, _ new: JSONValue, at member: [String], _ place: [String]) -> Bool {
    // The identity may be the only member of an object.
    guard member.starts(with: place) || place.count == member.count + 1 && place.starts(with: member) else {
      return false
    }
    let rest = JSONPointer(tokens: Array(member.dropFirst(place.count)))
    guard let before = old[rest].flatMap(FollowedElements.scalar),
      let after = new[rest].flatMap(FollowedElements.scalar)
    else { return false }
    return before != after
  }
}
