/// A JSON Patch (RFC 6902): operations that turn one document into another, one after the other.
public struct JSONPatch: Hashable, Sendable {
  /// The operations, in the order in which they are applied.
  public var operations: [Operation]

  /// Creates a patch from operations.
  public init(_ operations: [Operation] = []) {
    self.operations = operations
  }

  /// Whether there are no operations.
  public var isEmpty: Bool { operations.isEmpty }
}
