/// An error that can say what went wrong without any value that may be secret.
///
/// Of an error that isn't one a recorder with rules writes only the type and the case.
public protocol RedactableError: Error {
  /// What went wrong, without values of the state or of an action.
  var redactedDescription: String { get }
}

extension JSONPatchError: RedactableError {
  /// The operation, the place and the reason in a sentence, without the values that a test has compared.
  public var redactedDescription: String {
    guard case .differs(let pointer, _, _) = reason else { return description }
    let place = "another value was found at \(pointer.place) than was expected"
    return index.map { "operation \($0)\(operation.map { " (\($0))" } ?? ""): \(place)" } ?? place
  }
}

extension RedactionRules {
  /// What may be written of an error.
  package func text(of error: any Error) -> String {
    if writesFreeText { return String(describing: error) }
    if let error = error as? any RedactableError { return error.redactedDescription }
    let type = TypeName.of(Swift.type(of: error))
    let mirror = Mirror(reflecting: error)
    guard mirror.displayStyle == .enum, !(error is any CustomReflectable) else { return type }
    if let label = mirror.children.first?.label { return "\(type).\(label)" }
    // A case without a payload is told by its description, unless the type has one of its own.
    let isDescribed = error is any CustomStringConvertible || error is any CustomDebugStringConvertible
    return isDescribed || !mirror.children.isEmpty ? type : "\(type).\(error)"
  }

  /// What may be written of the reason why something could not be encoded.
  package func explanation(of error: any Error) -> String {
    writesFreeText ? error.explanation : text(of: error)
  }
}
