import ReduxStore
import StateTree

extension PeopleActions {
  /// Loads a page of the people whom many look at: the first, or the next.
  public struct FetchPopular: AsyncAction {
    /// The page, counted from 1.
    public var page: Int

    /// Creates the action.
    public init(page: Int) { self.page = page }

    /// Asks for the page, unless it doesn't follow what is there.
    public func work(in state: AppState) -> Work? {
      guard let generation = state.people.popular.generation(asking: page) else { return nil }
      return Work(request: RequestPopular(page: page, generation: generation)) { state in
        state.people.popular.awaits(page: page, generation: generation)
      } execute: { service in
        ReceivePopular(page: page, generation: generation, result: await service.load(.popularPeople(page: page)))
      }
    }
  }

  /// Loads the page of a person, unless it was loaded before.
  public struct FetchPerson: AsyncAction {
    /// The person.
    public var person: Person.ID

    /// Creates the action.
    public init(person: Person.ID) { self.person = person }

    /// Asks for the page, unless it is there.
    public func work(in state: AppState) -> Work? {
      guard state.people.all[id: person]?.hasDetails != true else { return nil }
      return Work(request: RequestPerson(person: person)) { service in
        ReceivePerson(person: person, result: await service.load(.person(person)))
      }
    }
  }

  /// Loads the cast of a film, unless it was loaded before.
  public struct FetchCredits: AsyncAction {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }

    /// Asks for the cast, unless it is there.
    public func work(in state: AppState) -> Work? {
      guard state.people.casts[movie]?.value == nil else { return nil }
      return Work(request: RequestCredits(movie: movie)) { service in
        ReceiveCredits(movie: movie, result: await service.load(.credits(movie)))
      }
    }
  }
}
