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
