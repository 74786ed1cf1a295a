public import ReduxStore
public import StateTable

/// The known people, each stored once, and the casts of films.
public struct PeopleState: Codable, Hashable, Sendable {
  /// All people that any answer contained.
  public var all: EntityTable<Person>
  /// The popular people.
  public var popular: Listing
  /// The requested casts.
  public var casts: [Movie.ID: DataState<[Role], ServiceError>]
  /// The people's pages that are loading or have failed.
  public var pages: [Person.ID: Loading]
  /// The people that the user admires, in the order of their addition, without duplicates.
  public var fanClub: [Person.ID]

  /// Creates a state; by default, empty.
  public init(
    all: EntityTable<Person> = [], popular: Listing = Listing(),
    casts: [Movie.ID: DataState<[Role], ServiceError>] = [:], pages: [Person.ID: Loading] = [:],
    fanClub: [Person.ID] = []
  ) {
    self.all = all
    self.popular = popular
    self.casts = casts
    self.pages = pages
    self.fanClub = fanClub
  }

  /// Adds or updates the people of an answer.
  mutating func learn(_ people: [Person]) {
    for person in people { all.upsert(all[id: person.id]?.updated(by: person) ?? person) }
  }
}
