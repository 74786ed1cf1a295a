/// A pure function that applies an action to a state, in place; a value that you can combine and wrap.
///
/// A reducer must depend on nothing but the state and the action, and must do nothing but change the state: replaying the
/// same actions must lead to the same states.
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
/// To wrap a reducer, pass its closure on, as in `Reducer(recorder.recording(appReducer.reduce))`, or call ``wrapped(by:)``.
public struct Reducer<State, Action>: Sendable {
  /// The function itself. It changes the state in place, without a copy.
  public let reduce: @Sendable (inout State, Action) -> Void

  /// Makes a reducer from a function.
  public init(_ reduce: @escaping @Sendable (inout State, Action) -> Void) {
    self.reduce = reduce
  }

  /// Applies `action` to `state`; the same as calling `reduce`.
  public func callAsFunction(_ state: inout State, _ action: Action) {
    reduce(&state, action)
  }

  /// The reducer that changes nothing; the neutral element of `combine`.
  public static var identity: Self {
    Self { _, _ in }
  }
}
