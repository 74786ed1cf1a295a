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
