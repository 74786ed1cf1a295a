import Accounts
import Expectations
import ReduxStore
import StateCoding
import Testing

@Suite("SessionFeature")
struct SessionTests {
  let mira = Customer(id: "mira", name: "Mira")

  func result(_ initial: SessionState = SessionState(), _ actions: AccountsAction.Session...) -> SessionState {
    actions.reduce(into: initial) { SessionFeature.reducer(&$0, $1) }
  }

  @Test func `signing in succeeds at the second attempt`() {
    let failed = result(
      SessionState(), .signingIn(request: 1), .answered(request: 1, answer: .failure(.wrongCredentials)))
    expectEqual(failed, SessionState(customer: .failed(.wrongCredentials, previous: nil)))
    let again = result(failed, .signingIn(request: 2))
    expectEqual(again, SessionState(customer: .loading(previous: nil), request: 2))
    expectEqual(result(again, .answered(request: 2, answer: .success(mira))), SessionState(customer: .loaded(mira)))
  }

  @Test func `an answer that isn't awaited changes nothing`() {
    let waiting = SessionState(customer: .loading(previous: nil), request: 2)
    expectEqual(result(waiting, .answered(request: 1, answer: .success(mira))), waiting)
    expectEqual(result(SessionState(), .answered(request: 1, answer: .success(mira))), SessionState())
  }

  @Test func `a wish alone changes nothing`() {
    expectEqual(result(SessionState(), .signIn(name: "mira", passcode: "sunny lane")), SessionState())
  }

  @Test func `signing out clears the customer, and expiry keeps the reason`() {
    let signedIn = SessionState(customer: .loaded(mira))
    expectEqual(result(signedIn, .signedOut), SessionState())
    expectEqual(result(signedIn, .expired), SessionState(customer: .failed(.sessionExpired, previous: nil)))
  }
}

@Suite("ListFeature")
struct ListTests {
  static let loaded = ListState(accounts: .loaded([household]), updated: at(500))
  static let reloading = ListState(accounts: .loading(previous: [household]), updated: at(500), request: 7)

  @Test(
    arguments: [
      (ListState(), .loading(request: 1), ListState(accounts: .loading(previous: nil), request: 1)),
      (loaded, .loading(request: 7), reloading),
      (
        reloading, .loaded(request: 7, answer: .success([household, savings]), at: at(600)),
        ListState(accounts: .loaded([household, savings]), updated: at(600))
      ),
      (
        reloading, .loaded(request: 7, answer: .failure(.offline), at: at(600)),
        ListState(accounts: .failed(.offline, previous: [household]), updated: at(500))
      ),
      (reloading, .loaded(request: 6, answer: .success([]), at: at(600)), reloading),
      (loaded, .loaded(request: 7, answer: .failure(.offline), at: at(600)), loaded),
      (loaded, .load, loaded),
      (loaded, .selected("household"), loaded),
    ] as [(ListState, AccountsAction.List, ListState)])
  func `the list keeps its accounts until newer ones arrive`(
    initial: ListState, action: AccountsAction.List, expected: ListState
  ) {
    var state = initial
    ListFeature.reducer(&state, action)
    expectEqual(state, expected)
  }
}

@Suite("DetailFeature")
struct DetailTests {
  static let empty = DetailState(accountID: "household")
  static let first = DetailState(accountID: "household", transactions: .loaded([rent]), next: "h-3")
  static let loading = DetailState(
    accountID: "household", transactions: .loading(previous: [rent]), next: "h-3", request: 4)

  @Test(
    arguments: [
      (
        empty, .loading(request: 4, account: "household"),
        DetailState(accountID: "household", transactions: .loading(previous: nil), request: 4)
      ),
      (empty, .loading(request: 4, account: "savings"), empty),
      (first, .loading(request: 4, account: "household"), loading),
      (
        loading,
        .loaded(request: 4, after: "h-3", answer: .success(TransactionPage(transactions: [salary], next: "h-2"))),
        DetailState(accountID: "household", transactions: .loaded([rent, salary]), next: "h-2")
      ),
      (
        loading,
        .loaded(request: 4, answer: .success(TransactionPage(transactions: [salary], next: nil))),
        DetailState(accountID: "household", transactions: .loaded([salary]))
      ),
      (
        loading, .loaded(request: 4, after: "h-3", answer: .failure(.offline)),
        DetailState(accountID: "household", transactions: .failed(.offline, previous: [rent]), next: "h-3")
      ),
      (
        loading, .loaded(request: 3, answer: .success(TransactionPage(transactions: [interest], next: nil))),
        loading
      ),
      (first, .load, first),
      (first, .loadMore, first),
      (first, .transferTapped, first),
    ] as [(DetailState, AccountsAction.Detail, DetailState)])
  func `the statement joins its pages and accepts only awaited ones`(
    initial: DetailState, action: AccountsAction.Detail, expected: DetailState
  ) {
    var state = initial
    DetailFeature.reducer(&state, action)
    expectEqual(state, expected)
  }
}

@Suite("TransferFeature")
struct TransferTests {
  static let empty = TransferState(from: "household")
  static let filled = TransferState(
    from: "household", recipient: "Anna Berg", iban: "DE91100000000123456789", amount: "320", purpose: "the flat")

  static var sending: TransferState { filled.with(.loading(previous: nil), request: 9, key: "a") }
  static var failed: TransferState { filled.with(.failed(.offline, previous: nil), key: "a") }
  static var sent: TransferState {
    filled.with(.loaded(TransferReceipt(transactionID: "h-4", balance: 100)), key: "a")
  }

