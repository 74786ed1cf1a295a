package import Movies
package import ReduxReplay
package import StatePrivacy

/// The Movies sample with the same impure reducer, which declares the affected member volatile.
package enum VolatileMoviesApp: ReplayableApp {
  package static let name = MoviesApp.name
  package static let version = MoviesApp.version
  package static let schema = MoviesApp.schema
  package static var initialState: AppState { MoviesApp.initialState }
  package static var actions: ActionCoding<any Action> { MoviesApp.actions }
  package static let volatile: [RedactionRules.Pointer] = ["/lists/wishlist/*"]

  package static func reduce(_ state: inout AppState, _ action: any Action) {
    ClockMoviesApp.reduce(&state, action)
  }
}
