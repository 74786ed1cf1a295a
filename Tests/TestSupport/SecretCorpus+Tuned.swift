extension SecretCorpus {
  /// 150 names of secrets.
  static let tunedNames = [
    "password", "Password", "PASSWORD", "userPassword", "newPassword", "currentPassword", "passwordHash",
    "passwordConfirmation", "password_hash", "passwordValue", "passwordString", "passwords", "passwd", "pwd", "pw",
    "pass", "userPass", "passphrase", "passphraseText", "passcode", "passcodeText", "token", "tokens", "tokenString",
    "token_string", "tokenValue", "accessToken", "access_token", "ACCESS_TOKEN", "accesstoken", "accessTokenString",
    "refreshToken", "refresh_token", "refreshTokenValue", "idToken", "id_token", "authToken", "bearerToken",
    "tokens.access", "tokens.refresh", "session.token", "token2", "pushToken", "deviceToken", "csrfToken", "xsrfToken",
    "resetToken", "jwt", "JWT", "jwtString", "jwtText", "userJWT", "auth", "authHeader", "auth_header", "X-Auth",
    "X-Auth-Token", "authorization", "Authorization", "authorizationHeader", "Proxy-Authorization", "authValue",
    "authData", "basicAuth", "httpAuth", "bearer", "bearerString", "cookie", "cookies", "cookieValue", "Cookie",
    "Set-Cookie", "sessionCookie", "cookieString", "otp", "otpCode", "otp_code", "totp", "totpCode", "mfaCode",
    "mfa_code", "oneTimeCode", "one_time_code", "oneTimePassword", "cvv", "cvvCode", "cvc", "cvcCode", "pin",
    "pinNumber", "pinCode", "userPin", "pin_number", "pinText", "smsCode", "verificationCode", "securityCode",
    "apiKey", "api_key", "API_KEY", "apikey", "apiKeyProd", "apiKeyDev", "apiKeys", "X-Api-Key", "privateKey",
    "private_key", "privateKeyPEM", "privateKeyData", "encryptionKey", "encryption_key", "signingKey", "secretKey",
    "secretKeyBase64", "accessKey", "accessKeySecret", "masterKey", "sessionKey", "sharedKey", "secret", "secrets",
    "clientSecret", "client_secret", "secretValue", "secretText", "sharedSecret", "consumerSecret", "webhookSecret",
    "recoveryCode", "recoveryCodes", "recovery_codes", "backupCode", "backupCodes", "recoveryPhrase", "recoveryKey",
    "seed", "seedPhrase", "seed_phrase", "seedWords", "walletSeed", "mnemonic", "mnemonicPhrase", "credential",
    "credentials", "credentialValue", "userCredential", "sessionId", "sessionID", "ssn", "authSecret",
  ]

  static let tunedNeutralNames = [
    "value", "text", "name", "body", "_0", "note", "input", "answer", "line", "data", "header", "url", "content",
    "address", "query", "payload", "raw", "result", "field", "setting",
  ]

  /// 20 forms of secrets.
  static let tunedShapes: [Shape] = [
    { texts in whole(texts.webToken()) },
    { texts in whole(texts.block("PRIVATE KEY")) },
    { texts in whole(texts.block("EC PRIVATE KEY")) },
    { texts in whole("Bearer " + texts.random(32, of: SecretTexts.base64URL)) },
    { texts in whole("Bearer " + texts.webToken()) },
    { texts in whole("AK" + "IA" + texts.random(16, of: SecretTexts.capitals)) },
    { texts in whole("gh" + "p_" + texts.random(36, of: SecretTexts.letterDigits)) },
    { texts in whole("gh" + "o_" + texts.random(36, of: SecretTexts.letterDigits)) },
    { texts in whole("sk" + "_live_" + texts.random(24, of: SecretTexts.letterDigits)) },
    { texts in whole("sk" + "_test_" + texts.random(99, of: SecretTexts.letterDigits)) },
    { texts in whole("wh" + "sec_" + texts.random(32, of: SecretTexts.letterDigits)) },
    { texts in whole("AI" + "za" + texts.random(35, of: SecretTexts.base64URL)) },
    { texts in whole("GOC" + "SPX-" + texts.random(28, of: SecretTexts.base64URL)) },
    { texts in whole("ya" + "29." + texts.random(120, of: SecretTexts.base64URL)) },
    { texts in
      whole(
        "xo" + "xb-" + texts.random(11, of: SecretTexts.digits) + "-" + texts.random(12, of: SecretTexts.digits) + "-"
          + texts.random(24, of: SecretTexts.letterDigits))
    },
    { texts in
      let secret = texts.random(12, of: SecretTexts.letterDigits)
      return ("postgres://app:\(secret)@db.example.org:5432/main", secret)
    },
    { texts in
      let secret = texts.random(16, of: SecretTexts.letterDigits)
      return ("https://ada:\(secret)@example.org/feed.xml", secret)
    },
    { texts in
      let secret = texts.random(32, of: SecretTexts.base64URL)
      return ("https://example.org/login?next=home&token=\(secret)", secret)
    },
    { texts in
      let secret = texts.random(24, of: SecretTexts.letterDigits)
      return ("https://maps.example.org/tile?x=1&api_key=\(secret)&y=2", secret)
    },
    { texts in
      let secret = texts.random(40, of: SecretTexts.base64URL)
      return ("app://oauth#access_token=\(secret)&token_type=bearer", secret)
    },
  ]

  static let tunedHarmless: [Harmless] = [
    (["id", "itemID", "uuid", "requestId"], { $0.uuid() }),
    (["hash", "contentHash", "sha1", "revision"], { $0.hex(40) }),
    (["sha256", "checksum", "etag", "digest"], { $0.hex(64) }),
    (["image", "thumbnail", "png", "icon"], { $0.random(160, of: SecretTexts.base64) }),
    (["url", "link", "homepage"], { "https://example.org/\($0.pick(SecretTexts.words))/\($0.number(1...999))" }),
    (["next", "self", "href"], { "https://api.example.org/items?page=\($0.number(1...99))&limit=20&q=token" }),
    (["description", "text", "comment", "note"], { $0.prose(12) }),
    (["title", "name", "label", "header"], { $0.prose(3) }),
    (["tokenCount", "tokenType", "tokenExpiry", "tokenLength", "tokenName"], { "\($0.number(1...99_999))" }),
    (["passwordLength", "passwordHint", "passwordError", "passwordLabel"], { $0.prose(4) }),
    (["keyboard", "keyword", "keynote", "hotkey", "monkey"], { $0.prose(2) }),
    (["passwordless", "passenger", "passport", "compass", "encompass"], { $0.prose(2) }),
    (["author", "authors", "authority", "authentic"], { $0.prose(2) }),
    (["pinned", "spin", "pineapple", "opinion", "shopping"], { $0.prose(2) }),
    (["secretary", "tokenized", "seedling", "cookieless", "secretion"], { $0.prose(2) }),
    (["authState", "authProvider", "authMode", "authError", "authType"], { $0.pick(["none", "apple", "password"]) }),
    (["cookieConsent", "cookiePolicy", "pinColor", "seedCount", "pinTitle"], { $0.prose(2) }),
    (["date", "createdAt", "tokenExpiresAt", "passwordUpdatedAt"], { "2026-0\($0.number(1...9))-17T12:00:00Z" }),
    (["path", "file", "folder"], { "/Users/ada/Documents/\($0.hex(8))/Report 2026.pdf" }),
    (["sortKey", "primaryKey", "selectedKey", "key"], { "movies.\($0.pick(SecretTexts.words))" }),
    (["email", "username", "user"], { "\($0.pick(SecretTexts.words)).\($0.pick(SecretTexts.words))@example.org" }),
    (["amount", "phone", "postcode", "price"], { "+1 555 \($0.number(1_000_000...9_999_999))" }),
    (["color", "locale", "state", "status"], { "#" + $0.hex(6) }),
    (["session", "sessionCount", "sessionTitle"], { "Session \($0.number(1...99)), the morning" }),
    (["userAgent", "client", "device"], { "App/3.\($0.number(1...99)) (iPhone; iOS 18.2; Scale/3.00)" }),
  ]
}
