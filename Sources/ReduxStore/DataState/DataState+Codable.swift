private enum DataStateKey: String, CodingKey {
  case idle, loading, failed, value
}

/// Encodes as `{}`, where the key says everything.
private struct Nothing: Codable {}

extension DataState: Encodable where Value: Encodable, Failure: Encodable {
  /// Encodes the phase as a key, and the value under the same key in all phases.
  ///
  /// ```
  /// {"idle": {}}
  /// {"loading": {}}            {"loading": {}, "value": …}
  /// {"value": …}
  /// {"failed": error}          {"failed": error, "value": …}
  /// ```
  ///
  /// So a JSON Pointer to the value, or into it, is valid in every phase, and states that differ only in the phase don't
  /// differ in the value. Since the phase is a key and not a string, it survives the redaction of values.
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
  /// - Throws: `DecodingError` if the keys form none of its shapes, or a part can't be decoded.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: DataStateKey.self)
    // Not `decodeIfPresent`: `null` is a value if the value's type is optional.
    let value = container.contains(.value) ? try container.decode(Value.self, forKey: .value) : nil
    let phases = container.allKeys.filter { $0 != .value }
    switch (phases.first, value) {
    case _ where phases.count > 1: throw DataState.corrupted(decoder, "it has more than one phase")
    case (.failed, let value): self = .failed(try container.decode(Failure.self, forKey: .failed), previous: value)
    case (.loading, let value): self = .loading(previous: value)
    case (nil, let value?): self = .loaded(value)
    case (.idle, nil): self = .idle
    case (.idle, _?): throw DataState.corrupted(decoder, "it is idle, but has a value")
    default: throw DataState.corrupted(decoder, "it needs one of the keys idle, loading, failed and value")
    }
  }

  private static func corrupted(_ decoder: any Decoder, _ reason: String) -> DecodingError {
    .dataCorrupted(
      DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not a DataState: \(reason)"))
  }
}
