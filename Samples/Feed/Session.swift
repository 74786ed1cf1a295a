#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// What lets the app speak for a user. No journal holds the token: its name is one of the usual ones of secrets.
public struct Session: Codable, Hashable, Sendable {
  /// Who is signed in.
  public var userID: Int
  /// What proves it to the server.
  public var token: String
  /// When the server no longer takes the token.
  public var expires: Date

  /// Creates a session.
  public init(userID: Int, token: String, expires: Date) {
    self.userID = userID
    self.token = token
    self.expires = expires
  }
}
