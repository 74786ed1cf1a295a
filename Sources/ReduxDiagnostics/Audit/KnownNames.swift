import StateTree

/// Makes pointers for an audit's report, with `*` in place of tokens that may be data.
struct KnownNames {
  let names: Set<String>

  /// The pointer to a coding path.
  func place(of path: [any CodingKey]) -> JSONPointer { JSONPointer(tokens: path.map { masked($0.stringValue) }) }

  /// The pointer to the value that failed to decode.
  func place(of error: any Error) -> JSONPointer {
    guard let error = error as? DecodingError else { return .root }
    return switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      place(of: context.codingPath)
    case .keyNotFound(let key, let context): place(of: context.codingPath + [key])
    @unknown default: .root
    }
  }

  /// The pointers to arrays with the same elements in a different order.
  func reorderings(_ left: JSONValue, _ right: JSONValue, at place: JSONPointer = .root) -> [JSONPointer] {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      return zip(left.keys, left.values).flatMap { key, value in
        right[key].map { reorderings(value, $0, at: place.appending(masked(key))) } ?? []
      }
    case (.array(let left), .array(let right)):
      guard left != right, left.count == right.count else { return [] }
      if Set(left) == Set(right) { return [place] }
      return zip(left, right).flatMap { reorderings($0, $1, at: place.appending("*")) }
    default: return []
    }
  }

  /// The first place at which two encodings differ; `nil` if they have the same elements, in any order.
  func difference(_ left: JSONValue, _ right: JSONValue, at place: JSONPointer = .root) -> JSONPointer? {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      for (key, value) in zip(left.keys, left.values) {
        let place = place.appending(masked(key))
        guard let other = right[key] else { return place }
        if let found = difference(value, other, at: place) { return found }
      }
      return right.keys.first { left[$0] == nil }.map { place.appending(masked($0)) }
    case (.array(let left), .array(let right)):
      if left == right || Set(left) == Set(right) && left.count == right.count { return nil }
      guard left.count == right.count else { return place }
      for (left, right) in zip(left, right) {
        if let found = difference(left, right, at: place.appending("*")) { return found }
      }
      return nil
    default: return left == right ? nil : place
    }
  }

  private func masked(_ token: String) -> String { names.contains(token) ? token : "*" }
}
