public import ReduxStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The list of accounts.
public struct ListState: Codable, Hashable, Sendable {
  /// The accounts, in the bank's order.
  public var accounts: DataState<[Account], BankError>
  /// When the accounts that are shown arrived.
  public var updated: Date?
  /// The request whose answer is awaited; any other answer comes too late.
  public var request: RequestID?

  /// Creates a state; without arguments, that of a list that nobody has asked for.
  public init(
    accounts: DataState<[Account], BankError> = .idle, updated: Date? = nil, request: RequestID? = nil
  ) {
    self.accounts = accounts
    self.updated = updated
    self.request = request
  }

  /// Awaits no answer any more.
  mutating func stopWaiting() {
    accounts.cancelLoading()
    request = nil
  }
}
