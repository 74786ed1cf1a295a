public import StateTree

/// An error that can describe itself without possibly secret values.
///
/// A recorder with rules writes only the type and the case of any other error.
public protocol RedactableError: Error {
  /// A description without values of the state or of an action.
  var redactedDescription: String { get }
}

extension JSONPatchError: RedactableError {
  /// The operation and the reason in a sentence, without any text of the patch or of the document.
  public var redactedDescription: String {
    index.map { "operation \($0): \(reason.redactedDescription)" } ?? reason.redactedDescription
  }
}

extension JSONPatchError.Reason {
  fileprivate var redactedDescription: String {
    switch self {
    case .unknownName: "unknown op; known are \(JSONPatch.Operation.names.joined(separator: ", "))"
    case .invalidPointer(let name, _, let error): "\"\(name)\" isn't a JSON Pointer: \(error)"
    case .noMember: "no such member"
    case .noElement(let index, _, let count):
      "no element \(index) in the array of \(count) element\(count == 1 ? "" : "s")"
    case .notAnIndex: "a token of the pointer isn't an index of the array"
    case .notAContainer(_, let found): "\(found) has no members or elements"
    case .differs: "the value differs from the expected one"
    case .notAnArray, .notAnObject, .missingMember, .notAString, .rootRemoved, .intoItself, .tooDeep, .tooManyTokens,
      .copiesTooMuch,
      .movesTooMuch:
      description
    }
  }
}
