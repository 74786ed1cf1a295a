/// What the macro for observed states stores in each of them: objects that notice changes, and nothing of the state.
package struct ObservationStateRegistrar: Sendable {
  package final class Identity: Sendable {
    package init() {}
  }

  private var identity = Identity()
  private let observers: any Sendable = Identity()

  package init() {}

  /// A change of the state.
  package mutating func willModify() { identity = Identity() }
}

extension ObservationStateRegistrar: Codable, Hashable {
  package static func == (_: Self, _: Self) -> Bool { true }
  package func hash(into _: inout Hasher) {}
  package init(from _: any Decoder) throws { self.init() }
  package func encode(to _: any Encoder) throws {}
}

/// The action of a view that sets a member of the state.
package struct BindingAction<Root>: Sendable {
  package let keyPath: any PartialKeyPath<Root> & Sendable
  package let set: @Sendable (inout Root) -> Void
  let value: any Sendable
  let valueIsEqualTo: @Sendable (Any) -> Bool

  package static func set<Value: Equatable & Sendable>(
    _ keyPath: any WritableKeyPath<Root, Value> & Sendable, _ value: Value
  ) -> BindingAction {
    BindingAction(
      keyPath: keyPath, set: { $0[keyPath: keyPath] = value }, value: value,
      valueIsEqualTo: { $0 as? Value == value })
  }
}
