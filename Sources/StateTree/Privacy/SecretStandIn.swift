/// A type that says what is written in the place of its values where they are secret.
///
/// Most types need not: texts become `redacted`, numbers 0, truth values `false`, collections empty, enums that are
/// `CaseIterable` their first case, and structs keep their members, with stand-ins in them. It is for types that don't
/// decode from that, such as a text that must contain an `@`.
///
///     extension EmailAddress: SecretStandIn {
///       static var standIn: EmailAddress { EmailAddress("redacted@example.org") }
///     }
public protocol SecretStandIn: Encodable, SendableMetatype {
  /// The value that is written. It must always be the same.
  static var standIn: Self { get }
}

extension EntityTable: SecretStandIn {
  /// A table without entities.
  public static var standIn: EntityTable { EntityTable() }
}
