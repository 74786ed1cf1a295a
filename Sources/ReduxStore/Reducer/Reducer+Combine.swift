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
