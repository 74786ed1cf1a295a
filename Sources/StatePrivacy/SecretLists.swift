/// The names and forms that one version of the default rules redacts.
///
/// A journal's header names the lists by their version. So the lists of a released version never change: better lists get
/// a new version, and a reader knows all versions.
struct SecretLists: Sendable {
  let version: Int
  let detection: SecretDetection

  /// The lists of all versions, oldest first.
  static let all = [first]
  /// The lists of the default rules.
  static let newest = first

  /// The lists with a name that a journal's header has, if this package knows them.
  static func named(_ name: String) -> SecretLists? { all.first { $0.name == name } }

  /// The name in a journal's header.
  var name: String { "usual/\(version)" }
  /// The rules that redact by these lists alone.
  package var rules: RedactionRules { RedactionRules(detecting: detection) }

  private static let first = SecretLists(
    version: 1,
    detection: SecretDetection(
      texts: [
        "adminpass", "backupphrase", "basicauth", "credential", "credentials", "creditcard", "creditcardnumber",
        "creds", "dbpass", "driverlicense", "driverlicensenumber", "driverslicense", "driverslicensenumber",
        "ftppass", "iban", "keypass", "loginpass", "mailpass", "mnemonic", "mnemonicphrase", "mnemonicwords",
        "nationalid", "passcode", "passphrase", "passportnumber", "passwd", "password", "passwordconfirmation",
        "passwords", "pw", "pwd", "recoveryphrase", "recoveryphrases", "recoverywords", "rootpass", "secret",
        "secretanswer", "secretphrase", "secrets", "securityanswer", "seedphrase", "seedphrases", "seedwords",
        "smtppass", "storepass", "taxid", "taxidnumber", "userpass", "walletphrase", "walletseed",
      ],
      digits: [
        "2fa", "2facode", "accesscode", "alarmcode", "authcode", "authenticationcode", "authenticatorcode",
        "authorizationcode", "cardnumber", "cvc", "cvccode", "cvv", "cvvcode", "doorcode", "factorcode", "gatecode",
        "logincode", "mfacode", "onetimecode", "otp", "otpcode", "pin", "pincode", "pinnumber", "resetcode",
        "securitycode", "smscode", "socialsecurity", "socialsecuritynumber", "ssn", "totp", "totpcode", "twofacode",
        "unlockcode", "verificationcode", "verifycode",
      ],
      words: [
        "accesskey", "accesstoken", "aeskey", "algoliakey", "anthropickey", "apikey", "apikeys", "apnskey", "auth",
        "authorization", "authtoken", "awskey", "azurekey", "backupcode", "backupcodes", "bearer", "biometrickey",
        "braintreekey", "chachakey", "cipherkey", "cloudinarykey", "codeverifier", "cookie", "cookies", "csrf",
        "csrftoken", "datadogkey", "dek", "deploykey", "deskey", "discordkey", "dropboxkey", "dsakey", "ecckey",
        "ecdhkey", "ecdsakey", "eckey", "ed25519key", "encryptionkey", "fastlykey", "fcmkey", "firebasekey", "gcpkey",
        "githubkey", "gitlabkey", "googlekey", "googlemapskey", "gpgkey", "herokukey", "hkdfkey", "hmackey", "hsmkey",
        "huggingfacekey", "jsessionid", "jwk", "jwt", "jwtkey", "kek", "kmskey", "mailchimpkey", "mailgunkey",
        "mapboxkey", "masterkey", "mistralkey", "mlskey", "newrelickey", "oauthverifier", "openaikey",
        "openrouterkey", "pass", "passport", "paypalkey", "pgpkey", "phpsessid", "plaidkey", "postmarkkey",
        "presharedkey", "privatejwk", "privatekey", "privkey", "psk", "pusherkey", "recoverycode", "recoverycodes",
        "recoverykey", "refreshtoken", "rsakey", "secretkey", "seed", "sendgridkey", "sentrykey", "serverkey",
        "sessid", "sessionid", "sessionkey", "sharedkey", "shopifykey", "sid", "signingkey", "slackkey", "sshkey",
        "sslkey", "stripekey", "supabasekey", "telegramkey", "tlskey", "token", "tokens", "totpkey", "twiliokey",
        "vapidkey", "walletkey", "webhookkey", "wpakey", "x25519key", "xsrf", "xsrftoken",
      ],
      near: [
        "access", "cert", "certificate", "cipher", "client", "code", "encrypted", "encryption", "hmac", "key", "keys",
        "license", "login", "nonce", "oauth", "private", "refresh", "salt", "saml", "session", "sig", "signature",
        "sso", "webhook",
      ],
      exceptions: [
        "address", "alg", "algorithm", "at", "count", "date", "expires", "expiry", "foreignkey", "hint", "id", "ids",
        "name", "names", "path", "policy", "primarykey", "publickey", "question", "sortkey", "suite", "time",
        "timestamp", "title", "type", "uri", "url", "usage", "user", "username", "uuid", "version",
      ],
      formats: [
        .jwt, .pem, .bearer, .age, .aws, .databricks, .digitalocean, .discord, .github, .gitlab, .google, .huggingface,
        .linear, .mapbox, .notion, .npm, .openai, .pypi, .sendgrid, .shopify, .slack, .square, .stripe, .telegram,
        .twilio, .vault, .url, .random,
      ]))
}
