package import Accounts
import ReduxReplay
import ReduxStore
import StateCoding

/// The first version of the sample: any answer to a request for the accounts replaced the state.
package enum ChangedAccountsApp: ReplayableApp {
  package static let name = AccountsApp.name
  package static let version: String? = "0.9"
  package static let schema: Int? = AccountsApp.schema
  package static var initialState: AccountsState { AccountsApp.initialState }

  private static let list = Reducer<ListState, AccountsAction.List> { state, action in
    guard case .loaded(let request, .failure(let error), _) = action else {
      return ListFeature.reducer(&state, action)
    }
    guard request == state.request else { return }
    state.request = nil
    state.accounts = .failed(error, previous: nil)
  }

  private static let reducer: Reducer<AccountsState, AccountsAction> = .combine(
    SessionFeature.reducer.pullback(state: \.session, action: \.session),
    list.pullback(state: \.list, action: \.list),
    DetailFeature.reducer.pullback(state: \.detail, action: \.detail),
    TransferFeature.reducer.pullback(state: \.transfer, action: \.transfer),
    AccountsApp.flow)

  package static func reduce(_ state: inout AccountsState, _ action: AccountsAction) {
    reducer(&state, action)
  }
}
