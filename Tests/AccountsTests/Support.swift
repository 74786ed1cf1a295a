public import Accounts
import ReduxJournal
import ReduxPersistence
import ReduxRecorder
import ReduxReplay
import ReduxStore
import StateTree
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// A time in seconds since 0.
func at(_ seconds: Double) -> Date {
  Date(timeIntervalSinceReferenceDate: seconds)
}

extension Money: ExpressibleByIntegerLiteral {
  /// Creates an amount from cents.
  public init(integerLiteral cents: Int) {
    self.init(cents: cents)
  }
}

extension RequestID: ExpressibleByIntegerLiteral {
  /// Creates a request id from its number.
  public init(integerLiteral number: Int) {
    self.init(rawValue: number)
  }
}

extension TransferKey: ExpressibleByStringLiteral {
  /// Creates a key from its text.
  public init(stringLiteral text: String) {
    self.init(rawValue: text)
  }
}

/// Collects values from any thread, in order of arrival.
final class Log<Value: Sendable>: Sendable {
  private let collected = Mutex<[Value]>([])

  var values: [Value] { collected.withLock { $0 } }

  func append(_ value: Value) {
    collected.withLock { $0.append(value) }
  }
}

/// Records shown screens and counted events.
struct Witness: Navigator, Analytics {
  let screens = Log<String>()
  let events = Log<AnalyticsEvent>()

  func show(_ screen: Screen) { screens.append("\(screen)") }
  func goBack() { screens.append("back") }
  func count(_ event: AnalyticsEvent) { events.append(event) }
}

/// Holds back work that waits for the bank, so that a test can run it in any order.
final class Errands: Sendable {
  private let waiting = Mutex<[@Sendable () async -> Void]>([])

  var count: Int { waiting.withLock { $0.count } }

  func add(_ work: @escaping @Sendable () async -> Void) {
    waiting.withLock { $0.append(work) }
  }

  /// Runs one piece of work, by its position in the queue.
  func run(_ index: Int) async {
    let work = waiting.withLock { $0.remove(at: index) }
    await work()
  }

  /// Drops all work, as if the process ended.
  func dropAll() {
    waiting.withLock { $0 = [] }
  }

  /// Runs all work and what follows from it, in order.
  func runAll() async {
    while count > 0 { await run(0) }
  }
}

func rehearsedBank() -> RehearsedBank {
  RehearsedBank(
    customer: Customer(id: "mira", name: "Mira"), passcode: "sunny lane", accounts: [household, savings],
    transactions: ["household": [rent, salary, pizza], "savings": [interest]], today: "2026-03-14", pageSize: 2)
}

/// A bank whose answer to the first transfer gets lost.
final class LossyBank: Bank {
  let bank = rehearsedBank()
  private let isAsked: @Sendable () -> Void
  private let hasLost = Atomic(false)

  /// - Parameter isAsked: Runs when the bank receives a transfer.
  init(isAsked: @escaping @Sendable () -> Void = {}) { self.isAsked = isAsked }

  func signIn(name: String, passcode: String) async throws(BankError) -> Customer {
    try await bank.signIn(name: name, passcode: passcode)
  }

  func accounts() async throws(BankError) -> [Account] { try await bank.accounts() }

  func transactions(
    of account: Account.ID, after cursor: TransactionPage.Cursor?
  ) async throws(BankError) -> TransactionPage {
    try await bank.transactions(of: account, after: cursor)
  }

  func transfer(_ order: TransferOrder, key: TransferKey) async throws(BankError) -> TransferReceipt {
    isAsked()
    let receipt = try await bank.transfer(order, key: key)
    guard hasLost.exchange(true, ordering: .relaxed) else { throw .offline }
    return receipt
  }
}

extension RehearsedBank {
  /// The transfers that the bank received.
  var transfers: [Call] {
    calls.filter { if case .transfer = $0 { true } else { false } }
  }
}

/// An app with a bank for tests.
struct Rehearsal {
  let bank = rehearsedBank()
  let witness = Witness()
  let errands = Errands()
  /// The actions that reached the reducers.
  let reduced = Log<AccountsAction>()
  let host: AccountsHost

