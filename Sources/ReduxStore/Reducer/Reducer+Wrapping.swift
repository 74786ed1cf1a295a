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
