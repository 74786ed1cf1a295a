public import StateCoding

/// The actions of the search field.
public enum SearchAction: Action, Codable, Hashable {
  /// The app requested a page of results; for its generation, see `Listing`.
  case request(query: String, page: Int, generation: Int)
  /// The page arrived or failed.
  case receive(query: String, page: Int, generation: Int, result: CodableResult<Page<Movie>, ServiceError>)
  /// The user chose a result, so the text becomes a recent search.
  case keep(query: String)
  /// The user removes a recent search.
  case forget(query: String)
  /// The user clears the field.
  case clear
}
