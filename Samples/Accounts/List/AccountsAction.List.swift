#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AccountsAction {
  /// An action of the list of accounts.
  public enum List: Codable, Hashable, Sendable {
    /// A wish: load the accounts. The service turns it into `loading`.
    case load
    /// The app asked the bank.
    case loading(request: RequestID)
    /// The bank answered.
    case loaded(request: RequestID, answer: Answer<[Account]>, at: Date)
    /// The user chose an account.
    case selected(Account.ID)
  }
}
