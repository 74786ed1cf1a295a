/// Work after an action, which may send other actions.
package struct Effect<Action>: Sendable {
  /// How an effect sends actions.
  package struct Send: Sendable {
    let send: @MainActor @Sendable (Action) -> Void

    @MainActor package func callAsFunction(_ action: Action) { send(action) }
  }

  let operations: [@Sendable (Send) async -> Void]

  package static var none: Effect { Effect(operations: []) }

  package static func run(_ operation: @escaping @Sendable (Send) async -> Void) -> Effect {
    Effect(operations: [operation])
  }

  /// The same for the feature around it.
  package func map<Outer>(_ embed: @escaping @Sendable (Action) -> Outer) -> Effect<Outer> {
    Effect<Outer>(
      operations: operations.map { operation in
        { send in await operation(Send { action in send(embed(action)) }) }
      })
  }
}
