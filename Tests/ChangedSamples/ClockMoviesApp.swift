package import Movies
package import ReduxReplay

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The Movies sample with a reducer that reads the clock when a film is added to the wish list.
package enum ClockMoviesApp: ReplayableApp {
  package static let name = MoviesApp.name
  package static let version = MoviesApp.version
  package static let schema = MoviesApp.schema
  package static var initialState: AppState { MoviesApp.initialState }
  package static var actions: ActionCoding<any Action> { MoviesApp.actions }

  package static func reduce(_ state: inout AppState, _ action: any Action) {
    state = appReducer(state: state, action: action)
    reduceLists(&state.lists, action)
  }

  private static func reduceLists(_ state: inout ListsState, _ action: any Action) {
    guard let action = action as? ListsActions.AddToWishlist else { return }
    state.wishlist[action.movie] = Date()
  }
}
