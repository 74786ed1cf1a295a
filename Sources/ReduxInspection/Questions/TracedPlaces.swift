import StateTree

/// The places of values in a state, which are traced back to the steps that set the values.
///
/// Undoing the operations of a step turns the places after the step into those before it. Elements of arrays are matched as
/// `JSONPatch.diff(from:to:)` matches them.
struct TracedPlaces {
  /// The change that a step made to a value.
  enum Change: Hashable {
    /// It set the value, or something in it, at a place that had a value before.
    case replaced
    /// It set the value where nothing was.
    case created
  }

  /// An operation, with the value that it removes or replaces.
  typealias Step = (operation: JSONPatch.Operation, old: JSONValue?)

  private final class Place {
    /// The number of the value that is traced here.
    var value: Int?
    var members: [ByteString: Place] = [:]
    /// The elements up to the last one with a traced value; `nil` unless the place has an array.
    var elements: [Place?]?

    /// Whether the value here or one below is traced.
    var isTraced: Bool {
      value != nil || members.values.contains { $0.isTraced } || elements?.contains { $0?.isTraced == true } == true
    }

    /// The numbers of all values here.
    var values: [Int] {
      (value.map { [$0] } ?? []) + members.values.flatMap(\.values) + (elements ?? []).flatMap { $0?.values ?? [] }
    }

    /// The place of a member or an element.
    subscript(token: String) -> Place? {
      guard let elements else { return members[ByteString(token)] }
      guard let index = Int(token), elements.indices.contains(index) else { return nil }
      return elements[index]
    }

    /// The way to a value.
    func pointer(of number: Int) -> [String]? {
      if value == number { return [] }
      for (key, place) in members { if let rest = place.pointer(of: number) { return [key.string] + rest } }
      for (index, place) in (elements ?? []).enumerated() {
        if let rest = place?.pointer(of: number) { return [String(index)] + rest }
      }
      return nil
    }
  }

  private var root = Place()
  /// The places of the values by their numbers.
  private var places: [Place] = []
  private var changes: [Int: Change] = [:]
  /// The number of values that are still traced.
  private(set) var count = 0
  /// Whether the way to the values leads through an array.
  private(set) var areInArrays = false
  /// The pointers that the values had first.
  private(set) var pointers: [JSONPointer] = []

  /// Traces the value at a pointer that leads through no array.
  init(at pointer: JSONPointer) {
    let state = pointer.tokens.reversed().reduce(JSONValue.null) { .object(JSONObject([($1, $0)])) }
    self.init(in: state, at: pointer, depth: 0)
  }

  /// Traces the values at a depth below one of a state, and those above that hold no others.
  init(in state: JSONValue, at pointer: JSONPointer, depth: Int) {
    var place = root
    var value = state
    for token in pointer.tokens {
      let next = Place()
      switch value {
      case .array(let elements):
        guard let index = Int(token), elements.indices.contains(index) else { return }
        areInArrays = true
        place.elements = Array(repeating: nil, count: index) + [next]
        value = elements[index]
      default:
        place.members[ByteString(token)] = next
        value = value[token] ?? .null
      }
      place = next
    }
    trace(value, at: place, pointer, depth: depth)
  }

  private mutating func trace(_ value: JSONValue, at place: Place, _ pointer: JSONPointer, depth: Int) {
    switch value {
    case .object(let object) where depth > 0 && !object.isEmpty:
      for (key, member) in object {
        let next = Place()
        place.members[ByteString(key)] = next
        trace(member, at: next, pointer.appending(key), depth: depth - 1)
      }
    case .array(let elements) where depth > 0 && !elements.isEmpty:
      place.elements = elements.map { _ in Place() }
      for (index, element) in elements.enumerated() {
        guard let next = place.elements?[index] else { continue }
        trace(element, at: next, pointer.appending(index: index), depth: depth - 1)
      }
    default:
      place.value = places.count
      places.append(place)
      pointers.append(pointer)
      count += 1
    }
  }

  /// Whether a change at a pointer or inside it may have set a traced value, or moved it.
  func mayOverlap(_ pointer: JSONPointer) -> Bool {
    var place = root
    for token in pointer.tokens {
      // Another element may have been the traced one before the step.
      if place.value != nil || place.elements != nil { break }
      guard let next = place[token] else { return false }
      place = next
    }
    return place.isTraced
  }

  /// Whether traced values are inside the one at a pointer, with no array between the root and them.
  func areInside(_ pointer: JSONPointer) -> Bool {
    var place = root
    for token in pointer.tokens {
      guard place.value == nil, place.elements == nil, let next = place[token] else { return false }
      place = next
    }
    return place.value == nil && place.isTraced
  }

