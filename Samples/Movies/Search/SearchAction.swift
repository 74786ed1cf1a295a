public import StateTree

/// What happens to the search field.
public enum SearchAction: Action, Codable {
  /// A page of what is found for a text was asked for.
  case request(query: String, page: Int)
  /// It has arrived, or won't.
  case receive(query: String, result: CodableResult<Page<Movie>, ServiceError>)
  /// The user has chosen one of the films that were found, so the text was worth keeping.
  case keep(query: String)
  /// One of the last searches is forgotten.
  case forget(query: String)
  /// The field is emptied.
  case clear
}
