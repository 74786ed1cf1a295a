import StateTree

/// Everything that can happen in the app; each feature has an enum of its own, named after it.
///
/// Of two kinds. *Wishes*, like `.list(.load)`, come from views, and a middleware makes something of them: they don't get as
/// far as the reducers. *Facts*, like `.list(.loading(…))` and what the bank answered, are what the reducers see and a
/// journal holds.
public enum AccountsAction: Codable, Hashable, Sendable {
  /// Something happens to who is signed in.
  case session(Session)
  /// Something happens on the list of accounts.
  case list(List)
  /// Something happens on the screen of one account.
  case detail(Detail)
  /// Something happens in the transfer form.
  case transfer(Transfer)
  /// The app goes on from a state that was restored, or rewound to: nobody is fetching any more what was on its way then.
  /// Where the state is kept, this is the first action.
  case resumed
}

extension AccountsAction {
  /// What happens to who is signed in, if this is that.
  public var session: Session? { if case .session(let action) = self { action } else { nil } }
  /// What happens on the list of accounts, if this is that.
  public var list: List? { if case .list(let action) = self { action } else { nil } }
  /// What happens on the screen of one account, if this is that.
  public var detail: Detail? { if case .detail(let action) = self { action } else { nil } }
  /// What happens in the transfer form, if this is that.
  public var transfer: Transfer? { if case .transfer(let action) = self { action } else { nil } }

  /// Why the bank did not do what it was asked for, and in which request, if this brings such an answer.
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
