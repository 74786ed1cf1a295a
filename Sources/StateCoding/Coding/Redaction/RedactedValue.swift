import StatePrivacy

/// A wrapped value, seen without its type.
protocol RedactedValue: SendableMetatype {
  func encodeWrapped(to core: EncodingCore) throws
}

extension Redacted: RedactedValue where Value: Encodable {
  func encodeWrapped(to core: EncodingCore) throws { try core.encode(wrappedValue) }
}
