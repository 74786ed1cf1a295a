import ReduxStore
import StateTree

extension ListFeature {
  typealias Link = Middleware<ListState, AccountsAction.List>

  /// The feature's middleware, outermost first.
  static func middleware(_ environment: AccountsEnvironment) -> [Link] {
    [analytics(environment.analytics), navigation(environment.navigator), service(environment)]
  }

  static func analytics(_ analytics: any Analytics) -> Link {
    .counting(with: analytics) { action, _ in
      switch action {
      case .load: .accountsRefreshed
      case .selected: .accountOpened
      case .loading, .loaded: nil
      }
    }
  }

  static func navigation(_ navigator: any Navigator) -> Link {
    Link { action, context in
      context.next(action)
      if case .selected(let id) = action { navigator.show(.account(id)) }
    }
  }

  static func service(_ environment: AccountsEnvironment) -> Link {
    Link { action, context in
      guard case .load = action else { return context.next(action) }
      let request = environment.nextRequest()
      context.next(.loading(request: request))
      environment.start {
        let answer = await Answer { () async throws(BankError) in try await environment.bank.accounts() }
        context.dispatch(.loaded(request: request, answer: answer, at: environment.now()))
      }
    }
  }
}
