import ReduxStore
import StateTable

extension PeopleActions {
  /// Loads the first or next page of popular people.
  public struct FetchPopular: AsyncAction {
    /// The page, counted from 1.
    public var page: Int

    /// Creates the action.
    public init(page: Int) { self.page = page }

    /// Requests the page, unless it doesn't follow the last one.
    public func work(in state: AppState) -> Work? {
      guard let generation = state.people.popular.generation(asking: page) else { return nil }
      return Work(request: RequestPopular(page: page, generation: generation)) { state in
        state.people.popular.awaits(page: page, generation: generation)
      } execute: { service in
        ReceivePopular(page: page, generation: generation, result: await service.load(.popularPeople(page: page)))
      }
    }
  }

  /// Loads a person's page, unless it was loaded before.
  public struct FetchPerson: AsyncAction {
    /// The person.
    public var person: Person.ID

    /// Creates the action.
    public init(person: Person.ID) { self.person = person }

    /// Requests the page, unless it is loaded.
    public func work(in state: AppState) -> Work? {
      guard state.people.all[id: person]?.hasDetails != true else { return nil }
      return Work(request: RequestPerson(person: person)) { service in
        ReceivePerson(person: person, result: await service.load(.person(person)))
      }
    }
  }

  /// Loads a film's cast, unless it was loaded before.
  public struct FetchCredits: AsyncAction {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }

    /// Requests the cast, unless it is loaded.
    public func work(in state: AppState) -> Work? {
      guard state.people.casts[movie]?.value == nil else { return nil }
      return Work(request: RequestCredits(movie: movie)) { service in
        ReceiveCredits(movie: movie, result: await service.load(.credits(movie)))
      }
    }
  }
}
