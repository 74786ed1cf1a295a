import ReduxReplay

/// An app whose reducer crashes in two places, depending on what was set before.
package enum SnareApp: ReplayableApp {
  package struct State: Codable {
    package var flags: Set<String> = []
    package var count = 0
  }

  package enum Action: Codable {
    case set(String)
    case count
    /// Crashes at one place if `a` and `b` are set; at another if only `a` and not `guard` is.
    case fire
    /// Hangs if `a` and `b` are set.
    case wait
  }

  package static let name = "snare"
  package static var initialState: State { State() }

  package static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .set(let flag): state.flags.insert(flag)
    case .count: state.count += 1
    case .fire:
      guard state.flags.contains("a"), !Misfortune.areOff else { return }
      if state.flags.contains("b") { first(state.count) } else if !state.flags.contains("guard") { second(state.count) }
    case .wait: if state.flags.isSuperset(of: ["a", "b"]), !Misfortune.areOff { try? Misfortune.hang.strike() }
    }
  }

  @inline(never) private static func first(_ number: Int) { precondition(number < 0, "the first place") }

  @inline(never) private static func second(_ number: Int) { precondition(number < 0, "the second place") }
}
