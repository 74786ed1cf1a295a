import ReduxStore
import StateTree

extension AccountsHost {
  typealias Link = Middleware<AccountsState, AccountsAction>

  /// The host's own middleware around that of the features.
  static func middleware(_ environment: AccountsEnvironment) -> [Link] {
    var chain: [Link] = [expiry, errands]
    for link in SessionFeature.middleware(environment) {
      chain.append(link.pullback(state: \.session, action: \.session, embed: AccountsAction.session))
    }
    for link in ListFeature.middleware(environment) {
      chain.append(link.pullback(state: \.list, action: \.list, embed: AccountsAction.list))
    }
    for link in DetailFeature.middleware(environment) {
      chain.append(link.pullback(state: \.detail, action: \.detail, embed: AccountsAction.detail))
    }
    for link in TransferFeature.middleware(environment, delegate: TransferDesk(bank: environment.bank)) {
      chain.append(link.pullback(state: \.transfer, action: \.transfer, embed: AccountsAction.transfer))
    }
    return chain
  }

  /// Whatever was asked for: the answer that the session has expired concerns the whole app, so it becomes another action.
  ///
  /// Not if it comes too late: meanwhile somebody may have signed in again.
  private static let expiry = Link { action, context in
    guard let (request, error) = action.failure, error == .sessionExpired,
      context.withState({ $0.isWaiting(for: request) })
    else { return context.next(action) }
    context.next(.session(.expired))
  }

  /// What the host does when a feature is done: it lets others fetch anew what has changed.
  private static let errands = Link { action, context in
    context.next(action)
    guard context.withState(\.session.isSignedIn) else { return }
    switch action {
    case .session(.answered(_, .success)):
      context.dispatch(.list(.load))
    case .list(.selected):
      context.dispatch(.detail(.load))
    case .transfer(.answered(_, .success)):
      context.dispatch(.list(.load))
      context.dispatch(.detail(.load))
    default:
      break
    }
  }
}

/// Carries out what the transfer form hands back.
private struct TransferDesk: TransferDelegate {
  let bank: any Bank

  func carryOut(_ order: TransferOrder) async throws(BankError) -> TransferReceipt {
    try await bank.transfer(order)
  }
}
