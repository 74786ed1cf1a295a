import Synchronization

/// An in-memory bank for tests and previews.
///
/// It answers at once and deterministically, fails on request, and logs its calls.
public final class RehearsedBank: Bank {
  /// A call to the bank.
  public enum Call: Hashable, Sendable {
    /// Sign-in.
    case signIn(name: String)
    /// The accounts.
    case accounts
    /// A page of transactions.
    case transactions(of: Account.ID, after: TransactionPage.Cursor?)
    /// A transfer.
    case transfer(TransferOrder, key: TransferKey)
  }

  private struct Ledger {
    var accounts: [Account]
    var transactions: [Account.ID: [Transaction]]
    var carriedOut: [TransferKey: (order: TransferOrder, receipt: TransferReceipt)] = [:]
    var calls: [Call] = []
    var failures: [BankError] = []
  }

  private let customer: Customer
  private let passcode: String
  private let today: String
  private let pageSize: Int
  private let ledger: Mutex<Ledger>

  /// Creates a bank with one customer.
  ///
  /// - Parameters:
  ///   - customer: The customer.
  ///   - passcode: The customer's passcode.
  ///   - accounts: The customer's accounts.
  ///   - transactions: The transactions of each account, newest first.
  ///   - today: The day of new transactions.
  ///   - pageSize: The number of transactions per page.
  public init(
    customer: Customer, passcode: String, accounts: [Account], transactions: [Account.ID: [Transaction]] = [:],
    today: String, pageSize: Int = 20
  ) {
    self.customer = customer
    self.passcode = passcode
    self.today = today
    self.pageSize = pageSize
    ledger = Mutex(Ledger(accounts: accounts, transactions: transactions))
  }

  /// All calls, in order.
  public var calls: [Call] {
    ledger.withLock { $0.calls }
  }

  /// Makes the next call fail. Repeated calls queue errors for the calls that follow.
  public func failNext(with error: BankError) {
    ledger.withLock { $0.failures.append(error) }
  }

  /// Signs the customer in if the passcode is right.
  public func signIn(name: String, passcode: String) async throws(BankError) -> Customer {
    try answer(.signIn(name: name)) { _ throws(BankError) in
      guard name == customer.id, passcode == self.passcode else { throw .wrongCredentials }
      return customer
    }
  }

  /// Returns the accounts after all transfers so far.
  public func accounts() async throws(BankError) -> [Account] {
    try answer(.accounts) { ledger throws(BankError) in ledger.accounts }
  }

  /// Returns the page after a transaction, or the first page.
  public func transactions(
    of account: Account.ID, after cursor: TransactionPage.Cursor?
  ) async throws(BankError) -> TransactionPage {
    try answer(.transactions(of: account, after: cursor)) { ledger throws(BankError) in
      guard let all = ledger.transactions[account] else { throw .noSuchAccount }
      let rest = cursor.map { cursor in all.drop { $0.id != cursor }.dropFirst() } ?? all[...]
      let page = rest.prefix(pageSize)
      return TransactionPage(transactions: Array(page), next: page.count < rest.count ? page.last?.id : nil)
    }
  }

  /// Debits the account and adds a transaction, if the balance allows and the key is new.
  public func transfer(_ order: TransferOrder, key: TransferKey) async throws(BankError) -> TransferReceipt {
    try answer(.transfer(order, key: key)) { ledger throws(BankError) in
      if let earlier = ledger.carriedOut[key] {
        guard earlier.order == order else { throw .alreadyCarriedOut }
        return earlier.receipt
      }
      guard let index = ledger.accounts.firstIndex(where: { $0.id == order.from }) else { throw .noSuchAccount }
      guard order.amount <= ledger.accounts[index].balance else { throw .insufficientFunds }
      let earlier = ledger.transactions[order.from] ?? []
      let transaction = Transaction(
        id: "\(order.from)-\(earlier.count + 1)", day: today, counterparty: order.recipient, purpose: order.purpose,
        amount: Money(cents: -order.amount.cents))
      ledger.accounts[index].balance = ledger.accounts[index].balance - order.amount
      ledger.transactions[order.from] = [transaction] + earlier
      let receipt = TransferReceipt(transactionID: transaction.id, balance: ledger.accounts[index].balance)
      ledger.carriedOut[key] = (order, receipt)
      return receipt
    }
  }

  private func answer<Answer: Sendable>(
    _ call: Call, _ body: (inout Ledger) throws(BankError) -> Answer
  ) throws(BankError) -> Answer {
    try ledger.withLock { ledger throws(BankError) in
      ledger.calls.append(call)
      guard ledger.failures.isEmpty else { throw ledger.failures.removeFirst() }
      return try body(&ledger)
    }
  }
}
