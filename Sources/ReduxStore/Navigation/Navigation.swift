/// The part of a state that holds the user's route through the app, and the data of each screen.
///
/// As a part of the state it is recorded, restored and rewound with the rest. A `NavigationRouter` makes the screens
/// follow it. `RouteData` is what a screen keeps, such as a draft or a search text. Data stay until an action removes
/// them, even after the user leaves their route. An app without such data uses `Navigation<Never>`.
///
/// ```swift
/// struct AppState {
///   var navigation = Navigation<Draft>()
/// }
/// store.dispatch(.navigation(.setRoute(["notes", "17"])))
/// ```
public struct Navigation<RouteData: Sendable>: Sendable {
  /// The user's current route.
  public var route: Route
  /// The data kept for each route.
  public var data: [Route: RouteData]

  /// Creates a navigation; by default, one that shows only the root.
  public init(route: Route = [], data: [Route: RouteData] = [:]) {
    self.route = route
    self.data = data
  }
}

extension Navigation: Equatable where RouteData: Equatable {}
extension Navigation: Hashable where RouteData: Hashable {}
extension Navigation: Encodable where RouteData: Encodable {}
extension Navigation: Decodable where RouteData: Decodable {}
