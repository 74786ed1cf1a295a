/// The whole's context as a part's middleware uses it, with the whole's types hidden.
protocol PartOfWhole<State, Action>: AnyObject, Sendable {
  associatedtype State: Sendable
  associatedtype Action: Sendable

  func withState<Value: Sendable, Failure: Error>(
    _ read: (State) throws(Failure) -> Value
  ) throws(Failure) -> Value
  func next(_ action: Action)
  func dispatch(_ action: Action)
}

/// The context of a whole, seen from a part.
final class PulledBackContext<Whole: Sendable, WholeAction: Sendable, State: Sendable, Action: Sendable>: PartOfWhole {
  let whole: Middleware<Whole, WholeAction>.Context
  let select: @Sendable (Whole) -> State
  let embed: @Sendable (Action) -> WholeAction

  init(
    whole: Middleware<Whole, WholeAction>.Context, select: @escaping @Sendable (Whole) -> State,
    embed: @escaping @Sendable (Action) -> WholeAction
  ) {
    self.whole = whole
    self.select = select
    self.embed = embed
  }

  func withState<Value: Sendable, Failure: Error>(
    _ read: (State) throws(Failure) -> Value
  ) throws(Failure) -> Value {
    try whole.withState { whole throws(Failure) in try read(select(whole)) }
  }

  func next(_ action: Action) {
    whole.next(embed(action))
  }

  func dispatch(_ action: Action) {
    whole.dispatch(embed(action))
  }
}
