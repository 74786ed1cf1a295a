import Accounts
import Expectations
import ReduxJournal
import ReduxPersistence
import ReduxRecorder
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateTree
import Synchronization
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// Cached, restored, and rewound states.
@Suite("Stored state")
struct KeepingTests {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// All stored files as one text.
  func kept() throws -> String {
    let state = folder.path(of: "state")
    return try TemporaryFolder.names(in: state)
      .map { String(decoding: try Data(contentsOf: URL(filePath: "\(state)/\($0)")), as: UTF8.self) }.joined()
  }

  @Test func `the next launch shows the stored state and asks the bank for nothing`() async throws {
    func use() async throws -> AccountsState {
      let app = try Rehearsal(in: folder)
      expectEqual(app.witness.screens.values, ["signIn"])
      app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
      await app.errands.runAll()
      app.host.list.dispatch(.selected("household"))
      await app.errands.runAll()
      // The app ends while a request is pending.
      app.host.list.dispatch(.load)
      try app.host.save()
      app.errands.dropAll()
      return app.host.store.state
    }
    let left = try await use()
    #expect(left.list.accounts.isLoading)
    let app = try Rehearsal(in: folder)
    var expected = left
    expected.list.request = nil
    expected.list.accounts.cancelLoading()
    expectEqual(app.host.store.state, expected)
    expectEqual(AccountsViewData(app.host.store.state).list.rows.map(\.balance), ["1,843.27 €", "12,500.00 €"])
    expectEqual(app.host.detail.state?.transactions.value, [rent, salary])
    expectEqual(app.witness.screens.values, ["accounts", #"account("household")"#])
    expectEqual(app.errands.count, 0)
    expectEqual(app.bank.calls, [])
  }

  @Test func `a journal begins with the restored state and is proven`() async throws {
    let path = folder.path(of: "session.jsonl")
    for _ in 1...2 {
      let recorder = try Recorder(path: path, app: AppIdentity(name: AccountsApp.name))
      let app = try Rehearsal(
        in: folder, replacing: { recorder.noteReplacedState() },
        wrapping: { Reducer(recorder.recording($0.reduce)) })
      app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
      await app.errands.runAll()
      try app.host.save()
      recorder.close()
    }
    let report = try Replayer<AccountsApp>(path: path).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.sessions, 2)
    // The first session has the launch and four actions; the second begins with the sixth state.
    let restored = try Replayer<AccountsApp>(path: path).state(at: 6)
    expectEqual(restored.list.accounts.value?.map(\.balance), [184_327, 1_250_000])
  }

  @Test(.timeLimit(.minutes(20)))
  func `accounts with an unreadable owner aren't shown, and the app reports the loss`() async throws {
    func use() throws {
      let app = try Rehearsal(state: signedIn, in: folder)
      app.host.list.dispatch(.selected("household"))
      try app.host.save()
      app.errands.dropAll()
    }
    try use()
    let name = try #require(TemporaryFolder.names(in: folder.path(of: "state")).first { $0.hasPrefix("session.") })
    try Data("{".utf8).write(to: URL(filePath: folder.path(of: "state/\(name)")))
    let losses = Log<String>()
    let app = try Rehearsal(in: folder, onLoss: { losses.append($0.slice) })
    expectEqual(app.host.store.state, AccountsState())
    expectEqual(app.witness.screens.values, ["signIn"])
    while losses.values.isEmpty { await Task.yield() }
    expectEqual(losses.values, ["session"])
  }

  @Test func `signing out leaves nothing behind`() async throws {
    let app = try Rehearsal(in: folder)
    app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
    await app.errands.runAll()
    try app.host.save()
    #expect(try kept().contains(household.iban) && kept().contains("Mira"))
    #expect(try !kept().contains("sunny lane"))
    app.host.session.dispatch(.signedOut)
    try app.host.save()
    #expect(try !kept().contains(household.iban) && !kept().contains("Mira"))
  }

  @Test func `a transfer's key is stored before the bank receives it and counts after a relaunch`() async throws {
    let known = Log<Bool>()
    let lossy = LossyBank(isAsked: { known.append((try? kept().contains("key 1")) == true) })
    func use() async throws {
      let app = try Rehearsal(state: signedIn, asking: lossy, in: folder)
      app.host.list.dispatch(.selected("household"))
      app.host.detail.dispatch(.transferTapped)
      for action in typed { app.host.transfer.dispatch(action) }
      await app.errands.runAll()
      app.host.transfer.dispatch(.send)
      await app.errands.runAll()
      expectEqual(app.host.transfer.state?.receipt, .failed(.offline, previous: nil))
      try app.host.save()
    }
    try await use()
    expectEqual(known.values, [true])
    let app = try Rehearsal(asking: lossy, newKey: { "key 2" }, in: folder)
    expectEqual(app.witness.screens.values, ["accounts", #"account("household")"#, #"transfer(from: "household")"#])
    app.host.transfer.dispatch(.send)
    await app.errands.runAll()
    expectEqual(lossy.bank.transfers, [.transfer(order, key: "key 1"), .transfer(order, key: "key 1")])
    expectEqual(app.host.transfer.state?.receipt.value?.balance, 152_327)
    expectEqual(app.host.list.state.accounts.value?.first?.balance, 152_327)
  }

  @Test func `a transfer whose key can't be stored is sent only once it can be stored`() async throws {
    let app = try Rehearsal(state: filled, in: folder)
    // Without the folder, no file can be written.
    let (state, elsewhere) = (folder.path(of: "state"), folder.path(of: "elsewhere"))
    try FileManager.default.moveItem(atPath: state, toPath: elsewhere)
    app.host.transfer.dispatch(.send)
    await app.errands.runAll()
    expectEqual(app.bank.calls, [])
    expectEqual(app.host.transfer.state?.receipt, .failed(.keyNotStored, previous: nil))
    try FileManager.default.moveItem(atPath: elsewhere, toPath: state)
    app.host.transfer.dispatch(.send)
    await app.errands.runAll()
    expectEqual(app.bank.transfers, [.transfer(order, key: "key 1")])
    expectEqual(app.host.transfer.state?.receipt.value?.balance, 152_327)
    try app.host.save()
    #expect(try kept().contains("key 1"))
  }

  @Test func `a peeked state isn't stored, and a resumed one is`() async throws {
    func use() async throws {
      let app = try Rehearsal(state: signedIn, in: folder)
      app.host.list.dispatch(.selected("household"))
      app.host.detail.dispatch(.transferTapped)
      app.host.transfer.dispatch(.amountTyped("14990"))
      app.host.transfer.dispatch(.amountTyped("149.90"))
      try app.host.timeline.back()
      expectEqual(app.host.transfer.presentedState?.amount, "14990")
      try app.host.save()
      #expect(try kept().contains("149.90"))
      app.host.timeline.resume()
      app.host.store.dispatch(.resumed)
      try app.host.save()
      app.errands.dropAll()
    }
    try await use()
    try expectEqual(Rehearsal(in: folder).host.transfer.state?.amount, "14990")
  }

  @Test func `the morning is rewound, and the features' stores show it`() throws {
    let actions = try Files.actions("Sessions/morning.actions.jsonl")
    let states = try Files.states(of: AccountsApp.self, after: actions)
    // The recorded answers count, because they come with their requests; this bank's answers never arrive.
    let app = try Rehearsal()
    for action in actions { app.host.store.dispatch(action) }
    expectEqual(app.host.store.state, states.last)
    let timeline = app.host.timeline
    let seq = try #require(timeline.steps.first { $0.action == .transfer(.amountTyped("149.90")) }?.seq)
    try timeline.peek(at: seq)
    expectEqual(app.host.transfer.presentedState, states[26].transfer)
    expectEqual(app.host.detail.presentedState, states[26].detail)
    expectEqual(app.host.list.presentedState, states[26].list)
    expectEqual(app.host.session.presentedState, states[26].session)
    try timeline.back()
    expectEqual(app.host.transfer.presentedState?.amount, "14990")
    expectEqual(app.host.store.state, states.last)
    timeline.resume()
    app.host.store.dispatch(.resumed)
    expectEqual(app.host.transfer.state, states[25].transfer)
    expectEqual(app.host.list.state, states[25].list)
    expectEqual(app.witness.screens.values.suffix(3), ["accounts", #"account("bike")"#, #"transfer(from: "bike")"#])
  }
}
