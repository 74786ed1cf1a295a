import StateTable

/// Reduces the lists.
public func listsReducer(state: ListsState, action: any Action) -> ListsState {
  var state = state
  switch action {
  case let action as ListsActions.AddToWishlist:
    state.wishlist[action.movie] = action.at

  case let action as ListsActions.RemoveFromWishlist:
    state.wishlist[action.movie] = nil

  case let action as ListsActions.AddToSeenlist:
    state.seenlist[action.movie] = action.at
    state.wishlist[action.movie] = nil

  case let action as ListsActions.RemoveFromSeenlist:
    state.seenlist[action.movie] = nil

  case let action as ListsActions.CreateList:
    state.custom.add(CustomList(id: action.list, name: action.name))

  case let action as ListsActions.RenameList:
    state.custom[id: action.list]?.name = action.name

  case let action as ListsActions.DeleteList:
    state.custom.remove(action.list)

  case let action as ListsActions.AddToList:
    guard let list = state.custom[id: action.list], !list.movies.contains(action.movie) else { break }
    state.custom[id: action.list]?.movies.append(action.movie)

  case let action as ListsActions.RemoveFromList:
    state.custom[id: action.list]?.movies.removeAll { $0 == action.movie }

  default:
    break
  }
  return state
}
