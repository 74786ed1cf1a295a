import StateCoding

/// An action of the app; each feature has its own enum.
///
/// *Wishes*, such as `.list(.load)`, come from views. Middleware turns them into facts, so they never reach a reducer.
/// *Facts*, such as `.list(.loading(…))` and the bank's answers, reach the reducers and the journal.
public enum AccountsAction: Codable, Hashable, Sendable {
  /// An action of the session.
  case session(Session)
  /// An action of the list of accounts.
  case list(List)
  /// An action of the account screen.
  case detail(Detail)
  /// An action of the transfer form.
  case transfer(Transfer)
  /// The app continues from a restored or rewound state, so requests that were pending in it get no answer.
  ///
  /// It is the first action of an app that stores its state.
  case resumed
}

extension AccountsAction {
  /// The session's action, if this is one.
  public var session: Session? { if case .session(let action) = self { action } else { nil } }
  /// The list's action, if this is one.
  public var list: List? { if case .list(let action) = self { action } else { nil } }
  /// The account screen's action, if this is one.
  public var detail: Detail? { if case .detail(let action) = self { action } else { nil } }
  /// The transfer form's action, if this is one.
  public var transfer: Transfer? { if case .transfer(let action) = self { action } else { nil } }

  /// The request that failed and the bank's error, if this is a failed answer.
  var failure: (request: RequestID, error: BankError)? {
    switch self {
    case .session(.answered(let request, .failure(let error))),
      .list(.loaded(let request, .failure(let error), _)),
      .detail(.loaded(let request, _, .failure(let error))),
      .transfer(.answered(let request, .failure(let error))):
      (request, error)
    default: nil
    }
  }
}
