import ReduxReplay
import StateCoding

/// What the tally apps hold.
struct Tally: Codable, Equatable {
  var count = 0
  var history: [Int] = []
}

/// What can happen to a tally.
enum TallyAction: Codable {
  case add(Int)
  case reset
  case trap
}

/// Why a tally refuses an action.
struct TooMuch: RedactableError, CustomStringConvertible {
  var description: String { "more than 100" }
  var redactedDescription: String { description }
}

/// A small app that can refuse an action, and that can die of one.
enum TallyApp: ReplayableApp {
  static let name = "tally"
  static var initialState: Tally { Tally() }

  static func reduce(_ state: inout Tally, _ action: TallyAction) throws {
    switch action {
    case .add(let number):
      guard state.count + number <= 100 else { throw TooMuch() }
      state.count += number
      state.history.append(number)
    case .reset: state.count = 0
    case .trap: fatalError("this action is there to die of")
    }
  }
}

/// The same app after a programmer changed it: a reset now forgets the history, and large numbers are fine.
enum ChangedTallyApp: ReplayableApp {
  static let name = "tally"
  static var initialState: Tally { Tally() }

  static func reduce(_ state: inout Tally, _ action: TallyAction) throws {
    switch action {
    case .add(let number):
      state.count += number
      state.history.append(number)
    case .reset: state = Tally()
    case .trap: break
    }
  }
}
