public import StateCoding

/// The actions of people, casts, and the fan club.
public enum PeopleActions {
  /// The app requested a page of popular people.
  public struct RequestPopular: Action, Codable, Hashable {
    /// The page, counted from 1.
    public var page: Int
    /// The list's generation; see `Listing`.
    public var generation: Int

    /// Creates the action.
    public init(page: Int, generation: Int) {
      self.page = page
      self.generation = generation
    }
  }

  /// A page of popular people arrived or failed.
  public struct ReceivePopular: Action, Codable {
    /// The page, counted from 1.
    public var page: Int
    /// The list's generation; see `Listing`.
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

  /// The app requested a person's page.
  public struct RequestPerson: Action, Codable, Hashable {
    /// The person.
    public var person: Person.ID

    /// Creates the action.
    public init(person: Person.ID) { self.person = person }
  }

  /// A person's page arrived or failed.
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

  /// The app requested a film's cast.
  public struct RequestCredits: Action, Codable, Hashable {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }
  }

  /// A film's cast arrived or failed.
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

  /// The user adds a person to the fan club.
  public struct AddToFanClub: Action, Codable {
    /// The person.
    public var person: Person.ID

    /// Creates the action.
    public init(person: Person.ID) { self.person = person }
  }

  /// The user removes a person from the fan club.
  public struct RemoveFromFanClub: Action, Codable {
    /// The person.
    public var person: Person.ID

    /// Creates the action.
    public init(person: Person.ID) { self.person = person }
  }
}
