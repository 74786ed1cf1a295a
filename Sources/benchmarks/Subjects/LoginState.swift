import StateTable

/// A state whose table holds a secret in each entity.
struct LoginState: Codable, Sendable {
  struct Login: Codable, Equatable, Identifiable, Sendable {
    var id: Int
    var user: String
    var token: String
    var uses = 0
  }

  var logins = EntityTable<Login>()

  /// Creates a state with the logins 0 to `count - 1`.
  init(count: Int) {
    logins = EntityTable((0..<count).lazy.map { Login(id: $0, user: "user \($0)", token: "token of user \($0)") })
  }

  /// The root reducer: records a login's use.
  static func reduce(_ state: inout LoginState, _ id: Int) {
    state.logins.update(id) { $0.uses += 1 }
  }
}
