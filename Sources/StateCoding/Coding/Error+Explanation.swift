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

extension RedactionRules {
  /// Returns the text of an error that may be written.
  package func text(of error: any Error) -> String {
    if writesFreeText { return String(describing: error) }
    if let error = error as? any RedactableError { return error.redactedDescription }
    let type = TypeName.of(Swift.type(of: error))
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum, !(error is any CustomReflectable) else { return type }
    if let label = mirror.children.first?.label { return "\(type).\(label)" }
    // The description of a case without a payload is its name, unless the type has its own description.
    let isDescribed = error is any CustomStringConvertible || error is any CustomDebugStringConvertible
    return isDescribed || !mirror.children.isEmpty ? type : "\(type).\(error)"
  }

  /// Returns the text of an encoding failure that may be written.
  package func explanation(of error: any Error) -> String {
    writesFreeText ? error.explanation : text(of: error)
  }
}
