/// The names and forms that one version of the default rules redacts.
///
/// A journal's header names the lists by their version. So the lists of a released version never change: better lists get
/// a new version, and a reader knows all versions.
struct SecretLists: Sendable {
  let version: Int
  let names: [String]
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
  var rules: RedactionRules { RedactionRules(names: names, detecting: detection) }

  private static let first = SecretLists(
    version: 1,
    names: [
      "2facode", "cardnumber", "creditcard", "cvc", "cvccode", "cvv", "cvvcode", "factorcode", "iban", "mfacode",
      "onetimecode", "otp", "otpcode", "passcode", "pin", "pincode", "pinnumber", "securitycode", "smscode",
      "socialsecuritynumber", "ssn", "totp", "totpcode", "twofacode", "unlockcode", "verificationcode",
    ],
    detection: SecretDetection(
      texts: [
        "accesskey", "accesstoken", "apikey", "apikeys", "authorization", "authtoken", "bearer", "cookie", "cookies",
        "credential", "credentials", "idtoken", "jwt", "mnemonic", "passphrase", "passwd", "password", "passwords",
        "privatekey", "pwd", "refreshtoken", "secret", "secretkey", "secrets", "seedphrase", "sessionid", "token",
        "tokens",
      ],
      words: [
        "2facode", "accesskey", "accesstoken", "apikey", "apikeys", "auth", "authcode", "authorization", "authtoken",
        "backupcode", "backupcodes", "bearer", "cardnumber", "clientsecret", "codeverifier", "cookie", "cookies",
        "credential", "credentials", "creditcard", "cvc", "cvv", "encryptionkey", "iban", "idtoken", "jwt",
        "masterkey", "mfacode", "mnemonic", "oauthverifier", "onetimecode", "otp", "pass", "passcode", "passphrase",
        "passwd", "password", "passwords", "pin", "privatekey", "privkey", "pw", "pwd", "recoverycode",
        "recoverycodes", "recoverykey", "recoveryphrase", "refreshtoken", "secret", "secretkey", "secrets",
        "securityanswer", "securitycode", "seed", "sessionkey", "sharedkey", "signingkey", "ssn", "token", "tokens",
        "totp", "twofacode",
      ],
      near: [
        "access", "cert", "certificate", "cipher", "client", "code", "encrypted", "encryption", "hmac", "key", "keys",
        "license", "login", "nonce", "oauth", "private", "refresh", "salt", "saml", "session", "sig", "signature",
        "sso", "webhook",
      ],
      exceptions: [
        "address", "age", "alg", "algorithm", "at", "attempts", "audience", "banner", "budget", "button", "caption",
        "category", "class", "color", "consent", "cost", "count", "counts", "currency", "date", "description",
        "disabled", "domain", "email", "enabled", "endpoint", "error", "errors", "expiration", "expired", "expires",
        "expiry", "failures", "file", "filename", "flag", "flow", "folder", "foreignkey", "format", "group", "help",
        "hidden", "hint", "hints", "host", "icon", "id", "ids", "image", "index", "invalid", "issuer", "kind", "label",
        "language", "left", "length", "level", "lifetime", "limit", "link", "locale", "location", "manager", "max",
        "message", "method", "min", "mode", "name", "names", "offset", "option", "options", "origin", "owner", "path",
        "pattern", "phase", "placeholder", "policies", "policy", "position", "preference", "preferences", "price",
        "primarykey", "prompt", "provider", "publickey", "range", "rate", "reason", "regex", "remaining", "required",
        "requirement", "requirements", "retries", "role", "rule", "rules", "scheme", "scope", "scopes", "score",
        "screen", "service", "setting", "settings", "size", "sortkey", "source", "stage", "state", "status", "step",
        "storage", "strength", "style", "subtitle", "symbol", "tab", "theme", "time", "timestamp", "title", "total",
        "ttl", "type", "types", "unit", "uri", "url", "usage", "used", "user", "username", "uuid", "valid",
        "validation", "validity", "version", "view", "visibility", "visible",
      ],
      formats: [.jwt, .pem, .bearer, .aws, .github, .gitlab, .google, .npm, .openai, .slack, .stripe, .url, .random]))
}
