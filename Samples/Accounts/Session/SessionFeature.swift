public import ReduxStore
import StateCoding

/// Signing in and out.
public enum SessionFeature {
  /// The reducer of its slice.
  public static let reducer = Reducer<SessionState, AccountsAction.Session> { state, action in
    switch action {
    case .signIn:
      break

    case .signingIn(let request):
      state.request = request
      state.customer.beginLoading()

    case .answered(let request, let answer):
      guard request == state.request else { return }
      state.request = nil
      state.customer.finish(with: answer.result)

    case .signedOut:
      state = SessionState()

    case .expired:
      state = SessionState(customer: .failed(.sessionExpired, previous: nil))
    }
  }
}
