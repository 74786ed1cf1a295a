/// The part of a state that says where in the app its user is, and what the screens on the way keep for themselves.
///
/// As a part of the state it is recorded, restored and rewound with the rest; a `NavigationRouter` makes the screens
/// follow it. `RouteData` is what is kept by route: a draft, what was searched for. Data stay until they are removed,
/// also when their route is left. An app without any has a `Navigation<Never>`.
///
/// ```swift
/// struct AppState {
///   var navigation = Navigation<Draft>()
/// }
/// store.dispatch(.navigation(.setRoute(["notes", "17"])))
/// ```
public struct Navigation<RouteData: Sendable>: Sendable {
  /// Where the user is.
  public var route: Route
  /// What is kept, by the routes that it is for.
  public var data: [Route: RouteData]

  /// Creates a navigation; without arguments, that of an app that shows nothing but its root.
  public init(route: Route = [], data: [Route: RouteData] = [:]) {
    self.route = route
    self.data = data
  }
}

extension Navigation: Equatable where RouteData: Equatable {}
extension Navigation: Hashable where RouteData: Hashable {}
extension Navigation: Encodable where RouteData: Encodable {}
extension Navigation: Decodable where RouteData: Decodable {}
