extension SecretCorpus {
  /// 150 names of secrets.
  static let heldOutNames = [
    "loginPassword", "password_digest", "encryptedPassword", "pwdHash", "userPwd", "adminPass", "dbPass", "db_password",
    "smtpPassword", "wifiPassword", "oldPassword", "confirmPassword", "passwordAgain", "repeatPassword",
    "passwordRepeat", "passwordInput", "passwordField", "passwordText", "typedPassword", "tempPassword", "bearerToken",
    "authToken", "auth_token", "AuthorizationHeader", "authorizationValue", "deviceToken", "pushToken", "fcmToken",
    "apnsToken", "csrfToken", "xsrf_token", "inviteToken", "resetToken", "magicLinkToken", "tokenValue", "tokenData",
    "rawToken", "tokenResponse", "oauthToken", "oauth_token_secret", "oauthVerifier", "codeVerifier", "clientSecret",
    "client_secret", "appSecret", "sharedSecret", "secretValue", "secretAnswer", "securityAnswer", "totpSecret",
    "mfaSecret", "otpSeed", "otp", "smsCode", "verificationCode", "twoFactorCode", "2faCode", "backupCodes",
    "recoveryPhrase", "mnemonicWords", "seedWords", "walletSeed", "walletPrivateKey", "privKey", "private_key_pem",
    "sshPrivateKey", "signingKey", "encryptionKeyBase64", "masterKey", "secretAccessKey", "aws_secret_access_key",
    "accessKey", "api_key", "apikeyValue", "mapsAPIKey", "apiKeyStaging", "API_KEY_2", "apiSecret", "sessionCookie",
    "cookieHeader", "cookies", "setCookie", "Set-Cookie", "sessionToken", "session_id", "sessionSecret", "jwt",
    "jwtPayload", "idToken", "idTokenString", "refreshTokenString", "accessTokenRaw", "credentials", "credentialData",
    "basicAuth", "authCode", "authorizationCode", "authPayload", "auth", "x-auth-key", "X-Amz-Security-Token",
    "Proxy-Authorization", "pinCode", "userPin", "pinEntry", "pinDigits", "enteredPin", "cardCVV", "cvc2",
    "cardNumber", "creditCardNumber", "iban", "ibanNumber", "ssn", "socialSecurityNumber", "passcodeEntry", "passcode",
    "unlockCode", "lockPassphrase", "vaultPassphrase", "keyPassphrase", "pass", "pw", "pwd1", "loginPin", "user.pass",
    "config.db.password", "tokens.refresh", "token[0]", "passwordPlain", "plainTextPassword", "newPasswordConfirm",
    "hashedPassword", "passwordSalted", "keystorePassword", "sftpPass", "proxyPassword", "userCredentials",
    "keychainSecret", "webhookSecret", "signingSecret", "hmacSecret", "jwtSecret", "sessionJWT", "authCookie",
    "rememberToken", "deviceSecret", "parentalPin", "SECRET_KEY_BASE", "masterPassword",
  ]

  static let heldOutNeutralNames = [
    "value", "text", "body", "_0", "note", "input", "line", "data", "content", "payload", "result", "message", "raw",
    "response", "config", "field", "clipboard", "query", "comment", "item",
  ]

  /// 20 forms of secrets.
  static let heldOutShapes: [Shape] = [
    { texts in whole(texts.webToken()) },
    { texts in whole(texts.block("RSA PRIVATE KEY")) },
    { texts in whole(texts.block("OPENSSH PRIVATE KEY")) },
    { texts in whole(texts.block("PGP PRIVATE KEY BLOCK")) },
    { texts in whole("bearer " + texts.random(40, of: SecretTexts.base64URL)) },
    { texts in whole("Basic " + texts.random(28, of: SecretTexts.letterDigits) + "==") },
    { texts in whole("AS" + "IA" + texts.random(16, of: SecretTexts.capitals)) },
    { texts in whole("gh" + "s_" + texts.random(36, of: SecretTexts.letterDigits)) },
    { texts in
      whole(
        "github" + "_pat_" + texts.random(22, of: SecretTexts.letterDigits) + "_"
          + texts.random(59, of: SecretTexts.letterDigits))
    },
    { texts in whole("rk" + "_live_" + texts.random(24, of: SecretTexts.letterDigits)) },
    { texts in whole("AI" + "za" + texts.random(35, of: SecretTexts.base64URL)) },
    { texts in
      whole(
        "xo" + "xp-" + texts.random(12, of: SecretTexts.digits) + "-" + texts.random(12, of: SecretTexts.digits) + "-"
          + texts.hex(32))
    },
    { texts in
      whole(
        "https://hooks.slack.com/services/T\(texts.random(8, of: SecretTexts.capitals))/"
          + "B\(texts.random(8, of: SecretTexts.capitals))/" + texts.random(24, of: SecretTexts.letterDigits))
    },
    { texts in whole("gl" + "pat-" + texts.random(20, of: SecretTexts.base64URL)) },
    { texts in whole("np" + "m_" + texts.random(36, of: SecretTexts.letterDigits)) },
    { texts in
      let secret = texts.random(14, of: SecretTexts.letterDigits)
      return ("mysql://root:\(secret)@10.0.0.7:3306/shop?charset=utf8", secret)
    },
    { texts in
      let secret = texts.random(14, of: SecretTexts.letterDigits)
      return ("https://deploy:\(secret)@git.example.org/team/app.git", secret)
    },
    { texts in
      let secret = texts.hex(40)
      return ("https://api.example.org/v1/items?page=2&access_token=\(secret)&sort=asc", secret)
    },
    { texts in
      let secret = texts.hex(64)
      return ("https://bucket.s3.amazonaws.com/a.png?X-Amz-Expires=900&X-Amz-Signature=\(secret)", secret)
    },
    { texts in
      let secret = texts.random(48, of: SecretTexts.base64URL)
      return ("myapp://callback#state=7&id_token=\(secret)", secret)
    },
  ]