  init(
    state: AccountsState = AccountsState(), asking other: (any Bank)? = nil,
    nextRequest: @escaping @Sendable () -> RequestID = RequestCounter().next,
    newKey: @escaping @Sendable () -> TransferKey = { "key 1" }, in folder: TemporaryFolder? = nil,
    replacing: @escaping @Sendable () -> Void = {}, onLoss: @escaping @Sendable (SliceLoss) -> Void = { _ in },
    wrapping wrap: (Reducer<AccountsState, AccountsAction>) -> Reducer<AccountsState, AccountsAction> = { $0 }
  ) throws {
    let errands = errands
    let reduced = reduced
    let counting = Reducer<AccountsState, AccountsAction> { state, action in
      reduced.append(action)
      AccountsApp.reduce(&state, action)
    }
    host = AccountsHost(
      environment: AccountsEnvironment(
        bank: other ?? bank, navigator: witness, analytics: witness, now: { at(1000) }, nextRequest: nextRequest,
        newKey: newKey, start: errands.add),
      initialState: state, reducer: wrap(counting),
      keeping: try folder.map { try AccountsPersistence.files(in: $0.path) }, replacing: replacing,
      onLoss: onLoss)
  }
}

let household = Account(id: "household", name: "Household", iban: "DE89370400440532013000", balance: 184_327)
let savings = Account(id: "savings", name: "Savings", iban: "DE02120300000000202051", balance: 1_250_000)

let rent = Transaction(
  id: "h-3", day: "2026-03-05", counterparty: "Hausverwaltung", purpose: "rent, March", amount: -91000)
let salary = Transaction(
  id: "h-2", day: "2026-03-01", counterparty: "Nordlicht GmbH", purpose: "salary", amount: 262_745)
let pizza = Transaction(id: "h-1", day: "2026-02-23", counterparty: "Jonas Weber", purpose: "", amount: -1450)
let interest = Transaction(id: "s-1", day: "2026-02-28", counterparty: "Interest", purpose: "", amount: 1563)

/// A state with a signed-in customer and the accounts.
let signedIn = AccountsState(
  session: SessionState(customer: .loaded(Customer(id: "mira", name: "Mira"))),
  list: ListState(accounts: .loaded([household, savings]), updated: at(500)))

let order = TransferOrder(
  from: "household", recipient: "Anna Berg", iban: "DE91100000000123456789", amount: 32000, purpose: "the flat")

/// The actions that fill an empty form.
let typed: [AccountsAction.Transfer] = [
  .recipientTyped("Anna Berg"), .ibanTyped(iban: "DE91100000000123456789"), .amountTyped("320"),
  .purposeTyped("the flat"),
]

/// A state with a signed-in customer and a filled form.
let filled: AccountsState = {
  var state = signedIn
  state.transfer = TransferState(
    from: order.from, recipient: order.recipient, iban: order.iban, amount: "320", purpose: order.purpose)
  return state
}()

/// The sample's files.
enum Files {
  static func path(_ name: String) -> String {
    Repository.path("Samples/Accounts/\(name)")
  }

  static func text(_ name: String) throws -> String {
    try String(contentsOf: URL(filePath: path(name)), encoding: .utf8)
  }

  /// Returns a file's lines without line ends.
  static func lines(_ name: String) throws -> [String] {
    try text(name).split(separator: "\n").map(String.init)
  }

  /// Returns a file's actions, decoded as `reduxlog record` decodes them.
  static func actions(_ name: String) throws -> [AccountsAction] {
    try lines(name).map { try AccountsApp.actions.decode(written: JSONDocument(Array($0.utf8)).root) }
  }

  /// Records a journal again from the actions beside it, on request:
  ///
  ///     UPDATE_SESSIONS=1 swift test --filter AccountsTests
  static func updateJournal<App: ReplayableApp>(
    _ name: String, of app: App.Type
  ) throws where App.State == AccountsState, App.Action == AccountsAction {
    guard ProcessInfo.processInfo.environment["UPDATE_SESSIONS"] != nil else { return }
    let journal = path("\(name).jsonl")
    try FileManager.default.removeItem(atPath: journal)
    let recorder = try Recorder(
      path: journal, app: AppIdentity(name: app.name, version: app.version, schema: app.schema))
    defer { recorder.close() }
    let reduce = recorder.recording(app.reduce)
    var state = app.initialState
    for action in try actions("\(name).actions.jsonl") { try reduce(&state, action) }
  }

  /// Returns the states of an app after each action, with the first state.
  static func states<App: ReplayableApp>(
    of app: App.Type, after actions: [AccountsAction]
  ) throws -> [AccountsState] where App.State == AccountsState, App.Action == AccountsAction {
    try actions.reduce(into: [app.initialState]) { states, action in
      var state = states[states.count - 1]
      try app.reduce(&state, action)
      states.append(state)
    }
  }
}
