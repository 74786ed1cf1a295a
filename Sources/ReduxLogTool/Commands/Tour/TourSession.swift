import StateTree

/// The session that the tour records. State 4 is correct; action 5 is a mistake, and action 6 builds on it.
struct TourSession {
  /// The app's name.
  let app: String
  /// The actions, one per line.
  let actions: [String]
  /// The correct actions after state 4.
  let correction: [String]
  /// A description of the mistake.
  let mistake: String

  /// Returns the session of an app in the tool: the tracker if available, else a JSON document.
  static func session(for apps: AppCatalog) -> TourSession { tracker.isUnderstood(by: apps) ? tracker : json }

  /// Whether the app is available and accepts the actions. A user's app may have the same name.
  private func isUnderstood(by apps: AppCatalog) -> Bool {
    guard let driver = try? apps.app(named: app), var session = try? driver.session(initial: nil) else { return false }
    return (actions + correction).allSatisfy { action in
      guard let document = try? JSONDocument(Array(action.utf8)) else { return false }
      return (try? session.read(document.root)) != nil
    }
  }

  private static let tracker = TourSession(
    app: "tracker",
    actions: [
      #"{"project":{"_0":{"create":{"id":"run","title":"Running","units":"km","frequency":"daily","at":757498339}}}}"#,
      #"{"item":{"_0":{"create":{"id":"run-1","projectID":"run","amount":3.1,"timestamp":757532337,"#
        + #""notes":"slow and cold","at":757532404}}}}"#,
      #"{"project":{"_0":{"create":{"id":"read","title":"Reading","units":"pages","frequency":"daily","at":757580107}}}}"#,
      #"{"item":{"_0":{"create":{"id":"read-1","projectID":"read","amount":24,"timestamp":757621800,"#
        + #""notes":"","at":757621844}}}}"#,
      #"{"item":{"_0":{"create":{"id":"run-2","projectID":"run","amount":52,"timestamp":757675872,"#
        + #""notes":"round the lake","at":757675878}}}}"#,
      #"{"project":{"_0":{"update":{"id":"run","title":"Running far","at":757675990}}}}"#,
    ],
    correction: [
      #"{"item":{"_0":{"create":{"id":"run-2","projectID":"run","amount":5.2,"timestamp":757675872,"#
        + #""notes":"round the lake","at":757676021}}}}"#
    ],
    mistake: "52 km should have been 5.2 km.")

  private static let json = TourSession(
    app: JSONApp.name,
    actions: [
      #"{"replace":{"title":"Holiday","nights":3,"packed":[]}}"#,
      #"{"patch":[{"op":"add","path":"/packed/-","value":"tent"}]}"#,
      #"{"merge":{"nights":4}}"#,
      #"{"patch":[{"op":"add","path":"/packed/-","value":"stove"}]}"#,
      #"{"merge":{"nights":40}}"#,
      #"{"patch":[{"op":"add","path":"/packed/-","value":"39 shirts"}]}"#,
    ],
    correction: [#"{"merge":{"nights":5}}"#],
    mistake: "40 nights should have been 5.")
}
