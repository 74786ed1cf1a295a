#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What happens to the lists. Ids and times come with the actions.
public enum ListsActions {
  /// A film is to be seen.
  public struct AddToWishlist: Action, Codable {
    /// The film.
    public var movie: Movie.ID
    /// When.
    public var at: Date

    /// Creates the action.
    public init(movie: Movie.ID, at: Date) {
      self.movie = movie
      self.at = at
    }
  }

  /// A film is not to be seen after all.
  public struct RemoveFromWishlist: Action, Codable {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }
  }

  /// A film was seen. It leaves the wish list.
  public struct AddToSeenlist: Action, Codable {
    /// The film.
    public var movie: Movie.ID
    /// When.
    public var at: Date

    /// Creates the action.
    public init(movie: Movie.ID, at: Date) {
      self.movie = movie
      self.at = at
    }
  }

  /// A film was not seen after all.
  public struct RemoveFromSeenlist: Action, Codable {
    /// The film.
    public var movie: Movie.ID

    /// Creates the action.
    public init(movie: Movie.ID) { self.movie = movie }
  }

  /// A list is made. One with an id that is taken is not.
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

  /// A list gets another name.
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

  /// A list is thrown away.
  public struct DeleteList: Action, Codable {
    /// The list.
    public var list: CustomList.ID

    /// Creates the action.
    public init(list: CustomList.ID) { self.list = list }
  }

  /// A film is put on a list, behind those that are there.
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

  /// A film is taken off a list.
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
