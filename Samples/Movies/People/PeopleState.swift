public import ReduxStore
public import StateTree

/// The people who are known, each in one place, and who plays in what.
public struct PeopleState: Codable, Hashable, Sendable {
  /// Everybody of whom anything has told.
  public var all: EntityTable<Person>
  /// Those whom many look at.
  public var popular: Listing
  /// The casts of films, as far as they were asked for.
  public var casts: [Movie.ID: DataState<[Role], ServiceError>]
  /// The pages of people that are on their way, or have failed.
  public var pages: [Person.ID: Loading]
  /// Those whom the user admires, in the order in which they joined, none twice.
  public var fanClub: [Person.ID]

  /// Creates a state; without arguments, one that knows nobody.
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

  /// Takes in what an answer tells of people.
  mutating func learn(_ people: [Person]) {
    for person in people { all.upsert(all[id: person.id]?.updated(by: person) ?? person) }
  }
}
