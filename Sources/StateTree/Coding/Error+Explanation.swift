extension Error {
  /// What went wrong, in one line as people read it: of an error of the coder the place and the reason, without the
  /// value, which may be a whole state.
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
    @unknown default: String(describing: self)
    }
  }
}

extension [any CodingKey] {
  /// Where a value is, as `at /a/0: `; a way that is too long to read is shortened.
  fileprivate var place: String {
    let names = map { $0.intValue.map(String.init) ?? $0.stringValue }
    let shown = names.count > 16 ? names.prefix(8) + ["…"] + names.suffix(7) : names[...]
    return "at /" + shown.joined(separator: "/") + ": "
  }
}
