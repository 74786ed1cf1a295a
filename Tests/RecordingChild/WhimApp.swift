import ReduxReplay
import SystemSupport

/// An app of whose reducers some aren't pure, each in another way.
package enum WhimApp: ReplayableApp {
  package struct State: Codable, Equatable {
    package var count = 0
    package var text = ""
    package var order: [String] = []
  }

  package enum Action: Codable, Equatable {
    case count
    /// Sets another value each time.
    case random
    /// Sets a value that each process has of its own.
    case process
    /// Takes elements in the order of a set.
    case unsorted
    /// Removes what the others set.
    case clear
  }

  package static let name = "whim"
  package static var initialState: State { State() }

  package static func reduce(_ state: inout State, _ action: Action) {
    state.count += 1
    switch action {
    case .count: break
    case .random: state.text = "\(UInt64.random(in: .min ... .max))"
    case .process: state.text = "\(Platform.processNumber)"
    case .unsorted: state.order = Array(Set((0..<40).map { "element \($0)" }))
    case .clear: (state.text, state.order) = ("", [])
    }
  }
}
