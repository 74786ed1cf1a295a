import ReduxReplay

/// An app whose actions follow from their numbers, and its states from the number of actions, so that tests know what a
/// journal must hold.
package enum StepsApp: ReplayableApp {
  package struct State: Codable, Equatable {
    /// The number of actions.
    package var steps = 0
    /// A value that depends on all actions and their order.
    package var digest = 1
    package var last: [String: Int] = [:]
    package var text = ""
  }

  package enum Action: Codable, Equatable {
    case step(Int)
    /// An action that takes several pages of the file.
    case text(Int, String)
    /// An action whose reducer crashes, hangs or fails.
    case misfortune(Int, Misfortune)
  }

  package static let name = "steps"
  package static var initialState: State { State() }

  /// The action with a number, from 0.
  package static func action(_ number: Int) -> Action {
    guard number % 40 == 25 else { return .step(number) }
    return .text(number, String(repeating: "text \(number) ", count: 1500))
  }

  /// The state before the action with a number.
  package static func state(before number: Int) -> State {
    var state = State()
    for earlier in 0..<number { step(&state, action(earlier)) }
    return state
  }

  package static func reduce(_ state: inout State, _ action: Action) throws {
    step(&state, action)
    guard case .misfortune(_, let misfortune) = action else { return }
    if misfortune == .lost, !Misfortune.areOff { state.text = "lost" }
    try misfortune.strike()
  }

  private static func step(_ state: inout State, _ action: Action) {
    let number: Int
    switch action {
    case .step(let step), .misfortune(let step, _): number = step
    case .text(let step, let text):
      number = step
      state.text = String(text.prefix(20))
    }
    state.steps += 1
    state.digest = (state.digest * 31 + number) % 1_000_003
    state.last["n\(number % 5)"] = number
  }
}
