import ReduxPersistence
import ReduxStore
import StateTree
import Synchronization

extension AccountsHost {
  typealias Link = Middleware<AccountsState, AccountsAction>

  /// The host's own middleware around that of the features.
  ///
  /// - Parameters:
  ///   - environment: what it works with.
  ///   - keep: stores what isn't stored yet, or throws.
  /// - Returns: all of it, the outermost first.
  static func middleware(
    _ environment: AccountsEnvironment, keep: @escaping @Sendable () throws(PersistenceError) -> Void
  ) -> [Link] {
    var chain: [Link] = [expiry(), errands, screens(environment.navigator)]
    for link in SessionFeature.middleware(environment) {
      chain.append(link.pullback(state: \.session, action: \.session, embed: AccountsAction.session))
    }
    for link in ListFeature.middleware(environment) {
      chain.append(link.pullback(state: \.list, action: \.list, embed: AccountsAction.list))
    }
    for link in DetailFeature.middleware(environment) {
      chain.append(link.pullback(state: \.detail, action: \.detail, embed: AccountsAction.detail))
    }
    for link in TransferFeature.middleware(environment, delegate: TransferDesk(bank: environment.bank, keep: keep)) {
      chain.append(link.pullback(state: \.transfer, action: \.transfer, embed: AccountsAction.transfer))
    }
    return chain
  }

  /// Whatever was asked for: the answer that the session has expired concerns the whole app, so it becomes another action.
  ///
  /// Whether anybody still awaits it or not, but not if it was asked for in an earlier session: meanwhile somebody may have
  /// signed in again. Which request that was is not in the state: a rewind takes the app back to an earlier session, and not
  /// the bank, and a restart counts requests anew.
  private static func expiry() -> Link {
    let lastSignIn = Atomic(0)
    return Link { action, context in
      // Noted before the state has the customer, so that who sees the customer sees this, too.
      if case .session(.answered(let request, .success)) = action {
        lastSignIn.max(request.rawValue, ordering: .relaxed)
      }
      guard let (request, error) = action.failure, error == .sessionExpired, context.withState(\.session.isSignedIn),
        request.rawValue > lastSignIn.load(ordering: .relaxed)
      else { return context.next(action) }
      context.next(.session(.expired))
    }
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
    case .transfer(.answered(_, .success)), .transfer(.answered(_, .failure(.alreadyCarriedOut))):
      context.dispatch(.list(.load))
      context.dispatch(.detail(.load))
    default:
      break
    }
  }

  /// Shows the screens of the state that the app goes on from.
  private static func screens(_ navigator: any Navigator) -> Link {
    Link { action, context in
      context.next(action)
      guard case .resumed = action else { return }
      let (isSignedIn, account, payer) = context.withState { state in
        (state.session.isSignedIn, state.detail?.accountID, state.transfer?.from)
      }
      navigator.show(isSignedIn ? .accounts : .signIn)
      if let account { navigator.show(.account(account)) }
      if let payer { navigator.show(.transfer(from: payer)) }
    }
  }
}

/// Carries out what the transfer form hands back.
private struct TransferDesk: TransferDelegate {
  let bank: any Bank
  let keep: @Sendable () throws(PersistenceError) -> Void

  func carryOut(_ order: TransferOrder, key: TransferKey) async throws(BankError) -> TransferReceipt {
    // Once the bank knows the key, the app must not forget it, whatever ends it.
    do throws(PersistenceError) { try keep() } catch { throw BankError.keyNotStored }
    return try await bank.transfer(order, key: key)
  }
}
