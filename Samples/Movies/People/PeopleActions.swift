public import StateTree

/// What happens to people, casts and the fan club.
public enum PeopleActions {
  /// A page of the people whom many look at was asked for.
  public struct RequestPopular: Action, Codable, Hashable {
    /// The page, counted from 1.
    public var page: Int
    /// Which list it is a page of; see `Listing`.
    public var generation: Int

    /// Creates the action.
    public init(page: Int, generation: Int) {
      self.page = page
      self.generation = generation
    }
  }

  /// A page of the people whom many look at has arrived, or won't.
  public struct ReceivePopular: Action, Codable {
    /// The page, counted from 1.
    public var page: Int
    /// Which list it is a page of; see `Listing`.
    public var generation: Int
    /// The answer.
    public var result: CodableResult<Page<Person>, ServiceError>

    /// Creates the action.
    public init(page: Int, generation: Int, result: CodableResult<Page<Person>, ServiceError>) {
      self.page = page
      self.generation = generation
      self.result = result
    }
  }

  /// The page of a person was asked for.
  public struct RequestPerson: Action, Codable, Hashable {
    /// The person.
    public var person: Person.ID

    /// Creates the action.
    public init(person: Person.ID) { self.person = person }
  }

  /// The page of a person has arrived, or won't.
  public struct ReceivePerson: Action, Codable {
    /// The person.
    public var person: Person.ID
    /// The answer.
    public var result: CodableResult<Person, ServiceError>

    /// Creates the action.
    public init(person: Person.ID, result: CodableResult<Person, ServiceError>) {
      self.person = person
      self.result = result
    }
  }

  /// The cast of a film was asked for.
  public struct RequestCredits: Action, Codable, Hashable {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }
  }

  /// The cast of a film has arrived, or won't.
  public struct ReceiveCredits: Action, Codable {
    /// The film.
    public var movie: Movie.ID
    /// The answer.
    public var result: CodableResult<Credits, ServiceError>

    /// Creates the action.
    public init(movie: Movie.ID, result: CodableResult<Credits, ServiceError>) {
      self.movie = movie
      self.result = result
    }
  }

  /// A person is admired.
  public struct AddToFanClub: Action, Codable {
    /// The person.
    public var person: Person.ID

    /// Creates the action.
    public init(person: Person.ID) { self.person = person }
  }

  /// A person is admired no longer.
  public struct RemoveFromFanClub: Action, Codable {
    /// The person.
    public var person: Person.ID

    /// Creates the action.
    public init(person: Person.ID) { self.person = person }
  }
}
