/// What is known of a value that has to be fetched: nothing yet, that it is on its way, the value, or that fetching failed.
///
/// The last value that arrived stays while a newer one is being fetched, and after that failed: a list doesn't go empty
/// because somebody pulled to refresh it in a tunnel.
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
/// The failure is a type of the app, so that a reducer can tell its cases apart. If it and the value are `Codable`, so is
/// this, in the shape that `encode(to:)` describes.
@frozen public enum DataState<Value, Failure: Error> {
  /// Nobody has asked for it.
  case idle
  /// It is being fetched; `previous` is the last value that arrived, if one did.
  case loading(previous: Value?)
  /// It has arrived.
  case loaded(Value)
  /// It could not be fetched; `previous` is the last value that arrived, if one did.
  case failed(Failure, previous: Value?)

  /// The value to show: the last one that arrived, also while another is being fetched or after that failed.
  public var value: Value? {
    switch self {
    case .idle: nil
    case .loading(let previous), .failed(_, let previous): previous
    case .loaded(let value): value
    }
  }

  /// Why it could not be fetched, if that is the latest that is known.
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
