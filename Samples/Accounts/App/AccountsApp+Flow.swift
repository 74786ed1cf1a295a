public import ReduxStore
import StateCoding

extension AccountsApp {
  /// Applies each feature's actions to the other features, which don't know of it.
  public static let flow = Reducer<AccountsState, AccountsAction> { state, action in
    switch action {
    case .list(.selected(let id)):
      state.detail = DetailState(accountID: id)

    case .detail(.closed):
      state.detail = nil

    case .detail(.transferTapped):
      state.transfer = state.detail.map { TransferState(from: $0.accountID) }

    case .transfer(.answered(_, .success(let receipt))):
      // The answer counts only if the form accepted it.
      guard let transfer = state.transfer, transfer.receipt.value == receipt else { return }
      state.list.accounts.updateValue { accounts in
        guard let index = accounts.firstIndex(where: { $0.id == transfer.from }) else { return }
        accounts[index].balance = receipt.balance
      }

    case .transfer(.closed):
      state.transfer = nil

    case .session(.signedOut):
      state = initialState

    case .session(.expired):
      // Keep only the reason.
      state = AccountsState(session: state.session)

    case .resumed:
      state.session.stopWaiting()
      state.list.stopWaiting()
      state.detail?.stopWaiting()
      state.transfer?.stopWaiting()
      // The customer's slice couldn't be read, so the rest may belong to anyone.
      if !state.session.isSignedIn { state = AccountsState(session: state.session) }

    default:
      break
    }
  }
}
