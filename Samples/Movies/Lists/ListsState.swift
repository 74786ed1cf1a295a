public import StateTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The films that somebody keeps.
public struct ListsState: Codable, Hashable, Sendable {
  /// What is still to be seen, and since when it is on the list.
  public var wishlist: [Movie.ID: Date]
  /// What was seen, and when.
  public var seenlist: [Movie.ID: Date]
  /// The user's own lists, in the order in which they were made.
  public var custom: EntityTable<CustomList>

  /// Creates a state; without arguments, one without films.
  public init(
    wishlist: [Movie.ID: Date] = [:], seenlist: [Movie.ID: Date] = [:], custom: EntityTable<CustomList> = []
  ) {
    self.wishlist = wishlist
    self.seenlist = seenlist
    self.custom = custom
  }

  /// Every film that is on any of the lists.
  public var movies: Set<Movie.ID> {
    custom.reduce(into: Set(wishlist.keys).union(seenlist.keys)) { $0.formUnion($1.movies) }
  }
}
