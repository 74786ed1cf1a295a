/// A difference between an upgraded state of an older schema and the state that today's reducers make.
///
/// Either the schema change is wrong, or a reducer has changed. The recorded hash can't tell, because it is the hash of
/// another shape.
public struct SchemaDifference: Hashable, Sendable, Codable {
  /// The seq of the state.
  public let seq: Int
  /// The line of the snapshot, or of the action, counted from 1 through all segments.
  public let line: Int?
  /// How it differs.
  public let kind: Kind

  /// How a state can differ.
  public enum Kind: Hashable, Sendable, Codable {
    /// The folded state is not that of the snapshot, at these JSON Pointers: some of them, where there are many.
    case state(pointers: [String])
    /// The reducer threw another error, or only one of the two threw.
    case error(recorded: String?, replayed: String?)
  }

  /// The number of differences, and of pointers of each, that are kept.
  static let keptLimit = 16
}

extension SchemaDifference: CustomStringConvertible {
  /// What differs, and where.
  public var description: String {
    switch kind {
    case .state(let pointers):
      "the state \(seq) that the reducers lead to is not that of its snapshot: "
        + pointers.map { $0.isEmpty ? "(the whole state)" : $0 }.joined(separator: ", ")
    case .error(let recorded, let replayed):
      "action \(seq) led to \(recorded.map { "the error '\($0)'" } ?? "no error") when it was recorded, now to "
        + (replayed.map { "the error '\($0)'" } ?? "none")
    }
  }
}
