import Accounts
import ChangedSamples
import Expectations
import ReduxReplay
import ReduxStore
import StateCoding
import Testing

/// The bug in the first version, as the sample's page describes it.
@Suite("The bug in the tunnel")
struct TunnelTests {
  static func states<App: ReplayableApp>(
    of app: App.Type
  ) throws -> [AccountsState] where App.State == AccountsState, App.Action == AccountsAction {
    try Files.states(of: app, after: Files.actions("Bugs/tunnel.actions.jsonl"))
  }

  @Test func `the first version records this journal from these actions`() throws {
    try Files.updateJournal("Bugs/tunnel", of: ChangedAccountsApp.self)
    let replayer = try Replayer<ChangedAccountsApp>(path: Files.path("Bugs/tunnel.jsonl"))
    let states = try Self.states(of: ChangedAccountsApp.self)
    expectEqual(states.count, 49)
    let encoder = StateEncoder(rules: RedactionRules())
    for (seq, state) in states.enumerated() {
      try expectEqual(replayer.recordedHash(at: seq), encoder.hash(state), "state \(seq)")
    }
  }

  @Test func `the account goes blank in the first version's form and stays in today's`() throws {
    let seq = 24
    let before = TransferViewData(
      from: "Household, 1,843.27 €", recipient: "Hausverwaltung Krause", iban: "DE44500105175407324931",
      amount: "910", purpose: "rent, April", canSend: true)
    var blank = before
    blank.from = ""
    blank.canSend = false
    let first = try Self.states(of: ChangedAccountsApp.self)
    expectEqual(AccountsViewData(first[seq - 1]).transfer, before)
    expectEqual(AccountsViewData(first[seq]).transfer, blank)
    expectEqual(AccountsViewData(try Self.states(of: AccountsApp.self)[seq]).transfer, before)
  }
}
