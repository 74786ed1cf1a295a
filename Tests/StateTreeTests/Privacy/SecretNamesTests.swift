import Testing

@testable import StateTree

@Suite("The names of secrets")
struct SecretNamesTests {
  let usual = SecretNames(RedactionRules.usualNames)

  @Test(
    "A key names a secret whatever its case and separators, and whatever stands before the name",
    arguments: [
      "password", "Password", "PASSWORD", "userPassword", "user_password", "user-password", "user.password",
      "newPassword2", "pin", "PIN", "setPin", "set_pin_1", "accessToken", "ACCESS_TOKEN", "accesstoken", "apiKey",
      "X-Api-Key", "myAPIKey", "URLToken", "HTTPAuthorization", "_token", "token_", "tokens", "cardNumber",
    ])
  func secret(key: String) { #expect(usual.contains(key)) }

  @Test(
    "Other keys don't, even if they hold a name",
    arguments: [
      "", "_", "1", "pins", "pinned", "spin", "tokenCount", "secretary", "passwordLength", "opinion", "keyboard",
      "description", "compass", "token_count", "ſecret", "пароль",
    ])
  func plain(key: String) { #expect(!usual.contains(key)) }

  @Test("Names of one's own are compared in the same way, whatever script they are in")
  func own() {
    let names = SecretNames(["Safe-Word", "пароль", "answer2"])
    #expect(["safeWord", "SAFE_WORD", "mySafeWord", "пароль", "answer", "answer7"].allSatisfy { names.contains($0) })
    #expect(["word", "safe", "password"].allSatisfy { !names.contains($0) })
  }

  @Test("Without names no key names a secret")
  func none() {
    #expect(!SecretNames([]).contains("password"))
    #expect(!SecretNames(["-", ""]).contains(""))
  }
}
