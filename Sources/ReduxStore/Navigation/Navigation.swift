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

extension Navigation {
  /// The changes of a navigation.
  public enum Action: Sendable {
    /// Goes to another route.
    case setRoute(Route)
    /// Replaces the data of a route, which need not be the current one.
    case setData(RouteData, for: Route)
    /// Removes the data of a route.
    case removeData(for: Route)
  }

  /// Changes the route or the data of one route. It refuses no route: only the screens know which routes exist.
  public static var reducer: Reducer<Navigation, Action> {
    Reducer { navigation, action in
      switch action {
      case .setRoute(let route): navigation.route = route
      case .setData(let data, let route): navigation.data[route] = data
      case .removeData(let route): navigation.data[route] = nil
      }
    }
  }
}

extension Navigation.Action: Equatable where RouteData: Equatable {}
extension Navigation.Action: Hashable where RouteData: Hashable {}
extension Navigation.Action: Encodable where RouteData: Encodable {}
extension Navigation.Action: Decodable where RouteData: Decodable {}
