/// An object on the main actor that is told of a part of a store's presented state, as a screen is.
///
/// ```swift
/// final class TitleScreen: StateSubscriber {
///   private(set) var title = ""
///
///   func newState(_ title: String) {
///     self.title = title
///   }
/// }
///
/// store.subscribe(screen) { $0.select(\.title) }
/// ```
///
/// See `Store.subscribe(_:_:)`.
@MainActor
public protocol StateSubscriber<Value>: AnyObject {
  /// What the subscriber is told of: the whole state, or what is selected of it.
  associatedtype Value: Sendable

  /// Is given the current value to begin with, and then the newest at a turn of the main actor after it has changed. It
  /// may dispatch, subscribe and unsubscribe.
  func newState(_ value: Value)
}
