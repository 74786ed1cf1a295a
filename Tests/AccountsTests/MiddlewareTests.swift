import Accounts
import Expectations
import ReduxReplay
import ReduxStore
import ReduxTimeTravel
import StateCoding
import Synchronization
import Testing

@Suite("Middleware")
struct MiddlewareTests {
  @Test func `signing in loads the accounts, and the passcode gets no further than the service`() async throws {
    let app = try Rehearsal()
    app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
    expectEqual(app.bank.calls, [])
    await app.errands.runAll()
    expectEqual(app.bank.calls, [.signIn(name: "mira"), .accounts])
    expectEqual(
      app.reduced.values,
      [
        .session(.signingIn(request: 1)),
        .session(.answered(request: 1, answer: .success(Customer(id: "mira", name: "Mira")))),
        .list(.loading(request: 2)),
        .list(.loaded(request: 2, answer: .success([household, savings]), at: at(1000))),
      ])
    expectEqual(app.witness.screens.values, ["accounts"])
    expectEqual(app.witness.events.values, [.signedIn, .accountsRefreshed])
  }

  @Test func `a wrong passcode shows no screen and asks for nothing`() async throws {
    let app = try Rehearsal()
    app.host.session.dispatch(.signIn(name: "mira", passcode: "1828"))
    await app.errands.runAll()
    expectEqual(app.host.state.session, SessionState(customer: .failed(.wrongCredentials, previous: nil)))
    expectEqual(app.bank.calls, [.signIn(name: "mira")])
    expectEqual(app.witness.screens.values, [])
    expectEqual(app.witness.events.values, [.signInFailed])
  }