  /// Whether a value is traced in one of the elements of an array, from an index on.
  func areTraced(in array: JSONPointer, from index: Int) -> Bool {
    var place = root
    for token in array.tokens {
      guard let next = place[token] else { return false }
      place = next
    }
    return place.elements?.dropFirst(index).contains { $0?.isTraced == true } == true
  }

  /// The pointer to the value with a number in the state before the last step that was undone; `nil` if it is no longer
  /// traced.
  func pointer(of number: Int) -> JSONPointer? { root.pointer(of: number).map { JSONPointer(tokens: $0) } }

  /// The places of the traced values that a pointer leads to or into. A token `*` stands for any key or index.
  func covered(by pointer: JSONPointer) -> [JSONPointer] {
    var found: [JSONPointer] = []
    func walk(_ place: Place, _ tokens: ArraySlice<String>, _ way: [String]) {
      if place.value != nil { return found.append(JSONPointer(tokens: way)) }
      guard let token = tokens.first else { return }
      if token != "*" { return place[token].map { walk($0, tokens.dropFirst(), way + [token]) } ?? () }
      for (key, member) in place.members { walk(member, tokens.dropFirst(), way + [key.string]) }
      for case (let index, let element?) in (place.elements ?? []).enumerated() {
        walk(element, tokens.dropFirst(), way + [String(index)])
      }
    }
    walk(root, pointer.tokens[...], [])
    return found
  }

  /// Stops tracing a value.
  mutating func remove(_ number: Int) {
    guard places[number].value != nil else { return }
    places[number].value = nil
    count -= 1
  }

  /// Undoes the operations of a step, the last first.
  mutating func undo(_ steps: [Step]) -> [Int: Change] {
    changes = [:]
    undo(steps, below: [])
    return changes
  }

  private mutating func undo(_ steps: [Step], below prefix: [String]) {
    for (operation, old) in steps.reversed() {
      switch operation {
      case .test: break
      case .add(let path, _), .copy(_, let path): drop(take(prefix + path.tokens))
      case .remove(let path): put(nil, prefix + path.tokens)
      case .move(let from, let path): put(take(prefix + path.tokens), prefix + from.tokens)
      case .replace(let path, let new): undoReplacement(of: old, by: new, prefix + path.tokens)
      }
    }
  }

  private mutating func undoReplacement(of old: JSONValue?, by new: JSONValue, _ tokens: [String]) {
    guard let place = find(tokens[...]) else { return }
    if let number = place.value { return note(.replaced, number) }
    switch (old, new) {
    case (.object, .object), (.array, .array):
      let found = JSONPatch.changes(from: old ?? .null, to: new, isTracing: true)
      // Too many changes are one replacement again.
      if found.patch.operations.first?.path.isRoot == true { fallthrough }
      undo(Array(zip(found.patch.operations, found.replaced)), below: tokens)
    default: drop(place)
    }
  }

  private mutating func note(_ change: Change, _ number: Int) {
    if changes[number] != .created { changes[number] = change }
  }

  /// Notes that the values at a place were created.
  private mutating func drop(_ place: Place?) {
    for number in place?.values ?? [] {
      note(.created, number)
      remove(number)
    }
  }

  /// The place at the end of a way; `nil` if nothing in it is traced. The values on the way are changed.
  private mutating func find(_ tokens: ArraySlice<String>) -> Place? {
    var place = root
    for token in tokens {
      if let number = place.value {
        note(.replaced, number)
        return nil
      }
      guard let next = place[token] else { return nil }
      place = next
    }
    return place
  }

  /// Takes the place out that an operation added.
  private mutating func take(_ tokens: [String]) -> Place? {
    guard let token = tokens.last else {
      defer { root = Place() }
      return root
    }
    guard let parent = parent(of: tokens) else { return nil }
    guard let count = parent.elements?.count else { return parent.members.removeValue(forKey: ByteString(token)) }
    guard let index = Int(token), index < count else { return nil }
    return parent.elements?.remove(at: index)
  }

  /// Puts a place where an operation removed it.
  private mutating func put(_ place: Place?, _ tokens: [String]) {
    guard let token = tokens.last, let parent = parent(of: tokens) else { return }
    guard let count = parent.elements?.count else {
      if let place { parent.members[ByteString(token)] = place }
      return
    }
    guard let index = Int(token) else { return }
    if index < count {
      parent.elements?.insert(place, at: index)
    } else if let place {
      parent.elements? += Array(repeating: nil, count: index - count) + [place]
    }
  }

  /// The place around the one at the end of a way. It changes, and the values on the way to it.
  private mutating func parent(of tokens: [String]) -> Place? {
    guard let parent = find(tokens.dropLast()) else { return nil }
    guard let number = parent.value else { return parent }
    note(.replaced, number)
    return nil
  }
}
