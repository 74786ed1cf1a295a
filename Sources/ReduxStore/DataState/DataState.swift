/// A value that must be fetched: not requested, loading, loaded, or failed.
///
/// The last value stays while a newer one is being fetched, and after a failure: a list doesn't go empty because the user
/// pulled to refresh it in a tunnel.
///
/// ```swift
/// struct Inbox {
///   var messages = DataState<[Message], MailError>.idle
/// }
///
/// inbox.messages.beginLoading()  // a spinner
/// inbox.messages.succeed(with: [first])  // the messages
/// inbox.messages.beginLoading()  // the messages, and a spinner
/// inbox.messages.fail(with: .offline)  // the messages, and a banner
/// ```
///
/// The failure is a type of the app, so that a reducer can distinguish its cases. If the failure and the value are
/// `Codable`, so is this type; `encode(to:)` describes its shape.
@frozen public enum DataState<Value, Failure: Error> {
  /// The app hasn't asked for it.
  case idle
  /// It is being fetched; `previous` is the last value that arrived, if any.
  case loading(previous: Value?)
  /// It has arrived.
  case loaded(Value)
  /// Fetching failed; `previous` is the last value that arrived, if any.
  case failed(Failure, previous: Value?)

  /// The value to show: the last one that arrived, even while loading or after a failure.
  public var value: Value? {
    switch self {
    case .idle: nil
    case .loading(let previous), .failed(_, let previous): previous
    case .loaded(let value): value
    }
  }

  /// The error, if fetching failed last.
  public var error: Failure? {
    if case .failed(let error, _) = self { error } else { nil }
  }

  /// Whether it is being fetched.
  public var isLoading: Bool {
    if case .loading = self { true } else { false }
  }
}

extension DataState: Sendable where Value: Sendable {}
extension DataState: Equatable where Value: Equatable, Failure: Equatable {}
extension DataState: Hashable where Value: Hashable, Failure: Hashable {}

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

extension DataState {
  /// Returns the same phase, with the value transformed.
  public func map<New, TransformError: Error>(
    _ transform: (Value) throws(TransformError) -> New
  ) throws(TransformError) -> DataState<New, Failure> {
    switch self {
    case .idle: .idle
    case .loading(let previous): .loading(previous: try previous.map(transform))
    case .loaded(let value): .loaded(try transform(value))
    case .failed(let error, let previous): .failed(error, previous: try previous.map(transform))
    }
  }

  /// Returns the same phase and value, with the error transformed.
  public func mapError<New: Error, TransformError: Error>(
    _ transform: (Failure) throws(TransformError) -> New
  ) throws(TransformError) -> DataState<Value, New> {
    switch self {
    case .idle: .idle
    case .loading(let previous): .loading(previous: previous)
    case .loaded(let value): .loaded(value)
    case .failed(let error, let previous): .failed(try transform(error), previous: previous)
    }
  }

  /// Returns the state of a value that depends on this one.
  ///
  /// Once this one is loaded, that is the result of `transform`. In the other phases it is this phase, with the value that
  /// `transform` finds for the previous value, if any.
  public func flatMap<New, TransformError: Error>(
    _ transform: (Value) throws(TransformError) -> DataState<New, Failure>
  ) throws(TransformError) -> DataState<New, Failure> {
    switch try map(transform) {
    case .idle: .idle
    case .loading(let previous): .loading(previous: previous?.value)
    case .loaded(let found): found
    case .failed(let error, let previous): .failed(error, previous: previous?.value)
    }
  }

  /// Returns the state of this value and another together.
  ///
  /// The result has a value if both have one. Its phase is the first that applies:
  /// - failed, if either is, with this one's error if both are
  /// - loading, if either is
  /// - loaded, if both have a value; otherwise idle
  ///
  /// ```swift
  /// let overview = accounts.combined(with: rates) { Overview(accounts: $0, rates: $1) }
  /// ```
  public func combined<Other, New, TransformError: Error>(
    with other: DataState<Other, Failure>,
    _ transform: (Value, Other) throws(TransformError) -> New
  ) throws(TransformError) -> DataState<New, Failure> {
    var both: New?
    if let value, let otherValue = other.value { both = try transform(value, otherValue) }
    if let error = error ?? other.error { return .failed(error, previous: both) }
    if isLoading || other.isLoading { return .loading(previous: both) }
    return both.map(DataState<New, Failure>.loaded) ?? .idle
  }
}

extension DataState {
  /// Begins loading. The previous value stays; an error is forgotten.
  public mutating func beginLoading() {
    self = .loading(previous: value)
  }

  /// Ends loading with a value, which replaces the previous one.
  public mutating func succeed(with value: Value) {
    self = .loaded(value)
  }

  /// Ends loading with an error. The previous value stays.
  public mutating func fail(with error: Failure) {
    self = .failed(error, previous: value)
  }

  /// Ends loading with a result: `succeed(with:)` or `fail(with:)`.
  public mutating func finish(with result: Result<Value, Failure>) {
    switch result {
    case .success(let value): succeed(with: value)
    case .failure(let error): fail(with: error)
    }
  }

  /// Ends loading without an answer; does nothing in any other phase.
  ///
  /// The previous value, if any, counts as loaded again. Call this on a state restored from a file or an earlier point of a
  /// journal: the request of that time is gone, and the spinner would stay forever.
  public mutating func cancelLoading() {
    guard case .loading(let previous) = self else { return }
    self = previous.map(DataState.loaded) ?? .idle
  }

  /// Changes the value in place and keeps the phase; does nothing without a value.
  ///
  /// The value isn't copied if this is its only reference.
  ///
  /// - Parameter change: receives the value in place.
  /// - Throws: the error of `change`; its changes up to then stay.
  public mutating func updateValue<ChangeError: Error>(
    _ change: (inout Value) throws(ChangeError) -> Void
  ) throws(ChangeError) {
    // Taken out and put back: a copy beside it would make the first in-place change copy the whole value.
    let taken = self
    self = .idle
    switch consume taken {
    case .idle:
      break
    case .loading(previous: nil):
      self = .loading(previous: nil)
    case .loading(previous: .some(var value)):
      defer { self = .loading(previous: value) }
      try change(&value)
    case .loaded(var value):
      defer { self = .loaded(value) }
      try change(&value)
    case .failed(let error, previous: nil):
      self = .failed(error, previous: nil)
    case .failed(let error, previous: .some(var value)):
      defer { self = .failed(error, previous: value) }
      try change(&value)
    }
  }
}
