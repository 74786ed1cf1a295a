import ReduxPersistence
import ReduxStore
import StateCoding
import Synchronization

extension AccountsHost {
  typealias Link = Middleware<AccountsState, AccountsAction>

  /// Wraps the features' middleware in the host's own.
  ///
  /// - Parameters:
  ///   - environment: The middleware's dependencies.
  ///   - keep: Stores pending changes, or throws.
  /// - Returns: The middleware, outermost first.
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

  /// Turns any answer that the session has expired into an action for the whole app.
  ///
  /// The answer counts even if no feature awaits it. It doesn't count if its request belongs to an earlier session,
  /// because a customer may have signed in again. The last sign-in's request isn't part of the state: a rewind reverts
  /// the app's session but not the bank's, and a restart restarts the count of requests.
  private static func expiry() -> Link {
    let lastSignIn = Atomic(0)
    return Link { action, context in
      // Set it before the state has the customer, so that other threads see it no later than the customer.
      if case .session(.answered(let request, .success)) = action {
        lastSignIn.max(request.rawValue, ordering: .relaxed)
      }
      guard let (request, error) = action.failure, error == .sessionExpired, context.withState(\.session.isSignedIn),
        request.rawValue > lastSignIn.load(ordering: .relaxed)
      else { return context.next(action) }
      context.next(.session(.expired))
    }
  }

  /// Reloads what other features show when one has changed it.
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

  /// Shows the screens of the state that the app continues from.
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

/// Carries out the transfer form's orders.
private struct TransferDesk: TransferDelegate {
  let bank: any Bank
  let keep: @Sendable () throws(PersistenceError) -> Void

  func carryOut(_ order: TransferOrder, key: TransferKey) async throws(BankError) -> TransferReceipt {
    // Once the bank knows the key, the app must not lose it, however the app ends.
    do throws(PersistenceError) { try keep() } catch { throw BankError.keyNotStored }
    return try await bank.transfer(order, key: key)
  }
}
