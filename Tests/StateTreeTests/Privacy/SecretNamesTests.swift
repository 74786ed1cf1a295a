import Testing

@testable import StateTree

@Suite struct SecretNamesTests {
  let usual = SecretNames(RedactionRules.usualNames)

  @Test(
    arguments: [
      "password", "Password", "PASSWORD", "userPassword", "user_password", "user-password", "user.password",
      "newPassword2", "pin", "PIN", "setPin", "set_pin_1", "accessToken", "ACCESS_TOKEN", "accesstoken", "apiKey",
      "X-Api-Key", "myAPIKey", "URLToken", "HTTPAuthorization", "_token", "token_", "tokens", "cardNumber",
    ])
  func `a key matches whatever its case, separators and prefix`(key: String) { #expect(usual.contains(key)) }

  @Test(
    arguments: [
      "", "_", "1", "pins", "pinned", "spin", "tokenCount", "secretary", "passwordLength", "opinion", "keyboard",
      "description", "compass", "token_count", "ſecret", "пароль",
    ])
  func `other keys don't match, even if they contain a name`(key: String) { #expect(!usual.contains(key)) }

  @Test func `custom names are compared the same way, in any script`() {
    let names = SecretNames(["Safe-Word", "пароль", "answer2"])
    #expect(["safeWord", "SAFE_WORD", "mySafeWord", "пароль", "answer", "answer7"].allSatisfy { names.contains($0) })
    #expect(["word", "safe", "password"].allSatisfy { !names.contains($0) })
  }

  @Test func `without names, no key matches`() {
    #expect(!SecretNames([]).contains("password"))
    #expect(!SecretNames(["-", ""]).contains(""))
  }
}
