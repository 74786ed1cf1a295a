public import ReduxStore

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The state of the list of accounts.
public struct ListState: Codable, Hashable, Sendable {
  /// The accounts, in the bank's order.
  public var accounts: DataState<[Account], BankError>
  /// When the shown accounts arrived.
  public var updated: Date?
  /// The awaited request; any other answer is too late.
  public var request: RequestID?

  /// Creates a state; by default, a list that was never loaded.
  public init(
    accounts: DataState<[Account], BankError> = .idle, updated: Date? = nil, request: RequestID? = nil
  ) {
    self.accounts = accounts
    self.updated = updated
    self.request = request
  }

  /// Stops awaiting an answer.
  mutating func stopWaiting() {
    accounts.cancelLoading()
    request = nil
  }
}
