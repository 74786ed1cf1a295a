import ReduxStore
import StateCoding

/// Reduces the people, the casts, and the fan club.
public func peopleReducer(state: PeopleState, action: any Action) -> PeopleState {
  var state = state
  switch action {
  case let action as PeopleActions.RequestPopular:
    state.popular.request(page: action.page, generation: action.generation)

  case let action as PeopleActions.ReceivePopular:
    if case .success(let page) = action.result { state.learn(page.results) }
    guard state.popular.awaits(page: action.page, generation: action.generation) else { break }
    state.popular.receive(action.result, page: action.page)

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
    state.casts[action.movie, default: .idle].beginLoading()

  case let action as PeopleActions.ReceiveCredits:
    if case .success(let credits) = action.result {
      state.learn(credits.cast.map { Person(id: $0.id, name: $0.name) })
    }
    state.casts[action.movie, default: .idle].finish(
      with: action.result.result.map { $0.cast.map { Role(person: $0.id, character: $0.character) } })

  case let action as PeopleActions.AddToFanClub:
    if !state.fanClub.contains(action.person) { state.fanClub.append(action.person) }

  case let action as PeopleActions.RemoveFromFanClub:
    state.fanClub.removeAll { $0 == action.person }

  default:
    break
  }
  return state
}
