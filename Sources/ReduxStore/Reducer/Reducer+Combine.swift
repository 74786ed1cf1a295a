extension Reducer {
  /// Makes one reducer that runs all of `reducers` on every action, in their order, each on the state that the one
  /// before has left. Without any it is `identity`.
  public static func combine(_ reducers: [Self]) -> Self {
    Self { state, action in
      for reducer in reducers {
        reducer.reduce(&state, action)
      }
    }
  }

  /// Makes one reducer that runs all of `reducers` on every action, in their order.
  ///
  /// ```swift
  /// let app = Reducer.combine(
  ///   projects.pullback(state: \.projects, action: \.projects),
  ///   settings.pullback(state: \.settings, action: \.settings))
  /// ```
  public static func combine(_ reducers: Self...) -> Self {
    combine(reducers)
  }

  /// Makes a reducer that runs this one, and then `next` on the state that this one has left.
  public func combined(with next: Self) -> Self {
    Self { state, action in
      reduce(&state, action)
      next.reduce(&state, action)
    }
  }
}
