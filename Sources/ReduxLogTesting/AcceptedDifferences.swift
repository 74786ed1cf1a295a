import ReduxInspection
import ReduxLogTool

/// Differences between a journal and its replay that a test accepts.
public struct AcceptedDifferences: OptionSet, Hashable, Sendable {
  /// The bits of the set.
  public let rawValue: Int

  /// Creates a set from its bits.
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// States that differ where a redacted value may be the reason, as with `verify --allow-redacted`.
  public static let redacted = AcceptedDifferences(rawValue: 1)
  /// States whose shape changed, if no snapshot differs, as with `verify --allow-schema-changes`.
  public static let schemaChanges = AcceptedDifferences(rawValue: 2)
  /// States that can't be proven, as with `verify --allow-unproven`.
  public static let unproven = AcceptedDifferences(rawValue: 4)

  var accepted: Tolerance {
    var accepted = Tolerance()
    accepted.redacted = contains(.redacted)
    accepted.schemaChanges = contains(.schemaChanges)
    accepted.unproven = contains(.unproven)
    return accepted
  }
}
