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
