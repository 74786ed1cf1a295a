import Foundation
import ReduxReplay
import StateCoding

/// An app whose reducer needs the time, an id and a number, or gets them with the action.
enum StampApp: ReplayableApp {
  struct Stamp: Codable, Sendable {
    var id: UUID
    var date: Date
    var number: Int
  }

  struct State: Codable, Sendable {
    var count = 0
    var last: Stamp?
  }

  enum Action: Codable, Sendable {
    case ask
    case send(Stamp)
  }

  static let name = "stamps"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    state.count += 1
    switch action {
    case .ask:
      state.last = Stamp(id: ReplayInputs.uuid(), date: ReplayInputs.now, number: ReplayInputs.random(in: 1...1000))
    case .send(let stamp): state.last = stamp
    }
  }

  static func asking(_ count: Int) -> [Action] { (0..<count).map { _ in .ask } }

  static func sending(_ count: Int) -> [Action] {
    (0..<count).map { .send(Stamp(id: UUID(), date: Date(), number: $0 % 1000)) }
  }
}
