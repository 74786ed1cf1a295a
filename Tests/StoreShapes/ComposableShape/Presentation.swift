/// The state of a feature that is presented, a sheet for one, or nothing. It is encoded as the optional would be.
@propertyWrapper package struct PresentationState<State> {
  package var wrappedValue: State?

  package init(wrappedValue: State?) { self.wrappedValue = wrappedValue }

  package var projectedValue: Self {
    get { self }
    set { self = newValue }
  }
}

extension PresentationState: Encodable where State: Encodable {
  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(wrappedValue)
  }
}

extension PresentationState: Decodable where State: Decodable {
  package init(from decoder: any Decoder) throws {
    self.init(wrappedValue: try decoder.singleValueContainer().decode(State?.self))
  }
}

extension PresentationState: Equatable where State: Equatable {}
extension PresentationState: Sendable where State: Sendable {}

/// What happens in a feature that is presented, or to it.
package enum PresentationAction<Action> {
  case dismiss
  indirect case presented(Action)
}

extension PresentationAction: Encodable where Action: Encodable {}
extension PresentationAction: Decodable where Action: Decodable {}
extension PresentationAction: Sendable where Action: Sendable {}

extension Reducer {
  /// Combines this feature with one that it presents, which reduces first.
  package func ifLet<Child: Reducer>(
    _ child: WritableKeyPath<State, PresentationState<Child.State>>,
    action extract: @escaping (Action) -> PresentationAction<Child.Action>?,
    embed: @escaping @Sendable (PresentationAction<Child.Action>) -> Action, _ feature: () -> Child
  ) -> some Reducer<State, Action> {
    let feature = feature()
    return Reduce<State, Action> { state, action in
      var effects = Effect<Action>.none
      if case .presented(let inner) = extract(action), var presented = state[keyPath: child].wrappedValue {
        effects = feature._reduce(into: &presented, action: inner).map { embed(.presented($0)) }
        state[keyPath: child].wrappedValue = presented
      }
      let own = _reduce(into: &state, action: action)
      if case .dismiss = extract(action) { state[keyPath: child].wrappedValue = nil }
      return Effect(operations: effects.operations + own.operations)
    }
  }
}
