import Accounts
import ReduxStore
import StateTree
import Testing

@Suite("What middleware does")
struct MiddlewareTests {
  @Test func `from signing in to the accounts: the passcode gets no further than the service`() async {
    let app = Rehearsal()
    app.host.session.dispatch(.signIn(name: "mira", passcode: "sunny lane"))
    #expect(app.bank.calls == [])
    await app.errands.runAll()
    #expect(app.bank.calls == [.signIn(name: "mira"), .accounts])
    #expect(
      app.reduced.values == [
        .session(.signingIn(request: 1)),
        .session(.answered(request: 1, answer: .success(Customer(id: "mira", name: "Mira")))),
        .list(.loading(request: 2)),
        .list(.loaded(request: 2, answer: .success([household, savings]), at: at(1000))),
      ])
    #expect(app.witness.screens.values == ["accounts"])
    #expect(app.witness.events.values == [.signedIn, .accountsRefreshed])
  }

  @Test func `a wrong passcode shows no screen, and asks for nothing`() async {
    let app = Rehearsal()
    app.host.session.dispatch(.signIn(name: "mira", passcode: "1828"))
    await app.errands.runAll()
    #expect(app.host.state.session == SessionState(customer: .failed(.wrongCredentials, previous: nil)))
    #expect(app.bank.calls == [.signIn(name: "mira")])
    #expect(app.witness.screens.values == [])
    #expect(app.witness.events.values == [.signInFailed])
  }

  @Test func `an account is opened, and its statement is read page by page`() async {
    let app = Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    await app.errands.runAll()
    app.host.detail.dispatch(.loadMore)
    await app.errands.runAll()
    #expect(
      app.bank.calls == [
        .transactions(of: "household", after: nil), .transactions(of: "household", after: "h-2"),
      ])
    #expect(
      app.host.detail.state
        == DetailState(accountID: "household", transactions: .loaded([rent, salary, pizza])))
    #expect(app.witness.screens.values == [#"account("household")"#])
    #expect(app.witness.events.values == [.accountOpened, .moreTransactionsRead])
  }

  @Test func `a wish for more is swallowed while some are on their way, and when there are no more`() async {
    let app = Rehearsal(state: signedIn)
    app.host.detail.dispatch(.loadMore)
    app.host.list.dispatch(.selected("household"))
    app.host.detail.dispatch(.loadMore)
    await app.errands.runAll()
    app.host.detail.dispatch(.loadMore)
    app.host.detail.dispatch(.loadMore)
    await app.errands.runAll()
    app.host.detail.dispatch(.loadMore)
    #expect(app.errands.count == 0)
    #expect(app.bank.calls.count == 2)
    #expect(app.reduced.values.allSatisfy { $0 != .detail(.loadMore) })
  }

  @Test func `an answer for an account that was left never shows under the next one`() async {
    let app = Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    app.host.list.dispatch(.selected("savings"))
    await app.errands.run(1)
    let savings = DetailState(accountID: "savings", transactions: .loaded([interest]))
    #expect(app.host.detail.state == savings)
    await app.errands.run(0)
    #expect(app.host.detail.state == savings)
    #expect(app.bank.calls == [.transactions(of: "savings", after: nil), .transactions(of: "household", after: nil)])
  }

  @Test func `of two requests for the list, the later one counts, whichever is answered first`() async {
    let app = Rehearsal(state: signedIn)
    app.host.list.dispatch(.load)
    app.host.list.dispatch(.load)
    await app.errands.run(1)
    app.bank.failNext(with: .offline)
    await app.errands.run(0)
    #expect(app.host.list.state == ListState(accounts: .loaded([household, savings]), updated: at(1000)))
  }

  @Test func `a reload that fails keeps the accounts, and the time they are from`() async {
    let app = Rehearsal(state: signedIn)
    app.bank.failNext(with: .offline)
    app.host.list.dispatch(.load)
    #expect(app.host.list.state.accounts == .loading(previous: [household, savings]))
    await app.errands.runAll()
    #expect(
      app.host.list.state
        == ListState(accounts: .failed(.offline, previous: [household, savings]), updated: at(500)))
  }

  @Test func `a transfer is handed back to the host, and then others fetch what it has changed`() async {
    let app = Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    await app.errands.runAll()
    app.host.detail.dispatch(.transferTapped)
    app.host.transfer.dispatch(.send)
    #expect(app.errands.count == 0)
    for action in typed { app.host.transfer.dispatch(action) }
    app.host.transfer.dispatch(.send)
    app.host.transfer.dispatch(.send)
    #expect(app.errands.count == 1)
    await app.errands.runAll()
    #expect(
      app.bank.calls.dropFirst() == [
        .transfer(order), .accounts, .transactions(of: "household", after: nil),
      ])
    #expect(
      app.host.transfer.state?.receipt == .loaded(TransferReceipt(transactionID: "household-4", balance: 152_327)))
    #expect(app.host.list.state.accounts.value?.first?.balance == 152_327)
    #expect(app.host.detail.state?.transactions.value?.first?.amount == -32000)
    app.host.transfer.dispatch(.send)
    app.host.transfer.dispatch(.closed)
    #expect(app.errands.count == 0)
    #expect(
      app.witness.screens.values == [#"account("household")"#, #"transfer(from: "household")"#, "back"])
    #expect(
      app.witness.events.values == [
        .accountOpened, .transferBegun, .transferSent, .accountsRefreshed,
      ])
  }

  @Test func `a transfer that fails can be sent again, or abandoned`() async {
    let app = Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    app.host.detail.dispatch(.transferTapped)
    for action in typed { app.host.transfer.dispatch(action) }
    await app.errands.runAll()
    app.bank.failNext(with: .offline)
    app.host.transfer.dispatch(.send)
    await app.errands.runAll()
    #expect(app.host.transfer.state?.receipt == .failed(.offline, previous: nil))
    #expect(app.host.transfer.state?.order == order)
    app.host.transfer.dispatch(.closed)
    #expect(app.witness.events.values.suffix(2) == [.transferFailed, .transferAbandoned])
  }

  @Test func `Send is tapped on many threads, and the money goes once`() async {
    var state = signedIn
    state.transfer = TransferState(
      from: "household", recipient: order.recipient, iban: order.iban, amount: "320", purpose: order.purpose)
    let app = Rehearsal(state: state)
    await withTaskGroup { group in
      for _ in 0..<100 {
        group.addTask { app.host.transfer.dispatch(.send) }
      }
    }
    await app.errands.runAll()
    #expect(app.bank.calls.filter { $0 == .transfer(order) }.count == 1)
  }

  @Test func `wherever the bank says that the session has expired, the whole app is signed out`() async {
    let app = Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    app.host.list.dispatch(.load)
    app.bank.failNext(with: .sessionExpired)
    app.bank.failNext(with: .sessionExpired)
    await app.errands.run(0)
    let expired = AccountsState(session: SessionState(customer: .failed(.sessionExpired, previous: nil)))
    #expect(app.host.store.state == expired)
    #expect(app.reduced.values.last == .session(.expired))
    #expect(app.witness.screens.values == [#"account("household")"#, "signIn"])
    // The second answer comes when nobody awaits it, and must not end the next session.
    await app.errands.run(0)
    #expect(app.reduced.values.last == .list(.loaded(request: 2, answer: .failure(.sessionExpired), at: at(1000))))
    #expect(app.host.store.state == expired)
  }

  @Test func `after signing out, late answers change nothing and ask for nothing`() async {
    let app = Rehearsal(state: signedIn)
    app.host.list.dispatch(.selected("household"))
    app.host.list.dispatch(.load)
    app.host.session.dispatch(.signedOut)
    await app.errands.runAll()
    #expect(app.host.store.state == AccountsState())
    #expect(app.bank.calls.count == 2)
    #expect(app.witness.screens.values.last == "signIn")
    #expect(app.witness.events.values.last == .signedOut)
  }

  let order = TransferOrder(
    from: "household", recipient: "Anna Berg", iban: "DE91100000000123456789", amount: 32000, purpose: "the flat")
  let typed: [AccountsAction.Transfer] = [
    .recipientTyped("Anna Berg"), .ibanTyped(iban: "DE91100000000123456789"), .amountTyped("320"),
    .purposeTyped("the flat"),
  ]
}

extension AccountsHost {
  fileprivate var state: AccountsState { store.state }
}
