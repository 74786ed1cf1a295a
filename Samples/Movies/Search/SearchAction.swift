public import StateTree

/// What happens to the search field.
public enum SearchAction: Action, Codable, Hashable {
  /// A page of what is found for a text was asked for; for its generation see `Listing`.
  case request(query: String, page: Int, generation: Int)
  /// It has arrived, or won't.
  case receive(query: String, page: Int, generation: Int, result: CodableResult<Page<Movie>, ServiceError>)
  /// The user has chosen one of the films that were found, so the text was worth keeping.
  case keep(query: String)
  /// One of the last searches is forgotten.
  case forget(query: String)
  /// The field is emptied.
  case clear
}
