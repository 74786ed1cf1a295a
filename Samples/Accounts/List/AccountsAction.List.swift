#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension AccountsAction {
  /// What can happen on the list of accounts.
  public enum List: Codable, Hashable, Sendable {
    /// A wish: to see the accounts as they are now. The service makes `loading` of it.
    case load
    /// The bank has been asked.
    case loading(request: RequestID)
    /// The bank has answered.
    case loaded(request: RequestID, answer: Answer<[Account]>, at: Date)
    /// An account was chosen.
    case selected(Account.ID)
  }
}
