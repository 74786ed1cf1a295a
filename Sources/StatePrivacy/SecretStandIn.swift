/// A type that defines the stand-in for its secret values.
///
/// Most types don't need it: strings become `redacted`, numbers 0, Boolean values `false`, collections empty,
/// `CaseIterable` enums their first case, and structs keep their members, with stand-ins as values. Conform types that
/// can't be decoded from that, such as a text that must contain an `@`.
///
///     extension EmailAddress: SecretStandIn {
///       static var standIn: EmailAddress { EmailAddress("redacted@example.org") }
///     }
public protocol SecretStandIn: Encodable, SendableMetatype {
  /// The stand-in. It must always be the same value.
  static var standIn: Self { get }
}
