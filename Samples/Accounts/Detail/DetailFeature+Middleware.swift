import ReduxStore
import StateTree

extension DetailFeature {
  typealias Link = Middleware<DetailState?, AccountsAction.Detail>

  /// The feature's middleware, outermost first.
  static func middleware(_ environment: AccountsEnvironment) -> [Link] {
    [analytics(environment.analytics), navigation(environment.navigator), service(environment)]
  }

  static func analytics(_ analytics: any Analytics) -> Link {
    .counting(with: analytics) { action, screen in
      switch action {
      case .loadMore where screen?.nextPage != nil: .moreTransactionsRead
      case .transferTapped where screen != nil: .transferBegun
      case .load, .loadMore, .loading, .loaded, .transferTapped, .closed: nil
      }
    }
  }

  static func navigation(_ navigator: any Navigator) -> Link {
    Link { action, context in
      let account = context.withState(\.?.accountID)
      context.next(action)
      switch action {
      case .transferTapped:
        if let account { navigator.show(.transfer(from: account)) }
      case .closed:
        navigator.goBack()
      case .load, .loadMore, .loading, .loaded:
        break
      }
    }
  }

  static func service(_ environment: AccountsEnvironment) -> Link {
    Link { action, context in
      switch action {
      case .load:
        guard let account = context.withState(\.?.accountID) else { return }
        fetch(account, after: nil, environment, context)
      case .loadMore:
        // Read the state once: the account and the cursor belong together.
        guard let state = context.state, let next = state.nextPage else { return }
        fetch(state.accountID, after: next, environment, context)
      case .loading, .loaded, .transferTapped, .closed:
        context.next(action)
      }
    }
  }

  private static func fetch(
    _ account: Account.ID, after cursor: TransactionPage.Cursor?, _ environment: AccountsEnvironment,
    _ context: Link.Context
  ) {
    let request = environment.nextRequest()
    context.next(.loading(request: request, account: account))
    environment.start {
      let answer = await Answer { () async throws(BankError) in
        try await environment.bank.transactions(of: account, after: cursor)
      }
      context.dispatch(.loaded(request: request, after: cursor, answer: answer))
    }
  }
}
