import ReduxReplay

/// An app whose reducer traps if a stand-in takes a secret's place.
enum ShortNamesApp: ReplayableApp {
  enum Action: Codable {
    case rename(String)
  }

  static let name = "short-names"
  static var initialState: String { "" }

  static func reduce(_ state: inout String, _ action: Action) {
    guard case .rename(let name) = action else { return }
    precondition(name.utf8.count < 6)
    state = name
  }
}
