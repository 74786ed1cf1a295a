extension Navigation {
  /// What can happen to a navigation.
  public enum Action: Sendable {
    /// The user is to be somewhere else.
    case setRoute(Route)
    /// Something is to be kept for a route, in place of what was; the route may be another than the user's.
    case setData(RouteData, for: Route)
    /// Nothing is to be kept for a route any more.
    case removeData(for: Route)
  }

  /// Changes the route or the data of one route, as the action says. It refuses nothing: which routes lead somewhere,
  /// the screens know.
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
