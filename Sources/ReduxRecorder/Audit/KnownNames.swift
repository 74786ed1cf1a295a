import StateTree

/// Places in an encoded state as they may be told: with `*` for what may be data.
struct KnownNames {
  let names: Set<String>

  /// Where an encoder or a decoder was.
  func place(of path: [any CodingKey]) -> JSONPointer { JSONPointer(tokens: path.map { told($0.stringValue) }) }

  /// Where an error of a decoder was thrown.
  func place(of error: any Error) -> JSONPointer {
    guard let error = error as? DecodingError else { return .root }
    return switch error {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      place(of: context.codingPath)
    case .keyNotFound(let key, let context): place(of: context.codingPath + [key])
    @unknown default: .root
    }
  }

  /// The places at which two trees have arrays of the same elements in another order.
  func reorderings(_ left: JSONValue, _ right: JSONValue, at place: JSONPointer = .root) -> [JSONPointer] {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      return zip(left.keys, left.values).flatMap { key, value in
        right[key].map { reorderings(value, $0, at: place.appending(told(key))) } ?? []
      }
    case (.array(let left), .array(let right)):
      guard left != right, left.count == right.count else { return [] }
      if Set(left) == Set(right) { return [place] }
      return zip(left, right).flatMap { reorderings($0, $1, at: place.appending("*")) }
    default: return []
    }
  }

  private func told(_ token: String) -> String { names.contains(token) ? token : "*" }
}