  static let heldOutHarmless: [Harmless] = [
    (["id", "userID", "orderId", "parent", "uuid"], { $0.uuid() }),
    (["commit", "sha", "revision", "digest", "contentHash"], { $0.hex(40) }),
    (["sha256", "checksum", "fingerprint", "blobHash", "integrity"], { $0.hex(64) }),
    (["thumbnail", "avatar", "imageData", "icon"], { "iVBORw0KGgo" + $0.random(120, of: SecretTexts.base64) + "=" }),
    (["photo", "preview", "src"], { "data:image/png;base64," + $0.random(200, of: SecretTexts.base64) }),
    (["url", "link", "website", "href"], { "https://example.org/articles/\($0.number(1...9_999))?page=2&sort=asc" }),
    (
      ["endpoint", "baseURL", "tokenURL", "authURL"], { "https://api.example.org/v\($0.number(1...9))/oauth/authorize" }
    ),
    (["bio", "comment", "description", "message", "about"], { $0.prose(14) }),
    (["title", "subject", "headline", "name"], { $0.prose(4) }),
    (["tokenCount", "tokenType", "token_expiry", "tokenLength", "tokensUsed_count"], { "\($0.number(1...9_999))" }),
    (["passwordHint", "passwordError", "passwordPolicy", "passwordStrength"], { $0.prose(5) }),
    (["keyboard", "keyword", "monkey", "keyframe", "turkey"], { $0.prose(2) }),
    (["passenger", "passwordless", "passage", "compass", "bypass", "passive"], { $0.prose(2) }),
    (["author", "authority", "authored", "authenticity", "coauthor"], { $0.prose(2) }),
    (["secretary", "tokenizer", "tokenized", "cookiecutter", "seeded", "pinned"], { $0.prose(2) }),
    (["opinion", "spinner", "shipping", "pineapple", "mapping"], { $0.prose(2) }),
    (["sessionCount", "sessionStart", "sessionTitle", "sessions"], { "2026-01-0\($0.number(1...9))T10:00:00Z" }),
    (["path", "file", "location", "cwd"], { "/var/mobile/Containers/\($0.uuid())/Documents/notes.txt" }),
    (["version", "build", "userAgent", "platform"], { "Mozilla/5.0 (X11; Linux \($0.number(1...9)).1) Gecko" }),
    (
      ["selectedKey", "sortKey", "cacheKey", "primaryKey", "publicKey"], { "items.\($0.pick(SecretTexts.words)).title" }
    ),
    (["email", "contact", "recipient"], { "\($0.pick(SecretTexts.words))@example.org" }),
    (["createdAt", "updated_at", "expiresAt", "tokenExpiresAt"], { "2026-11-\($0.number(10...28))T08:15:30.123Z" }),
    (["phone", "zip", "amount", "number"], { "+49 30 \($0.number(100_000...999_999))" }),
    (
      ["authState", "authMethod", "authProvider", "authStep", "authStatus"],
      { $0.pick(["google", "idle", "signedIn"]) }
    ),
    (["cursor", "nextPage", "etag"], { "W/\"\($0.hex(32))\"" }),
    (["ref", "key", "code", "state", "kind"], { $0.pick(["order-created", "pending", "EUR", "de_DE", "large"]) }),
  ]

  /// A text that is secret as a whole.
  static func whole(_ text: String) -> (text: String, secret: String) { (text, text) }
}
