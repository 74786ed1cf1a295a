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
  var rules: RedactionRules { RedactionRules(detecting: detection) }

  private static let first = SecretLists(
    version: 1,
    detection: SecretDetection(
      texts: [
        "credential", "credentials", "creditcard", "creditcardnumber", "driverlicense", "driverlicensenumber",
        "driverslicense",
        "driverslicensenumber", "iban", "mnemonic", "nationalid", "passcode", "passphrase",
        "passportnumber",
        "passwd", "password", "passwordconfirmation", "passwords", "pw", "pwd", "recoveryphrase", "secret",
        "secretanswer",
        "secrets", "securityanswer", "seedphrase", "taxid", "taxidnumber",
      ],
      digits: [
        "2facode", "cardnumber", "cvc", "cvccode", "cvv", "cvvcode", "factorcode", "mfacode", "onetimecode", "otp",
        "otpcode", "pin", "pincode", "pinnumber", "securitycode", "smscode", "socialsecurity", "socialsecuritynumber",
        "ssn", "totp", "totpcode", "twofacode", "unlockcode", "verificationcode",
      ],
      words: [
        "accesskey", "accesstoken", "aeskey", "apikey", "apikeys", "auth", "authcode", "authorization", "authtoken",
        "backupcode", "backupcodes",
        "bearer", "biometrickey", "codeverifier", "cookie", "cookies", "dek",
        "encryptionkey",
        "csrftoken", "hmackey", "jsessionid", "jwt", "kek", "masterkey", "oauthverifier", "pass", "passport",
        "phpsessid", "privatekey", "privkey",
        "recoverycode",
        "recoverycodes", "recoverykey", "refreshtoken", "secretkey", "seed", "sessid", "sessionid", "sessionkey",
        "sharedkey",
        "sid",
        "signingkey", "xsrftoken",
        "sshkey", "token", "tokens",
      ],
      near: [
        "access", "cert", "certificate", "cipher", "client", "code", "encrypted", "encryption", "hmac", "key", "keys",
        "license", "login", "nonce", "oauth", "private", "refresh", "salt", "saml", "session", "sig", "signature",
        "sso",
        "webhook",
      ],
      exceptions: [
        "alg", "algorithm", "at", "count", "date", "expires", "expiry", "foreignkey", "hint", "id", "ids", "name",
        "names", "path",
        "policy",
        "primarykey", "publickey", "question", "sortkey", "time", "timestamp", "title", "type", "uri", "url", "user",
        "username", "uuid", "version",
      ],
      formats: [
        .jwt, .pem, .bearer, .aws, .github, .gitlab, .google, .npm, .openai, .slack, .stripe, .sendgrid, .twilio,
        .telegram,
        .url, .random,
      ]))
}
