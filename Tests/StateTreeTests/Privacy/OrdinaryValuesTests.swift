import Expectations
import StateCoding
import StateTree
import TestSupport
import Testing

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What the default rules leave alone under names that contain a secret's word, and what they replace there.
struct OrdinaryValuesTests {
  private let encoder = StateEncoder(rules: .usual)

  @Test(
    arguments: [
      #"{"login":{"showPin":true,"hasPin":false,"otpRequired":true}}"#, #"{"pin":{"lat":52.52,"lng":13.405}}"#,
      #"{"pins":[1,2,3],"pin":7}"#, #"{"nextPageToken":"CAoQAA","syncToken":"v1:42"}"#, #"{"skiPass":"day"}"#,
      #"{"secretQuestion":"What was the name of your first pet?"}"#, #"{"authorization":"notDetermined"}"#,
      #"{"cookies":{"consent":true,"banner":"shown"}}"#, ##"{"design.tokens":{"space":"8px","color":"#ff8800"}}"##,
      #"{"tokens":[{"text":"let","kind":"keyword"}],"tokenType":"bearer"}"#, #"{"password":null,"passwordLength":12}"#,
      #"{"passwordHint":"my dog","passwordPolicy":"strong"}"#,
      #"{"keyCode":"ArrowDown","key":"name","sortKey":"date"}"#,
      #"{"tokenExpiresAt":"2026-11-28T10:15:30Z","sessionID":"1.4.2"}"#, #"{"secretSanta":["Ada","Max"]}"#,
      #"{"auth":{"state":"loggedOut","user":"ada"}}"#, #"{"tokens.count":"482913","auth.state":"loggedOut"}"#,
      #"{"token.json":"5f2b51ca2fdc5baa31ec02e002f69aec7c8b2a11","jwt-9.0.2":"5f2b51ca2fdc5baa31ec02e002f69aec7c8b2a11"}"#,
      #"{"answerKey":"b4d8a2c6","mapKey":"b4d8a2c6","rsaKeySize":"4096"}"#, #"{"password":"","token":""}"#,
      #"{"key":"5f2b51ca2fdc5baa31ec02e002f69aec7c8b2a11","licenseKey":"6F1C2E34-89AB-4DEF-8123-456789ABCDEF"}"#,
    ])
  func `an ordinary value is written as it is`(text: String) throws {
    let plain = try JSONValue(parsing: Array(text.utf8))
    try expectEqual(encoder.tree(plain), plain)
    try expectEqual(encoder.tree(OutOfOrder(plain)).object?["value"], plain)
    try expectEqual(encoder.redactions(in: ["key": true]), 0)
  }

  @Test(
    arguments: [
      (
        #"{"password":"x","passwordChanged":{"_0":"a b"}}"#,
        #"{"password":"redacted","passwordChanged":{"_0":"redacted"}}"#
      ),
      (#"{"pin":1234,"cvv":"042","otp":["482913"]}"#, #"{"pin":0,"cvv":"redacted","otp":["redacted"]}"#),
      (#"{"credentials":{"user":"ada","value":"hunter2848"}}"#, #"{"credentials":{"user":"ada","value":"redacted"}}"#),
      (#"{"accessToken":"f3b9c1","apiKey":"482913"}"#, #"{"accessToken":"redacted","apiKey":"redacted"}"#),
      (
        #"{"hmacKey":"0f1e2d3c","kek":"0f1e2d3c","sshKey":"0f1e2d3c"}"#,
        #"{"hmacKey":"redacted","kek":"redacted","sshKey":"redacted"}"#
      ),
      (
        #"{"taxID":"12 345","passportNumber":"C01X","driverLicenseNumber":"D1"}"#,
        #"{"taxID":"redacted","passportNumber":"redacted","driverLicenseNumber":"redacted"}"#
      ),
      (
        #"{"password":{"text":"hunter","error":"too short"},"pin":{"current":"123","new":4567}}"#,
        #"{"password":{"text":"redacted","error":"too short"},"pin":{"current":"redacted","new":0}}"#
      ),
      (#"{"query":"page=1&access_token=f3b9c1"}"#, #"{"query":"page=1&access_token=redacted"}"#),
      (#"{"name":"X-Auth-Token","value":"f3b9c1"}"#, #"{"name":"X-Auth-Token","value":"redacted"}"#),
      (#"{"authorization":"Basic abc"}"#, #"{"authorization":"redacted"}"#),
      (
        #"{"user.password.value":"x","tokens.refresh":"f3b9c1"}"#,
        #"{"user.password.value":"redacted","tokens.refresh":"redacted"}"#
      ),
      (
        #"{"seedWords":["apple","bird"],"rsaKey":"f3b9c1","authCode":482913}"#,
        #"{"seedWords":["redacted","redacted"],"rsaKey":"redacted","authCode":0}"#
      ),
    ])
  func `a secret is replaced, and nothing beside it`(text: String, expected: String) throws {
    let plain = try JSONValue(parsing: Array(text.utf8))
    let written = try encoder.tree(plain)
    try expectEqual(written, JSONValue(parsing: Array(expected.utf8)))
    try expectEqual(encoder.tree(written), written)
    try expectEqual(encoder.tree(OutOfOrder(plain)).object?["value"], written)
  }

  @Test func `a history of files and their hashes is written whole`() throws {
    var random = SeededGenerator(seed: 36)
    let names = [
      "Login", "LoginView", "Client", "APIKey", "TokenStore", "PasswordField", "Keychain", "LICENSE", "Secrets",
      "Session",
      "Auth", "Cookie", "Pin", "code", "certificate", "access", "private", "seed", "OTPView", "README",
    ]
    let endings = ["", ".swift", ".md", ".json", ".h", ".strings", ".pem", ".yml", ".storyboard"]
    var files: [String: String] = [:]
    for name in names {
      for ending in endings {
        for folder in ["", "Sources/", "src/auth/"] where !folder.isEmpty || !ending.isEmpty || name == "LICENSE" {
          let digits = (0..<40).map { _ in String(UInt8.random(in: 0..<16, using: &random), radix: 16) }
          files[folder + name + ending] = digits.joined()
        }
      }
    }
    let plain = try StateEncoder().tree(["files": files])
    try expectEqual(encoder.tree(["files": files]), plain)
    try expectEqual(encoder.tree(plain), plain)
  }
}
