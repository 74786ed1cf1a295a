public import StateTable

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The user's lists of films.
public struct ListsState: Codable, Hashable, Sendable {
  /// The films to see, with the time of their addition.
  public var wishlist: [Movie.ID: Date]
  /// The films seen, with the time.
  public var seenlist: [Movie.ID: Date]
  /// The user's own lists, in the order of their creation.
  public var custom: EntityTable<CustomList>

  /// Creates a state; by default, without films.
  public init(
    wishlist: [Movie.ID: Date] = [:], seenlist: [Movie.ID: Date] = [:], custom: EntityTable<CustomList> = []
  ) {
    self.wishlist = wishlist
    self.seenlist = seenlist
    self.custom = custom
  }

  /// All films on any of the lists.
  public var movies: Set<Movie.ID> {
    custom.reduce(into: Set(wishlist.keys).union(seenlist.keys)) { $0.formUnion($1.movies) }
  }
}