  @Test(
    arguments: [
      (empty, .recipientTyped("Anna"), TransferState(from: "household", recipient: "Anna")),
      (empty, .ibanTyped(iban: "DE91"), TransferState(from: "household", iban: "DE91")),
      (empty, .amountTyped("3,2"), TransferState(from: "household", amount: "3,2")),
      (empty, .purposeTyped("flat"), TransferState(from: "household", purpose: "flat")),
      (filled, .send, filled),
      (filled, .sending(request: 9, key: "a"), sending),
      (sending, .sending(request: 10, key: "b"), sending),
      (sending, .answered(request: 9, answer: .failure(.offline)), failed),
      (failed, .sending(request: 9, key: "b"), sending),
      (
        sending, .answered(request: 9, answer: .success(TransferReceipt(transactionID: "h-4", balance: 100))), sent
      ),
      (sent, .sending(request: 10, key: "b"), sent),
      (sending, .answered(request: 8, answer: .failure(.offline)), sending),
    ] as [(TransferState, AccountsAction.Transfer, TransferState)])
  func `the form keeps the input and sends it once`(
    initial: TransferState, action: AccountsAction.Transfer, expected: TransferState
  ) {
    var state = initial
    TransferFeature.reducer(&state, action)
    expectEqual(state, expected)
  }

  @Test func `a complete form is an order`() {
    expectEqual(
      Self.filled.order,
      TransferOrder(
        from: "household", recipient: "Anna Berg", iban: "DE91100000000123456789", amount: 32000,
        purpose: "the flat"))
  }

  @Test(
    arguments: [
      { $0.recipient = "" }, { $0.iban = "" }, { $0.amount = "" }, { $0.amount = "0,00" }, { $0.amount = "a lot" },
      { $0.receipt = .loaded(TransferReceipt(transactionID: "h-4", balance: 100)) },
    ] as [@Sendable (inout TransferState) -> Void])
  func `an incomplete or executed form places no order`(change: @Sendable (inout TransferState) -> Void) {
    var form = Self.filled
    change(&form)
    expectEqual(form.order, nil)
  }
}

extension TransferState {
  fileprivate func with(
    _ receipt: DataState<TransferReceipt, BankError>, request: RequestID? = nil, key: TransferKey? = nil
  ) -> TransferState {
    var form = self
    form.receipt = receipt
    form.request = request
    form.key = key
    return form
  }
}

@Suite("AccountsApp.flow")
struct FlowTests {
  static let household = DetailState(accountID: "household", transactions: .loaded([rent]))
  static let form = TransferState(
    from: "household", amount: "3", receipt: .loading(previous: nil), request: 9, key: "a")
  static let open = AccountsState(
    session: signedIn.session, list: signedIn.list, detail: household, transfer: form)

  func result(_ initial: AccountsState, _ actions: AccountsAction...) -> AccountsState {
    actions.reduce(into: initial) { AccountsApp.reduce(&$0, $1) }
  }

  @Test func `choosing an account opens it in place of another`() {
    let other = result(Self.open, .list(.selected("savings")))
    expectEqual(other.detail, DetailState(accountID: "savings"))
    expectEqual(result(other, .detail(.closed)).detail, nil)
  }

  @Test func `a transfer starts from the open account`() {
    let state = result(signedIn, .list(.selected("savings")), .detail(.transferTapped))
    expectEqual(state.transfer, TransferState(from: "savings"))
    expectEqual(result(state, .transfer(.closed)).transfer, nil)
    expectEqual(result(signedIn, .detail(.transferTapped)), signedIn)
  }

  @Test func `the receipt's balance shows on the list at once`() {
    let receipt = TransferReceipt(transactionID: "h-4", balance: 184_027)
    let state = result(Self.open, .transfer(.answered(request: 9, answer: .success(receipt))))
    expectEqual(state.list.accounts.value?.map(\.balance), [184_027, 1_250_000])
    let late = result(Self.open, .transfer(.answered(request: 8, answer: .success(receipt))))
    expectEqual(late, Self.open)
  }

  @Test func `signing out or expiring leaves nothing behind`() {
    expectEqual(result(Self.open, .session(.signedOut)), AccountsState())
    expectEqual(
      result(Self.open, .session(.expired)),
      AccountsState(session: SessionState(customer: .failed(.sessionExpired, previous: nil))))
  }

  @Test func `after a restart no answer is awaited, and no known data is lost`() {
    let before = AccountsState(
      session: signedIn.session,
      list: ListState(accounts: .loading(previous: [savings]), updated: at(500), request: 2),
      detail: DetailState(accountID: "savings", transactions: .loading(previous: [interest]), request: 3),
      transfer: Self.form)
    expectEqual(
      result(before, .resumed),
      AccountsState(
        session: signedIn.session,
        list: ListState(accounts: .loaded([savings]), updated: at(500)),
        detail: DetailState(accountID: "savings", transactions: .loaded([interest])),
        transfer: TransferState(from: "household", amount: "3", key: "a")))
    expectEqual(result(signedIn, .resumed), signedIn)
  }

  @Test func `after a restart without a customer, the data is dropped`() {
    var before = Self.open
    before.session = SessionState(customer: .loading(previous: nil), request: 1)
    expectEqual(result(before, .resumed), AccountsState())
  }
}
