// The shape of katana 6: actions that update the state themselves, and interceptors around each dispatch.

package protocol State {}

package protocol Dispatchable {}

package protocol AnyStateUpdater: Dispatchable {
  func updatedState(currentState: any State) -> any State
}

package protocol AnySideEffectContext {
  func getAnyState() -> any State
}

package typealias StoreInterceptorNext = (_ dispatchable: any Dispatchable) throws -> Void

package typealias StoreInterceptor =
  (_ context: any AnySideEffectContext) -> (_ next: @escaping StoreInterceptorNext) -> StoreInterceptorNext

package final class KatanaStore: AnySideEffectContext {
  private var state: any State
  private let interceptor: StoreInterceptor

  package init(_ state: any State, interceptor: @escaping StoreInterceptor) {
    self.state = state
    self.interceptor = interceptor
  }

  package func getAnyState() -> any State { state }

  package func dispatch(_ dispatchable: any Dispatchable) throws {
    let handle = interceptor(self)({ dispatchable in
      guard let updater = dispatchable as? any AnyStateUpdater else { return }
      self.state = updater.updatedState(currentState: self.state)
    })
    try handle(dispatchable)
  }
}
