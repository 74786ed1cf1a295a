public import StateTree

/// A step from one version of a slice's shape to the next, on its JSON: the types of the version before are not needed.
///
/// ```swift
/// SliceMigration(from: 1) { user in
///   try JSONPatch([.move(from: JSONPointer("/mail"), to: JSONPointer("/email"))]).apply(to: &user)
/// }
/// ```
public struct SliceMigration: Sendable {
  /// The version that it begins with; it leads to the next.
  public let version: Int
  let change: @Sendable (inout JSONValue) throws -> Void

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - version: the version that it begins with.
  ///   - change: changes the JSON to that of the next version; what it throws sets the slice aside.
  public init(from version: Int, _ change: @escaping @Sendable (inout JSONValue) throws -> Void) {
    self.version = version
    self.change = change
  }
}
