public import ReduxStore
import StateCoding

/// The screen of one account, with its transactions in pages.
public enum DetailFeature {
  /// The reducer of its slice.
  public static let reducer = Reducer<DetailState, AccountsAction.Detail> { state, action in
    switch action {
    case .load, .loadMore, .transferTapped, .closed:
      break

    case .loading(let request, let account):
      // The user may have opened another account since the request.
      guard account == state.accountID else { return }
      state.request = request
      state.transactions.beginLoading()

    case .loaded(let request, let cursor, let answer):
      guard request == state.request else { return }
      state.request = nil
      switch answer {
      case .success(let page):
        let newer = cursor == nil ? [] : state.transactions.value ?? []
        state.transactions.succeed(with: newer + page.transactions)
        state.next = page.next
      case .failure(let error):
        state.transactions.fail(with: error)
      }
    }
  }
}
