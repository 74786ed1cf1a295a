/// A JSON Patch (RFC 6902): a sequence of operations on a document.
public struct JSONPatch: Hashable, Sendable {
  /// The operations, in order of application.
  public var operations: [Operation]

  /// Creates a patch from operations.
  public init(_ operations: [Operation] = []) {
    self.operations = operations
  }

  /// Whether the patch has no operations.
  public var isEmpty: Bool { operations.isEmpty }
}

extension JSONPatch {
  /// One operation of a JSON Patch.
  public enum Operation: Hashable, Sendable {
    /// Sets a member of an object, inserts an element into an array (`-`: after the last), or replaces the root.
    case add(JSONPointer, JSONValue)
    /// Removes a member or an element.
    case remove(JSONPointer)
    /// Replaces an existing value.
    case replace(JSONPointer, JSONValue)
    /// Removes a value and adds it at another pointer.
    case move(from: JSONPointer, to: JSONPointer)
    /// Copies a value to another pointer.
    case copy(from: JSONPointer, to: JSONPointer)
    /// Changes nothing; the patch fails unless the value equals this one.
    case test(JSONPointer, JSONValue)

    /// The name of the operation in a patch: its `op`.
    public var name: String {
      switch self {
      case .add: "add"
      case .remove: "remove"
      case .replace: "replace"
      case .move: "move"
      case .copy: "copy"
      case .test: "test"
      }
    }

    /// The pointer to the operation's target.
    public var path: JSONPointer {
      switch self {
      case .add(let path, _), .remove(let path), .replace(let path, _), .test(let path, _): path
      case .move(_, let path), .copy(_, let path): path
      }
    }
  }
}

extension JSONPatch.Operation: CustomStringConvertible {
  /// The operation without its value, such as `replace /files/a`.
  public var description: String {
    switch self {
    case .add, .remove, .replace, .test: "\(name) \(path.place)"
    case .move(let from, let path), .copy(let from, let path): "\(name) \(from.place) to \(path.place)"
    }
  }
}

extension JSONPointer {
  /// The pointer in a sentence.
  var place: String { isRoot ? "the root" : description }
}
