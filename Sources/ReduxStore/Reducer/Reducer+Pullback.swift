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
