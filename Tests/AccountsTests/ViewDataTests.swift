import Accounts
import Expectations
import ReduxStore
import Testing

@Suite("AccountsViewData")
struct ViewDataTests {
  static let rows = [
    ListViewData.Row(id: "household", name: "Household", number: "•••• 3000", balance: "1,843.27 €"),
    ListViewData.Row(id: "savings", name: "Savings", number: "•••• 2051", balance: "12,500.00 €"),
  ]
  static let list = ListViewData(rows: rows, total: "14,343.27 €", updated: at(500))

  @Test(
    arguments: [
      (.idle, SignInViewData()),
      (.loading(previous: nil), SignInViewData(isBusy: true)),
      (
        .failed(.wrongCredentials, previous: nil),
        SignInViewData(message: "That is not the right name or passcode.")
      ),
      (
        .failed(.sessionExpired, previous: nil),
        SignInViewData(message: "You were signed out, because it has been a while.")
      ),
    ] as [(DataState<Customer, BankError>, SignInViewData)])
  func `the sign-in screen shows each phase`(customer: DataState<Customer, BankError>, expected: SignInViewData) {
    let data = AccountsViewData(AccountsState(session: SessionState(customer: customer)))
    expectEqual(data.signIn, expected)
    expectEqual(data.list, ListViewData())
    expectEqual(data.detail, nil)
    expectEqual(data.transfer, nil)
  }

  @Test(
    arguments: [
      (.idle, ListViewData()),
      (.loading(previous: nil), ListViewData(isLoading: true)),
      (.failed(.offline, previous: nil), ListViewData(message: "The bank can't be reached.")),
      (.loaded([]), ListViewData(total: "0.00 €")),
      (.loaded([household, savings]), ListViewData(rows: rows, total: "14,343.27 €")),
      (
        .loading(previous: [household, savings]),
        ListViewData(rows: rows, total: "14,343.27 €", isLoading: true)
      ),
      (
        .failed(.offline, previous: [household, savings]),
        ListViewData(rows: rows, total: "14,343.27 €", message: "The bank can't be reached.")
      ),
    ] as [(DataState<[Account], BankError>, ListViewData)])
  func `the list shows each phase`(accounts: DataState<[Account], BankError>, expected: ListViewData) {
    var state = signedIn
    state.list = ListState(accounts: accounts)
    let data = AccountsViewData(state)
    expectEqual(data.signIn, nil)
    expectEqual(data.list, expected)
  }

  @Test(
    arguments: [
      (.idle, DetailViewData(title: "Household", balance: "1,843.27 €", hasMore: true)),
      (
        .loading(previous: nil),
        DetailViewData(title: "Household", balance: "1,843.27 €", hasMore: true, isLoading: true)
      ),
      (
        .loaded([rent, salary, pizza]),
        DetailViewData(title: "Household", balance: "1,843.27 €", rows: transactions, hasMore: true)
      ),
      (
        .failed(.offline, previous: [rent, salary, pizza]),
        DetailViewData(
          title: "Household", balance: "1,843.27 €", rows: transactions, hasMore: true,
          message: "The bank can't be reached.")
      ),
    ] as [(DataState<[Transaction], BankError>, DetailViewData)])
  func `an account shows each phase`(transactions: DataState<[Transaction], BankError>, expected: DetailViewData) {
    var state = signedIn
    state.detail = DetailState(accountID: "household", transactions: transactions, next: "h-1")
    expectEqual(AccountsViewData(state).detail, expected)
  }

  static let transactions = [
    DetailViewData.Row(id: "h-3", day: "2026-03-05", text: "Hausverwaltung: rent, March", amount: "-910.00 €"),
    DetailViewData.Row(
      id: "h-2", day: "2026-03-01", text: "Nordlicht GmbH: salary", amount: "2,627.45 €", isIncome: true),
    DetailViewData.Row(id: "h-1", day: "2026-02-23", text: "Jonas Weber", amount: "-14.50 €"),
  ]

  @Test func `an account that fails to load says so, and a deleted one has no name`() {
    var state = signedIn
    state.list.accounts.fail(with: .offline)
    state.detail = DetailState(accountID: "closed", transactions: .loaded([]))
    expectEqual(
      AccountsViewData(state).detail, DetailViewData(title: "", balance: "", message: "The bank can't be reached."))
  }

  @Test(
    arguments: [
      (.idle, TransferViewData(from: "Household, 1,843.27 €", amount: "320", canSend: true)),
      (.loading(previous: nil), TransferViewData(from: "Household, 1,843.27 €", amount: "320", isSending: true)),
      (
        .failed(.insufficientFunds, previous: nil),
        TransferViewData(
          from: "Household, 1,843.27 €", amount: "320", canSend: true,
          message: "There is not enough on the account.")
      ),
      (
        .loaded(TransferReceipt(transactionID: "h-4", balance: 184_027)),
        TransferViewData(from: "Household, 1,843.27 €", amount: "320", message: "Sent. 1,840.27 € are left.")
      ),
    ] as [(DataState<TransferReceipt, BankError>, TransferViewData)])
  func `the form shows each phase`(receipt: DataState<TransferReceipt, BankError>, expected: TransferViewData) {
    var state = signedIn
    state.transfer = TransferState(
      from: "household", recipient: "Anna Berg", iban: "DE91100000000123456789", amount: "320", purpose: "the flat",
      receipt: receipt)
    var expected = expected
    expected.recipient = "Anna Berg"
    expected.iban = "DE91100000000123456789"
    expected.purpose = "the flat"
    expectEqual(AccountsViewData(state).transfer, expected)
  }

  @Test func `a form that is incomplete or has an unknown account can't be sent`() {
    var state = signedIn
    state.transfer = TransferState(from: "savings", recipient: "Anna Berg", amount: "320")
    expectEqual(
      AccountsViewData(state).transfer,
      TransferViewData(from: "Savings, 12,500.00 €", recipient: "Anna Berg", amount: "320"))
    state.transfer?.iban = "DE91"
    expectEqual(AccountsViewData(state).transfer?.canSend, true)
    state.list = ListState()
    expectEqual(
      AccountsViewData(state).transfer, TransferViewData(from: "", recipient: "Anna Berg", iban: "DE91", amount: "320"))
  }

  @Test(arguments: [
    (BankError.noSuchAccount, "The bank no longer has this account."),
    (.insufficientFunds, "There is not enough on the account."),
    (.alreadyCarriedOut, "The transfer was carried out before it was changed."),
    (.keyNotStored, "The transfer was not sent, because it can't be stored on this phone."),
  ])
  func `an error has a sentence for the user`(error: BankError, message: String) {
    var state = signedIn
    state.list.accounts.fail(with: error)
    expectEqual(AccountsViewData(state).list.message, message)
  }

  @MainActor @Test(.timeLimit(.minutes(20))) func `views observe the store and see presented states`() async throws {
    let app = try Rehearsal(state: signedIn)
    let data = app.host.store.observe(AccountsViewData.init)
    expectEqual(data.value.list, Self.list)
    app.host.store.present(AccountsState())
    while data.value.signIn != SignInViewData() { await Task.yield() }
    expectEqual(data.value, AccountsViewData(AccountsState()))
  }
}
