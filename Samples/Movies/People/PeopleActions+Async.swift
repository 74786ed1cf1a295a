import StateTree

extension PeopleActions {
  /// Loads a page of the people whom many look at: the first, or the next.
  public struct FetchPopular: AsyncAction {
    /// The page, counted from 1.
    public var page: Int

    /// Creates the action.
    public init(page: Int) { self.page = page }

    /// Notes the request, unless the page doesn't follow what is there.
    public func request(in state: AppState) -> (any Action)? {
      state.people.popular.canReceive(page: page) ? RequestPopular(page: page) : nil
    }

    /// Asks the service, and gives what arrived.
    public func execute(service: any MovieService) async -> any Action {
      ReceivePopular(result: await service.load(.popularPeople(page: page)))
    }
  }

  /// Loads the page of a person, unless it was loaded before.
  public struct FetchPerson: AsyncAction {
    /// The person.
    public var person: Person.ID

    /// Creates the action.
    public init(person: Person.ID) { self.person = person }

    /// Notes the request, unless the page is there.
    public func request(in state: AppState) -> (any Action)? {
      state.people.all[id: person]?.hasDetails == true ? nil : RequestPerson(person: person)
    }

    /// Asks the service, and gives what arrived.
    public func execute(service: any MovieService) async -> any Action {
      ReceivePerson(person: person, result: await service.load(.person(person)))
    }
  }

  /// Loads the cast of a film, unless it was loaded before.
  public struct FetchCredits: AsyncAction {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }

    /// Notes the request, unless the cast is there.
    public func request(in state: AppState) -> (any Action)? {
      state.people.casts[movie] == nil ? RequestCredits(movie: movie) : nil
    }

    /// Asks the service, and gives what arrived.
    public func execute(service: any MovieService) async -> any Action {
      ReceiveCredits(movie: movie, result: await service.load(.credits(movie)))
    }
  }
}