  @Test func `opening an account loads its statement page by page`() async throws {
    let app = try Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    await app.errands.runAll()
    app.host.detail.dispatch(.loadMore)
    await app.errands.runAll()
    expectEqual(
      app.bank.calls,
      [
        .transactions(of: "household", after: nil), .transactions(of: "household", after: "h-2"),
      ])
    expectEqual(
      app.host.detail.state, DetailState(accountID: "household", transactions: .loaded([rent, salary, pizza])))
    expectEqual(app.witness.screens.values, [#"account("household")"#])
    expectEqual(app.witness.events.values, [.accountOpened, .moreTransactionsRead])
  }

  @Test func `a request for more is dropped during loading and at the end`() async throws {
    let app = try Rehearsal(state: signedIn)
    app.host.detail.dispatch(.loadMore)
    app.host.list.dispatch(.selected("household"))
    app.host.detail.dispatch(.loadMore)
    await app.errands.runAll()
    app.host.detail.dispatch(.loadMore)
    app.host.detail.dispatch(.loadMore)
    await app.errands.runAll()
    app.host.detail.dispatch(.loadMore)
    expectEqual(app.errands.count, 0)
    expectEqual(app.bank.calls.count, 2)
    #expect(app.reduced.values.allSatisfy { $0 != .detail(.loadMore) })
  }

  @Test func `an answer for a closed account never shows under the next one`() async throws {
    let app = try Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    app.host.list.dispatch(.selected("savings"))
    await app.errands.run(1)
    let savings = DetailState(accountID: "savings", transactions: .loaded([interest]))
    expectEqual(app.host.detail.state, savings)
    await app.errands.run(0)
    expectEqual(app.host.detail.state, savings)
    expectEqual(app.bank.calls, [.transactions(of: "savings", after: nil), .transactions(of: "household", after: nil)])
  }

  @Test func `the later of two list requests counts, whichever is answered first`() async throws {
    let app = try Rehearsal(state: signedIn)
    app.host.list.dispatch(.load)
    app.host.list.dispatch(.load)
    await app.errands.run(1)
    app.bank.failNext(with: .offline)
    await app.errands.run(0)
    expectEqual(app.host.list.state, ListState(accounts: .loaded([household, savings]), updated: at(1000)))
  }

  @Test func `a failed reload keeps the accounts and their time`() async throws {
    let app = try Rehearsal(state: signedIn)
    app.bank.failNext(with: .offline)
    app.host.list.dispatch(.load)
    expectEqual(app.host.list.state.accounts, .loading(previous: [household, savings]))
    await app.errands.runAll()
    expectEqual(
      app.host.list.state, ListState(accounts: .failed(.offline, previous: [household, savings]), updated: at(500)))
  }

  @Test func `a transfer is handed to the host, and other features reload what it changed`() async throws {
    let app = try Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    await app.errands.runAll()
    app.host.detail.dispatch(.transferTapped)
    app.host.transfer.dispatch(.send)
    expectEqual(app.errands.count, 0)
    for action in typed { app.host.transfer.dispatch(action) }
    app.host.transfer.dispatch(.send)
    app.host.transfer.dispatch(.send)
    expectEqual(app.errands.count, 1)
    await app.errands.runAll()
    expectEqual(
      app.bank.calls.dropFirst(),
      [
        .transfer(order, key: "key 1"), .accounts, .transactions(of: "household", after: nil),
      ])
    expectEqual(
      app.host.transfer.state?.receipt, .loaded(TransferReceipt(transactionID: "household-4", balance: 152_327)))
    expectEqual(app.host.list.state.accounts.value?.first?.balance, 152_327)
    expectEqual(app.host.detail.state?.transactions.value?.first?.amount, -32000)
    app.host.transfer.dispatch(.send)
    app.host.transfer.dispatch(.closed)
    expectEqual(app.errands.count, 0)
    expectEqual(app.witness.screens.values, [#"account("household")"#, #"transfer(from: "household")"#, "back"])
    expectEqual(
      app.witness.events.values,
      [
        .accountOpened, .transferBegun, .transferSent, .accountsRefreshed,
      ])
  }

  @Test func `a failed transfer can be sent again or abandoned`() async throws {
    let app = try Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    app.host.detail.dispatch(.transferTapped)
    for action in typed { app.host.transfer.dispatch(action) }
    await app.errands.runAll()
    app.bank.failNext(with: .offline)
    app.host.transfer.dispatch(.send)
    await app.errands.runAll()
    expectEqual(app.host.transfer.state?.receipt, .failed(.offline, previous: nil))
    expectEqual(app.host.transfer.state?.order, order)
    app.host.transfer.dispatch(.closed)
    expectEqual(app.witness.events.values.suffix(2), [.transferFailed, .transferAbandoned])
  }

  @Test func `tapping Send on many threads sends the money once`() async throws {
    let app = try Rehearsal(state: filled)
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask { app.host.transfer.dispatch(.send) }
      }
    }
    await app.errands.runAll()
    expectEqual(app.bank.transfers.count, 1)
  }

  @Test func `a Send that reads the state before another and takes its turn after the answer sends nothing`()
    async throws
  {
    let other = Mutex<AccountsHost?>(nil)
    let app = try Rehearsal(
      state: filled,
      nextRequest: {
        // Another thread acts meanwhile.
        if let host = other.withLock({ $0.take() }) {
          host.transfer.dispatch(.sending(request: 90, key: "other"))
          let receipt = TransferReceipt(transactionID: "household-4", balance: 152_327)
          host.transfer.dispatch(.answered(request: 90, answer: .success(receipt)))
        }
        return 91
      })
    other.withLock { $0 = app.host }
    app.host.transfer.dispatch(.send)
    expectEqual(app.reduced.values.last, .transfer(.sending(request: 91, key: "key 1")))
    expectEqual(app.host.transfer.state?.receipt.isLoading, false)
    expectEqual(app.host.transfer.state?.key, "other")
    await app.errands.runAll()
    expectEqual(app.bank.calls, [.accounts])
  }

  @Test func `an executed transfer whose answer got lost is sent again with its key and moves the money once`()
    async throws
  {
    let lossy = LossyBank()
    let keys = RequestCounter()
    let app = try Rehearsal(
      state: filled, asking: lossy, newKey: { TransferKey(rawValue: "key \(keys.next().rawValue)") })
    app.host.transfer.dispatch(.send)
    await app.errands.runAll()
    expectEqual(app.host.transfer.state?.receipt, .failed(.offline, previous: nil))
    app.host.transfer.dispatch(.send)
    await app.errands.runAll()
    let receipt = TransferReceipt(transactionID: "household-4", balance: 152_327)
    expectEqual(app.host.transfer.state?.receipt, .loaded(receipt))
    expectEqual(lossy.bank.transfers, [.transfer(order, key: "key 1"), .transfer(order, key: "key 1")])
    #expect(try await lossy.accounts().map(\.balance) == [152_327, 1_250_000])
  }

  @Test func `an executed transfer that was then changed isn't carried out again`() async throws {
    let lossy = LossyBank()
    let keys = RequestCounter()
    let app = try Rehearsal(
      state: filled, asking: lossy, newKey: { TransferKey(rawValue: "key \(keys.next().rawValue)") })
    app.host.transfer.dispatch(.send)
    await app.errands.runAll()
    app.host.transfer.dispatch(.amountTyped("310"))
    app.host.transfer.dispatch(.send)
    await app.errands.runAll()
    expectEqual(app.host.transfer.state?.receipt, .failed(.alreadyCarriedOut, previous: nil))
    expectEqual(app.host.list.state.accounts.value?.map(\.balance), [152_327, 1_250_000])
  }

  @Test func `a transfer interrupted by the app's end is sent again with its key`() async throws {
    let first = try Rehearsal(state: filled)
    first.host.transfer.dispatch(.send)
    let left = first.host.state
    expectEqual(left.transfer?.receipt, .loading(previous: nil))
    let second = try Rehearsal(state: left, newKey: { "key 2" })
    second.host.store.dispatch(.resumed)
    expectEqual(AccountsViewData(second.host.state).transfer?.canSend, true)
    second.host.transfer.dispatch(.send)
    await second.errands.runAll()
    expectEqual(second.bank.transfers, [.transfer(order, key: "key 1")])
    #expect(second.reduced.values.contains(.transfer(.sending(request: 1, key: "key 1"))))
  }

  @Test func `any answer that the session has expired signs the whole app out`() async throws {
    let app = try Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    app.host.list.dispatch(.load)
    app.bank.failNext(with: .sessionExpired)
    app.bank.failNext(with: .sessionExpired)
    await app.errands.run(0)
    let expired = AccountsState(session: SessionState(customer: .failed(.sessionExpired, previous: nil)))
    expectEqual(app.host.store.state, expired)
    expectEqual(app.reduced.values.last, .session(.expired))
    expectEqual(app.witness.screens.values, [#"account("household")"#, "signIn"])
    // The second answer finds no session to end.
    await app.errands.run(0)
    expectEqual(app.reduced.values.last, .list(.loaded(request: 2, answer: .failure(.sessionExpired), at: at(1000))))
    expectEqual(app.host.store.state, expired)
  }

  @Test func `an expired session is noticed even if the requesting screen was closed`() async throws {
    let app = try Rehearsal()
    app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
    await app.errands.runAll()
    app.host.list.dispatch(.selected("household"))
    app.host.detail.dispatch(.closed)
    app.bank.failNext(with: .sessionExpired)
    await app.errands.runAll()
    expectEqual(app.host.state, AccountsState(session: SessionState(customer: .failed(.sessionExpired, previous: nil))))
    expectEqual(app.witness.screens.values.last, "signIn")
  }

  @Test func `a request of an earlier session doesn't end the next one`() async throws {
    let app = try Rehearsal()
    app.host.list.dispatch(.load)
    app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
    await app.errands.run(1)
    await app.errands.run(1)
    let before = app.host.state
    #expect(before.session.isSignedIn)
    app.bank.failNext(with: .sessionExpired)
    await app.errands.run(0)
    expectEqual(app.reduced.values.last, .list(.loaded(request: 1, answer: .failure(.sessionExpired), at: at(1000))))
    expectEqual(app.host.state, before)
  }

  @Test func `after a restart, which restarts request ids, an expired session is noticed`() async throws {
    let first = try Rehearsal(nextRequest: { 26 })
    first.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
    await first.errands.run(0)
    let app = try Rehearsal(state: first.host.state)
    app.host.store.dispatch(.resumed)
    app.bank.failNext(with: .sessionExpired)
    app.host.list.dispatch(.load)
    await app.errands.runAll()
    expectEqual(app.reduced.values.last, .session(.expired))
  }

  // Just after the first and the second sign-in.
  @Test(arguments: [2, 6])
  func `a request of an earlier session doesn't end a rewound one`(seq: Int) async throws {
    let app = try Rehearsal()
    app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
    await app.errands.run(0)
    // The answer to request 2, for the accounts, is late.
    app.host.session.dispatch(.signedOut)
    app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
    await app.errands.run(1)
    await app.errands.run(1)
    try app.host.timeline.peek(at: seq)
    app.host.timeline.resume()
    app.host.store.dispatch(.resumed)
    expectEqual(app.host.state.session, signedIn.session)
    app.bank.failNext(with: .sessionExpired)
    await app.errands.run(0)
    expectEqual(app.reduced.values.last, .list(.loaded(request: 2, answer: .failure(.sessionExpired), at: at(1000))))
    expectEqual(app.host.state.session, signedIn.session)
    // A new request reports it.
    app.bank.failNext(with: .sessionExpired)
    app.host.list.dispatch(.load)
    await app.errands.runAll()
    expectEqual(app.reduced.values.last, .session(.expired))
  }

  @Test func `actions that change nothing aren't counted`() async throws {
    let app = try Rehearsal()
    app.host.session.dispatch(.signIn(name: "mira", passcode: "1828"))
    app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
    await app.errands.run(0)
    expectEqual(app.witness.events.values, [])
    await app.errands.runAll()
    app.host.session.dispatch(.answered(request: 2, answer: .success(Customer(id: "mira", name: "Mira"))))
    app.host.detail.dispatch(.loadMore)
    app.host.detail.dispatch(.transferTapped)
    app.host.transfer.dispatch(.closed)
    app.host.list.dispatch(.selected("household"))
    app.host.detail.dispatch(.loadMore)
    app.host.detail.dispatch(.transferTapped)
    for action in typed { app.host.transfer.dispatch(action) }
    app.host.transfer.dispatch(.send)
    // Closed while sending: it wasn't abandoned, and the answer is too late for the form.
    app.host.transfer.dispatch(.closed)
    await app.errands.runAll()
    app.host.session.dispatch(.signedOut)
    app.host.session.dispatch(.signedOut)
    expectEqual(app.bank.transfers.count, 1)
    expectEqual(
      app.witness.events.values,
      [
        .signedIn, .accountsRefreshed, .accountsRefreshed, .accountOpened, .transferBegun, .accountsRefreshed,
        .signedOut,
      ])
  }

  @Test func `resuming shows the state's screens`() throws {
    var state = filled
    state.detail = DetailState(accountID: "household")
    let app = try Rehearsal(state: state)
    app.host.store.dispatch(.resumed)
    app.host.session.dispatch(.signedOut)
    app.host.store.dispatch(.resumed)
    expectEqual(
      app.witness.screens.values,
      ["accounts", #"account("household")"#, #"transfer(from: "household")"#, "signIn", "signIn"])
  }

  @Test func `after signing out, late answers change nothing and ask for nothing`() async throws {
    let app = try Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    app.host.list.dispatch(.load)
    app.host.session.dispatch(.signedOut)
    await app.errands.runAll()
    expectEqual(app.host.store.state, AccountsState())
    expectEqual(app.bank.calls.count, 2)
    expectEqual(app.witness.screens.values.last, "signIn")
    expectEqual(app.witness.events.values.last, .signedOut)
  }
}

extension AccountsHost {
  fileprivate var state: AccountsState { store.state }
}
