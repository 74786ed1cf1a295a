public import StateTree

/// A step from one version of a slice's shape to the next, as a change of its JSON.
///
/// The types of the older version aren't needed.
///
/// ```swift
/// SliceMigration(from: 1) { user in
///   try JSONPatch([.move(from: JSONPointer("/mail"), to: JSONPointer("/email"))]).apply(to: &user)
/// }
/// ```
public struct SliceMigration: Sendable {
  let version: Int
  let change: @Sendable (inout JSONValue) throws -> Void

  /// Makes a step.
  ///
  /// - Parameters:
  ///   - version: the version that it starts from.
  ///   - change: changes the JSON to that of the next version; if it throws, the slice is moved aside.
  public init(from version: Int, _ change: @escaping @Sendable (inout JSONValue) throws -> Void) {
    self.version = version
    self.change = change
  }
}
