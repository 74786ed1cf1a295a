import Expectations
import Testing

@testable import StateCoding
@testable import StatePrivacy

struct SecretNamesTests {
  let usual = SecretNames([], .usual)

  @Test(
    arguments: [
      "pin", "PIN", "setPin", "set_pin_1", "cardNumber", "pinNumber", "otpCode", "mfaCode", "oneTimeCode", "cvvCode",
      "twoFactorCode", "2faCode", "TWO_FA_CODE", "ssn", "authCode", "authorizationCode", "login.code", "card.pin",
      "2fa", "doorCode", "verifyCode",
    ])
  func `a key with the name of a number matches whatever its case, separators and prefix`(key: String) {
    expectEqual(usual.match(key), .digits)
  }

  @Test(
    arguments: [
      "password", "Password", "PASSWORD", "userPassword", "user_password", "user-password", "user.password",
      "newPassword2", "passwordConfirmation", "passwordChanged", "passphraseText", "password_again",
      "passwordInputValue", "clientSecret", "pw", "passportNumber", "taxID", "driverLicenseNumber",
      "user.password.value",
      "config.db.password", "auth.pw", "seedWords", "wallet.seedPhrase", "mnemonicWords", "recoveryPhrase",
      "userPass", "smtpPass", "basicAuth", "creds",
    ])
  func `a key with the name of a text matches whatever its case, separators and prefix`(key: String) {
    expectEqual(usual.match(key), .text)
  }

  @Test(
    arguments: [
      "accessToken", "ACCESS_TOKEN", "accesstoken", "apiKey", "X-Api-Key", "myAPIKey", "URLToken", "HTTPAuthorization",
      "_token", "token_", "tokens", "sessionId", "tokenString", "jwtString", "passwordHash", "pass",
      "auth", "authHeader", "cookieValue", "apiKeyProd", "privateKeyPEM", "encryptionKey", "recoveryCodes",
      "seed",
      "user.accessToken", "X-Auth", "token2Value", "passwordsByUser", "tokens_by_id",
      "oauthVerifier", "hmacKey", "aesKey", "kek", "sshKey", "biometricKey", "pinHash", "tokens.refresh", "auth.token",
      "session.token.value", "api.key.value", "rsaKey", "RSA_KEY_2", "ed25519Key", "stripeKey", "stripeKeyTest",
      "sendgridKey",
      "openai_key", "JSESSIONID", "PHPSESSID", "connect.sid", "ASP.NET_SessionId", "csrftoken", "csrf",
      "boardingPass",
    ])
  func `a key with the word of a secret anywhere matches texts that look like a key`(key: String) {
    expectEqual(usual.match(key), .key)
  }

  @Test(arguments: ["key", "signature", "session", "licenseKey", "webhook_sig", "server.key", "mapKey"])
  func `a key with a word near a secret's matches random texts`(key: String) { expectEqual(usual.match(key), .random) }

  @Test(
    arguments: [
      "", "_", "1", "pins", "pinned", "spin", "tokenCount", "secretary", "opinion", "keyboard", "description",
      "compass",
      "token_count", "ſecret", "пароль", "passwordless", "author", "tokenExpiresAt", "tokenId", "publicKey",
      "secretQuestion", "tokens.count", "user.password.hint", "stripePublicKey", "tokenAddress", "tokenUsage",
      "cipherSuite",
    ])
  func `other keys don't match, even if they contain a name`(key: String) { expectEqual(usual.match(key), .none) }

  @Test(
    arguments: [
      "login/password", "the password", "password:", "Sources/Login.swift", "Login.swift", "Client.js", "token.json",
      "Password.strings", "password.xib", "tokens.d.ts", "auth.service.yaml", "passwd.5", "jwt-9.0.2",
      "auth.example.com",
      "accounts.token.example.org", "TOKEN.JSON", "a" + String(repeating: "b", count: 56) + "Password",
    ])
  func `a key that is no identifier is data`(key: String) { expectEqual(usual.match(key), .none) }

  @Test func `custom names are compared the same way, in any script`() {
    let names = SecretNames(["Safe-Word", "пароль", "answer2"])
    #expect(
      ["safeWord", "SAFE_WORD", "mySafeWord", "пароль", "answer", "answer7"].allSatisfy {
        names.match($0) == .everything
      })
    #expect(["word", "safe", "password"].allSatisfy { names.match($0) == .none })
  }

  @Test func `the longer of a name and an exception at the end of a key wins`() {
    var detection = SecretDetection(texts: ["sessionid", "token"], words: ["token"], exceptions: ["id", "csrftoken"])
    expectEqual(SecretNames([], detection).match("sessionID"), .text)
    expectEqual(SecretNames([], detection).match("tokenID"), .none)
    expectEqual(SecretNames([], detection).match("csrfToken"), .none)
    expectEqual(SecretNames([], detection).match("token"), .text)
    detection.exceptions.append("token")
    expectEqual(SecretNames([], detection).match("token"), .none)
    detection.harmless.append("demotoken")
    expectEqual(SecretNames([], detection).match("demoToken"), .harmless)
  }

  @Test func `a long word matches only at the end of a key`() {
    let long = String(repeating: "a", count: 60)
    let names = SecretNames([long], SecretDetection(words: [long]))
    expectEqual(names.match(long), .everything)
    expectEqual(names.match(long + "Value"), .none)
  }

  @Test func `without names, no key matches`() {
    expectEqual(SecretNames([]).match("password"), .none)
    expectEqual(SecretNames(["-", ""]).match(""), .none)
  }
}
