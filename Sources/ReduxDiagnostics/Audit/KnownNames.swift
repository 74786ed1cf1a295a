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

  private func masked(_ token: String) -> String { names.contains(token) ? token : "*" }
}
