extension Error {
  /// The problem in one line, for people. For the coder's errors, the place and the reason, without the value, which
  /// may be a whole state.
  package var explanation: String {
    switch self as any Error {
    case let error as DecodingError: error.placeAndReason
    case EncodingError.invalidValue(_, let context): context.codingPath.place + context.debugDescription
    default: String(describing: self)
    }
  }
}

extension DecodingError {
  fileprivate var placeAndReason: String {
    switch self {
    case .typeMismatch(_, let context), .valueNotFound(_, let context), .dataCorrupted(let context):
      context.codingPath.place + context.debugDescription
    case .keyNotFound(let key, let context):
      context.codingPath.place + "no member \"\(key.stringValue)\""
        + ((context.underlyingError as? MissingMember)?.clause ?? "")
    @unknown default: String(describing: self)
    }
  }
}

extension [any CodingKey] {
  /// The place of a value, such as `at /a/0: `; a very long path is shortened.
  fileprivate var place: String {
    let names = map { $0.intValue.map(String.init) ?? $0.stringValue }
    let shown = names.count > 16 ? names.prefix(8) + ["…"] + names.suffix(7) : names[...]
    return "at /" + shown.joined(separator: "/") + ": "
  }
}
