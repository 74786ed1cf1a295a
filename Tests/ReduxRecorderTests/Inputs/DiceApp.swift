import Foundation
import ReduxReplay
import StateCoding

/// An app whose reducer needs the time, ids and random numbers.
enum DiceApp: ReplayableApp {
  struct State: Codable, Equatable, Sendable {
    var rolls: [Int] = []
    var players: [UUID] = []
    var times: [Date] = []
    var deck = Array(1...8)
    var luck = 0.0
  }

  enum Action: Codable, Sendable {
    case join
    case roll(Int)
    case shuffle
    /// Needs no inputs.
    case leave
    case crash
  }

  static let name = "dice"
  static let usesInputs = true
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    if case .leave = action {
      state.players.removeLast()
      return
    }
    state.times.append(ReplayInputs.now)
    switch action {
    case .join: state.players.append(ReplayInputs.uuid())
    case .roll(let count): state.rolls += (0..<count).map { _ in ReplayInputs.random(in: 1...6) }
    case .shuffle:
      var generator = ReplayInputs.generator
      state.deck.shuffle(using: &generator)
      state.luck = ReplayInputs.random(in: 0.0..<1.0)
    case .leave: break
    case .crash: fatalError("rolled \(ReplayInputs.random(in: 1...6))")
    }
  }

  static let session: [Action] = [.join, .roll(3), .shuffle, .roll(1), .roll(2), .join, .shuffle, .roll(1)]
}
