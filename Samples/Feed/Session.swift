#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A signed-in session. No journal holds the token, because its name is a common secret name.
public struct Session: Codable, Hashable, Sendable {
  /// The signed-in user.
  public var userID: Int
  /// The token that authenticates the user to the server.
  public var token: String
  /// When the token expires.
  public var expires: Date

  /// Creates a session.
  public init(userID: Int, token: String, expires: Date) {
    self.userID = userID
    self.token = token
    self.expires = expires
  }
}
