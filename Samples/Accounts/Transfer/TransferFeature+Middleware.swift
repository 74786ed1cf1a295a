import ReduxStore
import StateCoding

extension TransferFeature {
  typealias Link = Middleware<TransferState?, AccountsAction.Transfer>

  /// The feature's middleware, outermost first.
  static func middleware(_ environment: AccountsEnvironment, delegate: any TransferDelegate) -> [Link] {
    [
      analytics(environment.analytics), navigation(environment.navigator),
      delegation(environment, to: delegate),
    ]
  }

  static func analytics(_ analytics: any Analytics) -> Link {
    .counting(with: analytics) { action, form in
      switch action {
      case .answered(form?.request, .success): .transferSent
      case .answered(form?.request, .failure): .transferFailed
      case .closed where form?.receipt.isLoading == false && form?.receipt.value == nil: .transferAbandoned
      default: nil
      }
    }
  }

  static func navigation(_ navigator: any Navigator) -> Link {
    Link { action, context in
      context.next(action)
      if case .closed = action { navigator.goBack() }
    }
  }

  static func delegation(_ environment: AccountsEnvironment, to delegate: any TransferDelegate) -> Link {
    Link { action, context in
      guard case .send = action else { return context.next(action) }
      guard let form = context.state, !form.receipt.isLoading, let order = form.order else { return }
      let request = environment.nextRequest()
      context.next(.sending(request: request, key: form.key ?? environment.newKey()))
      // A second tap, even on another thread, must not send the money twice: the reducer has decided which request is
      // first and which key counts.
      guard let key = context.withState({ $0?.request == request ? $0?.key : nil }) else { return }
      environment.start {
        let answer = await Answer { () async throws(BankError) in try await delegate.carryOut(order, key: key) }
        context.dispatch(.answered(request: request, answer: answer))
      }
    }
  }
}
