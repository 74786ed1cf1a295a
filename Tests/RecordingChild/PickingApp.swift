import ReduxReplay

/// An app whose reducer accepts the recorded secrets and their stand-in, and traps at other values.
enum PickingApp: ReplayableApp {
  struct State: Codable {
    var choice = ""
    var count = 0
  }

  enum Action: Codable {
    case pick(pin: Int)
    case count
  }

  static let name = "picking"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) {
    switch action {
    case .pick(let pin): state.choice = pin == 0 ? "none" : ["one"][pin - 111]
    case .count: state.count += 1
    }
  }
}
