/// The shape of a reactor of ReactorKit 3: an action becomes mutations, sooner or later, and each mutation a state.
package protocol Reactor {
  associatedtype Action
  associatedtype Mutation
  associatedtype State
  var initialState: State { get }
  func mutate(action: Action) -> [Mutation]
  func reduce(state: State, mutation: Mutation) -> State
}

/// The streams of a reactor.
package final class ReactorStreams<R: Reactor> {
  package private(set) var currentState: R.State
  private let reactor: R
  private var waiting: [R.Mutation] = []

  package init(_ reactor: R) {
    self.reactor = reactor
    currentState = reactor.initialState
  }

  package func send(_ action: R.Action) { waiting += reactor.mutate(action: action) }

  package func runEffects() {
    while !waiting.isEmpty { currentState = reactor.reduce(state: currentState, mutation: waiting.removeFirst()) }
  }
}
