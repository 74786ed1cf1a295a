import CommandLineKit
import StateTree

/// A value of a state in its recorded JSON, and in that with named entries: see `StateEncoder.init(namingEntriesBy:)`.
struct NamedValue {
  /// The place and the value where entries have names.
  let (name, named): (JSONPointer, JSONNode)
  /// The recorded place and value. Each token of the place stands for one of the name.
  let (place, recorded): (JSONPointer, JSONNode)

  /// A whole state.
  init(named: JSONNode, recorded: JSONNode) { self.init(.root, named, .root, recorded) }

  private init(_ name: JSONPointer, _ named: JSONNode, _ place: JSONPointer, _ recorded: JSONNode) {
    (self.name, self.named) = (name, named)
    (self.place, self.recorded) = (place, recorded)
  }

  /// The place with names of entries, which leads here as the recorded place does. Digits are a position, not a name.
  var shownPlace: JSONPointer {
    JSONPointer(tokens: zip(name.tokens, place.tokens).map { JSONPointer.index($0) == nil ? $0 : $1 })
  }

  /// The number of recorded elements for an entry: 2 of a dictionary, 1 of a set, 0 if it is empty; `nil` of other values.
  private var width: Int? {
    named.kind == .object && recorded.kind == .array ? recorded.count / max(named.count, 1) : nil
  }

  private func child(_ key: String, _ named: JSONNode, at token: String, _ recorded: JSONNode) -> NamedValue {
    NamedValue(name.appending(key), named, place.appending(token), recorded)
  }

  private var children: [NamedValue] {
    if let width {
      let elements = recorded.elements
      return named.members.enumerated().map { number, entry in
        let index = number * width + width - 1
        return child(entry.key, entry.node, at: String(index), elements[index])
      }
    }
    if named.kind == .array {
      return zip(named.elements, recorded.elements).enumerated().map { child("\($0)", $1.0, at: "\($0)", $1.1) }
    }
    guard named.kind == .object else { return [] }
    return zip(named.members, recorded.members).map { child($0.key, $0.node, at: $1.key, $1.node) }
  }

  /// The values at a depth below this one, and those above that hold no others, as `TracedPlaces` numbers them.
  func parts(depth: Int) -> [NamedValue] {
    let inner = depth == 0 ? [] : children
    return inner.isEmpty ? [self] : inner.flatMap { $0.parts(depth: depth - 1) }
  }

  /// Whether entries with names lead to a place, or to values at a depth below it, before the first array.
  func hasNames(on way: JSONPointer, depth: Int) -> Bool {
    var value = self
    for token in way.tokens {
      if value.width != nil { return true }
      guard value.named.kind == .object, let next = value.child(named: token) else { return false }
      value = next
    }
    return value.hasNames(depth: depth)
  }

  private func hasNames(depth: Int) -> Bool {
    guard depth > 0, named.kind == .object else { return false }
    return width != nil || children.contains { $0.hasNames(depth: depth - 1) }
  }

  /// Returns the value with a name.
  func value(named name: JSONPointer) -> NamedValue? {
    var value: NamedValue? = self
    for token in name.tokens { value = value?.child(named: token) }
    return value
  }

  private func child(named token: String) -> NamedValue? {
    let last = JSONPointer(tokens: [token])
    guard width == nil else { return children.first { $0.name == name.appending(token) } }
    guard let named = named[last], let recorded = recorded[last] else { return nil }
    return child(token, named, at: token, recorded)
  }

  /// Returns the value to which a pointer leads by positions or names; `nil` if it has none there.
  ///
  /// - Throws: `CommandFailure` for the position of a key, or for a position in a dictionary or a set where nothing is.
  func value(at pointer: JSONPointer) throws(CommandFailure) -> NamedValue? {
    var value = self
    for token in pointer.tokens {
      // An `@Observable` type encodes its property `count` as `_count`.
      guard let next = try value.entry(at: token) ?? value.child(named: token) ?? value.child(named: "_" + token) else {
        return nil
      }
      value = next
    }
    return value
  }

  /// The entry of a dictionary or a set at a position; `nil` for a name and in other values.
  private func entry(at token: String) throws(CommandFailure) -> NamedValue? {
    guard let width, let index = JSONPointer.index(token) else { return nil }
    guard index < recorded.count else {
      throw CommandFailure(
        "\(place.appending(token)) has no value, and a position doesn't say which entry had been there",
        advice: "Name the entry: \(place)/KEY, with the JSON of its key.")
    }
    guard index % width == width - 1 else {
      throw CommandFailure(
        "\(place.appending(token)) is the key of a dictionary, which nothing changes",
        advice: "Ask for its value: \(place.appending(index: index + 1)).")
    }
    return children[index / width]
  }
}
