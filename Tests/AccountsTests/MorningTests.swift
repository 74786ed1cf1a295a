import Accounts
import Expectations
import ReduxReplay
import ReduxStore
import StateCoding
import StateTree
import Testing

@Suite("The recorded morning")
struct MorningTests {
  static func states() throws -> [AccountsState] {
    try Files.states(of: AccountsApp.self, after: Files.actions("Sessions/morning.actions.jsonl"))
  }

  @Test func `every line is an action in the app's own encoding`() throws {
    let lines = try Files.lines("Sessions/morning.actions.jsonl")
    expectEqual(lines.count, 117)
    for (index, (line, action)) in zip(lines, try Files.actions("Sessions/morning.actions.jsonl")).enumerated() {
      try expectEqual(StateEncoder().tree(action), JSONValue(parsing: Array(line.utf8)), "line \(index + 1)")
    }
  }

  @Test func `the journal was recorded from these lines`() throws {
    try Files.updateJournal("Sessions/morning", of: AccountsApp.self)
    let replayer = try Replayer<AccountsApp>(path: Files.path("Sessions/morning.jsonl"))
    let states = try Self.states()
    let encoder = StateEncoder(rules: RedactionRules())
    for (seq, state) in states.enumerated() {
      try expectEqual(replayer.recordedHash(at: seq), encoder.hash(state), "state \(seq)")
    }
  }

  @Test func `the journal holds no account number`() throws {
    let journal = try Files.text("Sessions/morning.jsonl")
    let numbers = try Self.states().flatMap { state in
      (state.list.accounts.value ?? []).map(\.iban) + [state.transfer?.iban ?? ""].filter { !$0.isEmpty }
    }
    expectEqual(Set(numbers).count, 6)
    #expect(numbers.allSatisfy { !journal.contains($0) })
  }

  @Test func `the balances at the end are right`() throws {
    let last = try #require(try Self.states().last)
    let data = AccountsViewData(last)
    expectEqual(data.list.rows.map { "\($0.name): \($0.balance)" }, finalBalances)
    expectEqual(data.list.total, "14,285.87 €")
    expectEqual(data.signIn, nil)
    expectEqual(data.detail, nil)
    expectEqual(data.transfer, nil)
  }

  let finalBalances = ["Household: 1,273.27 €", "Savings: 12,750.00 €", "New bike: 262.60 €"]

  @Test func `a late answer changes nothing`() throws {
    let states = try Self.states()
    expectEqual(states[20], states[19])
    expectEqual(states[21].detail?.transactions.value?.count, 4)
  }

  @Test func `the accounts stay on screen while the bank is unreachable`() throws {
    for state in try Self.states()[38...41] {
      expectEqual(AccountsViewData(state).list.rows.count, 3)
    }
  }

  @Test func `every spinner can be stopped`() throws {
    for (seq, state) in try Self.states().enumerated() {
      expectEqual(state.list.accounts.isLoading, (state.list.request != nil), "state \(seq)")
      expectEqual(state.session.customer.isLoading, (state.session.request != nil), "state \(seq)")
      expectEqual((state.detail?.transactions.isLoading ?? false), (state.detail?.request != nil), "state \(seq)")
      expectEqual((state.transfer?.receipt.isLoading ?? false), (state.transfer?.request != nil), "state \(seq)")
    }
  }

  @Test func `recorded by shape alone, every state keeps its phases and decodes`() throws {
    let encoder = StateEncoder(rules: .shape)
    for (seq, state) in try Self.states().enumerated() {
      let decoded = try StateDecoder().decode(AccountsState.self, from: encoder.encode(state))
      expectEqual(
        decoded.list.accounts.map { _ in 0 }, state.list.accounts.mapError { _ in BankError.offline }.map { _ in 0 })
      try expectEqual(encoder.hash(decoded), encoder.hash(state), "state \(seq)")
    }
  }

  @Test func `every state decodes from its JSON`() throws {
    for (seq, state) in try Self.states().enumerated() {
      let text = try StateEncoder().encode(state)
      try expectEqual(StateDecoder().decode(AccountsState.self, from: text), state, "state \(seq)")
    }
  }
}
