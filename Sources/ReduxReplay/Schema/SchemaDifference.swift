/// A difference between an upgraded older state and the state that today's reducers produce.
///
/// Either the schema change is wrong, or a reducer has changed. The recorded hash can't decide, because it belongs to a
/// different shape.
public struct SchemaDifference: Hashable, Sendable, Codable {
  /// The seq of the state.
  public let seq: Int
  /// The line of the snapshot, or of the action, counted from 1 through all segments.
  public let line: Int?
  /// How it differs.
  public let kind: Kind

  /// How a state can differ.
  public enum Kind: Hashable, Sendable, Codable {
    /// The replayed state differs from the snapshot at these JSON Pointers, up to a limit.
    case state(pointers: [String])
    /// The reducer threw a different error, or only one of the two runs threw.
    case error(recorded: String?, replayed: String?)
  }

  /// The maximum number of differences, and of pointers in each.
  static let keptLimit = 16
}

extension SchemaDifference: CustomStringConvertible {
  /// The difference and its place.
  public var description: String {
    switch kind {
    case .state(let pointers):
      "the reducers' state \(seq) differs from its snapshot: "
        + pointers.map { $0.isEmpty ? "(the whole state)" : $0 }.joined(separator: ", ")
    case .error(let recorded, let replayed):
      "action \(seq) was recorded with \(recorded.map { "the error '\($0)'" } ?? "no error"), and now has "
        + (replayed.map { "the error '\($0)'" } ?? "none")
    }
  }
}
