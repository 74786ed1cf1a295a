import RuntimeLayout

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
