/// Places in an encoded state as they may be told: with `*` for what may be data.
struct KnownPlaces {
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

  /// The first place at which two trees have arrays of the same elements in another order.
  func reordering(_ left: JSONValue, _ right: JSONValue) -> JSONPointer? {
    reordering(left, right, at: .root)
  }

  private func reordering(_ left: JSONValue, _ right: JSONValue, at place: JSONPointer) -> JSONPointer? {
    switch (left, right) {
    case (.object(let left), .object(let right)):
      for (key, value) in zip(left.keys, left.values) {
        if let other = right[key], let found = reordering(value, other, at: place.appending(told(key))) { return found }
      }
      return nil
    case (.array(let left), .array(let right)):
      guard left != right, left.count == right.count else { return nil }
      if Set(left) == Set(right) { return place }
      for (left, right) in zip(left, right) {
        if let found = reordering(left, right, at: place.appending("*")) { return found }
      }
      return nil
    default: return nil
    }
  }

  private func told(_ token: String) -> String { names.contains(token) ? token : "*" }
}
