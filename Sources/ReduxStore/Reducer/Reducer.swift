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

extension Reducer {
  /// Makes one reducer that runs all of `reducers` on every action, in order.
  ///
  /// Each runs on the state that the previous one left. An empty array gives `identity`.
  public static func combine(_ reducers: [Self]) -> Self {
    Self { state, action in
      for reducer in reducers {
        reducer.reduce(&state, action)
      }
    }
  }

  /// Makes one reducer that runs all of `reducers` on every action, in order.
  ///
  /// ```swift
  /// let app = Reducer.combine(
  ///   projects.pullback(state: \.projects, action: \.projects),
  ///   settings.pullback(state: \.settings, action: \.settings))
  /// ```
  public static func combine(_ reducers: Self...) -> Self {
    combine(reducers)
  }
}

extension Reducer {
  /// Makes this reducer of a part work on a whole: on the slice at a key path, for the part's actions.
  ///
  /// The slice is changed in place, so a large collection in it isn't copied. That holds for stored properties; a computed
  /// property is read and then written.
  ///
  /// ```swift
  /// let app: Reducer<AppState, AppAction> = counter.pullback(
  ///   state: \.counter,
  ///   action: { if case .counter(let action) = $0 { action } else { nil } })
  /// ```
  ///
  /// - Parameters:
  ///   - path: leads to the part's state in the whole's.
  ///   - extract: returns the part's action; `nil` leaves the state alone.
  /// - Returns: a reducer of the whole.
  public func pullback<Whole, WholeAction>(
    state path: any WritableKeyPath<Whole, State> & Sendable,
    action extract: @escaping @Sendable (WholeAction) -> Action?
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { whole, action in
      guard let local = extract(action) else { return }
      reduce(&whole[keyPath: path], local)
    }
  }

  /// Makes this reducer of a part work on a whole in which the part is optional.
  ///
  /// While the slice is `nil`, actions for it change nothing. The slice is changed without a copy, as in the variant for a
  /// slice that always exists.
  ///
  /// - Parameters:
  ///   - path: leads to the part's optional state in the whole's.
  ///   - extract: returns the part's action; `nil` leaves the state alone.
  /// - Returns: a reducer of the whole.
  public func pullback<Whole, WholeAction>(
    state path: any WritableKeyPath<Whole, State?> & Sendable,
    action extract: @escaping @Sendable (WholeAction) -> Action?
  ) -> Reducer<Whole, WholeAction> {
    Reducer<Whole, WholeAction> { whole, action in
      guard let local = extract(action) else { return }
      reduceIfPresent(&whole[keyPath: path], local)
    }
  }

  /// Makes this reducer work on a slice of a larger state, for the same actions.
  ///
  /// - Parameter path: leads to the slice in the larger state.
  /// - Returns: a reducer of the larger state.
  public func pullback<Whole>(
    state path: any WritableKeyPath<Whole, State> & Sendable
  ) -> Reducer<Whole, Action> {
    Reducer<Whole, Action> { whole, action in
      reduce(&whole[keyPath: path], action)
    }
  }

  private func reduceIfPresent(_ slot: inout State?, _ action: Action) {
    // Taken out and put back: a copy beside the slot would make the first in-place change copy the whole slice.
    guard var state = slot.take() else { return }
    reduce(&state, action)
    slot = .some(state)
  }
}

extension Reducer {
  /// A reducer that runs this one inside a wrapper, such as a recorder:
  ///
  ///     let store = Store(initialState: state, reducer: appReducer.wrapped(by: recorder.recording))
  ///
  /// A closure passes more arguments: `appReducer.wrapped { recorder.recording($0, projecting: \.saved) }`.
  public func wrapped(
    by wrapper: (@escaping @Sendable (inout State, Action) -> Void) -> @Sendable (inout State, Action) -> Void
  ) -> Self {
    Self(wrapper(reduce))
  }
}
