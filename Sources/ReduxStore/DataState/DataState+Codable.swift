private enum DataStateKey: String, CodingKey {
  case idle, loading, failed, value
}

/// What is encoded where a key alone says everything: `{}`.
private struct Nothing: Codable {}

extension DataState: Encodable where Value: Encodable, Failure: Encodable {
  /// Encodes the phase as a key, and the value under a key that is the same in all phases.
  ///
  /// ```
  /// {"idle": {}}
  /// {"loading": {}}            {"loading": {}, "value": …}
  /// {"value": …}
  /// {"failed": error}          {"failed": error, "value": …}
  /// ```
  ///
  /// So a JSON Pointer to the value, or into it, holds whatever the phase, and two states that differ in the phase alone
  /// don't differ in the value. That the phase is a key, and no text, keeps it where values are redacted.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: DataStateKey.self)
    switch self {
    case .idle: try container.encode(Nothing(), forKey: .idle)
    case .loading: try container.encode(Nothing(), forKey: .loading)
    case .failed(let error, _): try container.encode(error, forKey: .failed)
    case .loaded: break
    }
    if let value { try container.encode(value, forKey: .value) }
  }
}

extension DataState: Decodable where Value: Decodable, Failure: Decodable {
  /// Decodes what `encode(to:)` writes.
  ///
  /// - Throws: `DecodingError` if what the keys say together is none of its shapes, or a part can't be decoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DataStateKey.self)
    // Not `decodeIfPresent`: `null` is a value, if the value's type is an optional.
    let value = container.contains(.value) ? try container.decode(Value.self, forKey: .value) : nil
    let phases = container.allKeys.filter { $0 != .value }
    switch (phases.first, value) {
    case _ where phases.count > 1: throw DataState.corrupted(decoder, "it can be in one phase only")
    case (.failed, let value): self = .failed(try container.decode(Failure.self, forKey: .failed), previous: value)
    case (.loading, let value): self = .loading(previous: value)
    case (nil, let value?): self = .loaded(value)
    case (.idle, nil): self = .idle
    case (.idle, _?): throw DataState.corrupted(decoder, "nothing has arrived where it is idle")
    default: throw DataState.corrupted(decoder, "it needs one of the keys idle, loading, failed and value")
    }
  }

  private static func corrupted(_ decoder: any Decoder, _ reason: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "no DataState: \(reason)"))
  }
}
