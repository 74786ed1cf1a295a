/// A pure function that changes a state, in place, as an action asks for; a value that can be combined and wrapped.
///
/// A reducer must depend on nothing but the state and the action, and must do nothing but change the state: the same
/// actions must lead to the same states when they are replayed.
///
/// ```swift
/// let counter = Reducer<Int, CounterAction> { state, action in
///   switch action {
///   case .increment: state += 1
///   case .add(let amount): state += amount
///   }
/// }
/// var state = 0
/// counter.reduce(&state, .add(2))  // state == 2
/// ```
///
/// The closure is open to be wrapped: `Reducer(recorder.recording(appReducer.reduce))`, or ``wrapped(by:)``.
public struct Reducer<State, Action>: Sendable {
  /// The function itself. It changes the state where it stands; no copy is made.
  public let reduce: @Sendable (inout State, Action) -> Void

  /// Makes a reducer of a function.
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    self.reduce = reduce
  }

  /// Changes `state` as `action` asks for; the same as calling `reduce`.
  public func callAsFunction(_ state: inout State, _ action: Action) {
    reduce(&state, action)
  }

  /// The reducer that changes nothing; the neutral element of `combine`.
  public static var identity: Self {
    Self { _, _ in }
  }
}
