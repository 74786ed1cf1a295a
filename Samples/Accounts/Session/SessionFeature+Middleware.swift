import ReduxStore
import StateCoding

extension SessionFeature {
  typealias Link = Middleware<SessionState, AccountsAction.Session>

  /// The feature's middleware, outermost first.
  static func middleware(_ environment: AccountsEnvironment) -> [Link] {
    [analytics(environment.analytics), navigation(environment.navigator), service(environment)]
  }

  static func analytics(_ analytics: any Analytics) -> Link {
    .counting(with: analytics) { action, session in
      switch action {
      case .answered(session.request, .success): .signedIn
      case .answered(session.request, .failure): .signInFailed
      case .signedOut where session.isSignedIn: .signedOut
      case .signIn, .signingIn, .answered, .signedOut, .expired: nil
      }
    }
  }

  static func navigation(_ navigator: any Navigator) -> Link {
    Link { action, context in
      let wasSignedIn = context.withState(\.isSignedIn)
      context.next(action)
      switch action {
      case .answered where !wasSignedIn && context.withState(\.isSignedIn): navigator.show(.accounts)
      case .signedOut, .expired: navigator.show(.signIn)
      case .signIn, .signingIn, .answered: break
      }
    }
  }

  static func service(_ environment: AccountsEnvironment) -> Link {
    Link { action, context in
      guard case .signIn(let name, let passcode) = action else { return context.next(action) }
      let request = environment.nextRequest()
      context.next(.signingIn(request: request))
      environment.start {
        let answer = await Answer { () async throws(BankError) in
          try await environment.bank.signIn(name: name, passcode: passcode)
        }
        context.dispatch(.answered(request: request, answer: answer))
      }
    }
  }
}
