#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The actions of the lists. They carry ids and times.
public enum ListsActions {
  /// The user adds a film to the wish list.
  public struct AddToWishlist: Action, Codable {
    /// The film.
    public var movie: Movie.ID
    /// The time.
    public var at: Date

    /// Creates the action.
    public init(movie: Movie.ID, at: Date) {
      self.movie = movie
      self.at = at
    }
  }

  /// The user removes a film from the wish list.
  public struct RemoveFromWishlist: Action, Codable {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }
  }

  /// The user marks a film as seen, which removes it from the wish list.
  public struct AddToSeenlist: Action, Codable {
    /// The film.
    public var movie: Movie.ID
    /// The time.
    public var at: Date

    /// Creates the action.
    public init(movie: Movie.ID, at: Date) {
      self.movie = movie
      self.at = at
    }
  }

  /// The user unmarks a film as seen.
  public struct RemoveFromSeenlist: Action, Codable {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }
  }

  /// The user creates a list. A taken id changes nothing.
  public struct CreateList: Action, Codable {
    /// The list.
    public var list: CustomList.ID
    /// Its name.
    public var name: String

    /// Creates the action.
    public init(list: CustomList.ID, name: String) {
      self.list = list
      self.name = name
    }
  }

  /// The user renames a list.
  public struct RenameList: Action, Codable {
    /// The list.
    public var list: CustomList.ID
    /// Its name.
    public var name: String

    /// Creates the action.
    public init(list: CustomList.ID, name: String) {
      self.list = list
      self.name = name
    }
  }

  /// The user deletes a list.
  public struct DeleteList: Action, Codable {
    /// The list.
    public var list: CustomList.ID

    /// Creates the action.
    public init(list: CustomList.ID) { self.list = list }
  }

  /// The user appends a film to a list.
  public struct AddToList: Action, Codable {
    /// The list.
    public var list: CustomList.ID
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(list: CustomList.ID, movie: Movie.ID) {
      self.list = list
      self.movie = movie
    }
  }

  /// The user removes a film from a list.
  public struct RemoveFromList: Action, Codable {
    /// The list.
    public var list: CustomList.ID
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(list: CustomList.ID, movie: Movie.ID) {
      self.list = list
      self.movie = movie
    }
  }
}
