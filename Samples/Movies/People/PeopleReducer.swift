import StateTree

/// What becomes of the people, the casts and the fan club.
public func peopleReducer(state: PeopleState, action: any Action) -> PeopleState {
  var state = state
  switch action {
  case is PeopleActions.RequestPopular:
    state.popular.request()

  case let action as PeopleActions.ReceivePopular:
    state.popular.receive(action.result)
    if case .success(let page) = action.result { state.learn(page.results) }

  case let action as PeopleActions.RequestPerson:
    state.pages[action.person] = .running

  case let action as PeopleActions.ReceivePerson:
    switch action.result {
    case .success(let person):
      state.pages[action.person] = nil
      state.learn([person])
    case .failure(let error):
      state.pages[action.person] = .failed(error)
    }

  case let action as PeopleActions.RequestCredits:
    state.loadingCasts[action.movie] = .running

  case let action as PeopleActions.ReceiveCredits:
    switch action.result {
    case .success(let credits):
      state.loadingCasts[action.movie] = nil
      state.learn(credits.cast.map { Person(id: $0.id, name: $0.name) })
      state.casts[action.movie] = credits.cast.map { Role(person: $0.id, character: $0.character) }
    case .failure(let error):
      state.loadingCasts[action.movie] = .failed(error)
    }

  case let action as PeopleActions.AddToFanClub:
    if !state.fanClub.contains(action.person) { state.fanClub.append(action.person) }

  case let action as PeopleActions.RemoveFromFanClub:
    state.fanClub.removeAll { $0 == action.person }

  default:
    break
  }
  return state
}
