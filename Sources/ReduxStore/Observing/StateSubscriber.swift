/// An object on the main actor, such as a screen, that receives a part of a store's presented state.
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
  /// The values that the subscriber receives: the whole state, or a selected part.
  associatedtype Value: Sendable

  /// Receives the current value at first, then the newest one at a turn of the main actor after each change.
  ///
  /// It may dispatch, subscribe and unsubscribe.
  func newState(_ value: Value)
}
