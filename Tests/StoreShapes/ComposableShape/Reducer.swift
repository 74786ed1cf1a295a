// What The Composable Architecture looks like to its users, as far as the guide and its tests need it. Written for
// them; nothing of it is the library's. Its key paths to cases are closures here, because they are made by macros.

/// A feature, which either implements `reduce` or combines other features in `body`.
package protocol Reducer<State, Action> {
  associatedtype State
  associatedtype Action
  associatedtype Body

  func _reduce(into state: inout State, action: Action) -> Effect<Action>
  @ReducerBuilder<State, Action> var body: Body { get }
}

package typealias ReducerOf<Feature: Reducer> = Reducer<Feature.State, Feature.Action>

extension Reducer where Body == Never {
  package var body: Never { preconditionFailure("\(Self.self) reduces by itself") }
}

extension Reducer where Body: Reducer<State, Action> {
  package func _reduce(into state: inout State, action: Action) -> Effect<Action> {
    body._reduce(into: &state, action: action)
  }
}

/// Makes one feature of those in a body: here of one.
@resultBuilder package enum ReducerBuilder<State, Action> {
  package static func buildBlock<Feature: Reducer<State, Action>>(_ feature: Feature) -> Feature { feature }
}

/// A feature made of a closure.
package struct Reduce<State, Action>: Reducer {
  private let step: (inout State, Action) -> Effect<Action>

  package init(_ step: @escaping (inout State, Action) -> Effect<Action>) { self.step = step }

  package func _reduce(into state: inout State, action: Action) -> Effect<Action> { step(&state, action) }
}
