public import ReduxStore
import StateCoding

/// The list of accounts.
public enum ListFeature {
  /// The reducer of its slice.
  public static let reducer = Reducer<ListState, AccountsAction.List> { state, action in
    switch action {
    case .load, .selected:
      break

    case .loading(let request):
      state.request = request
      state.accounts.beginLoading()

    case .loaded(let request, let answer, let time):
      guard request == state.request else { return }
      state.request = nil
      switch answer {
      case .success(let accounts):
        state.accounts.succeed(with: accounts)
        state.updated = time
      case .failure(let error):
        state.accounts.fail(with: error)
      }
    }
  }
}
