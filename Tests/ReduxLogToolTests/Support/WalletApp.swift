import ReduxReplay
import StateCoding
import StateTable
import StateTree

/// An app with secrets wherever an app can have any.
enum WalletApp: ReplayableApp {
  struct Card: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var cardNumber: String
    var pin: Int
    var label = "card"
  }

  struct Login: Codable, Hashable, Sendable {
    var user: String
    var password: String
  }

  struct State: Codable, Equatable, Sendable {
    var steps = 0
    var isUnlocked = false
    var accessToken: String?
    var cards: EntityTable<Card> = []
    var logins: Set<Login> = []
    var credentials: [String: String] = [:]
    var settings: JSONValue = [:]
    var history: [[Int]] = []
    @Redacted var note = ""
  }

  enum Action: Codable, Equatable, Sendable {
    case logIn(Login)
    case setToken(String)
    case add(Card)
    case configure(JSONValue)
    case write(Redacted<String>)
    case spend(amount: Int)
    case keep(name: String, secret: String)
    case unlock(pin: Int)
    case fail(password: String)
    case step
  }

  enum Failure: Error { case wrong(password: String) }

  static let name = "wallet"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) throws {
    state.steps += 1
    switch action {
    case .logIn(let login): state.logins.insert(login)
    case .setToken(let token): state.accessToken = token
    case .add(let card): state.cards.upsert(card)
    case .configure(let settings): state.settings = settings
    case .write(let note): state.note = note.wrappedValue
    case .spend(let amount): state.history.append([amount])
    case .keep(let name, let secret): state.credentials[name] = secret
    case .unlock(let pin): state.isUnlocked = state.cards.first?.pin == pin
    case .fail(let password): throw Failure.wrong(password: password)
    case .step: break
    }
  }
}

/// The wallet with a different reducer, so that every replayed state differs.
enum ChangedWalletApp: ReplayableApp {
  static let name = WalletApp.name
  static var initialState: WalletApp.State { WalletApp.State() }

  static func reduce(_ state: inout WalletApp.State, _ action: WalletApp.Action) throws {
    defer { state.steps += 7 }
    if case .fail(let password) = action { throw WalletApp.Failure.wrong(password: password + "!") }
    try WalletApp.reduce(&state, action)
  }
}
