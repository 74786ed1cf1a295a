/// A form of text that shows that it is a secret.
///
/// The raw value is the name in a journal's header and in the stand-in, such as `redacted:jwt`.
public enum SecretFormat: String, Sendable, Hashable, CaseIterable {
  /// A JSON Web Token (RFC 7519).
  case jwt
  /// A private key in a textual encoding (RFC 7468).
  case pem
  /// The credentials of a `Bearer` or `Basic` scheme (RFC 6750, RFC 7617).
  case bearer
  /// The id of a key of Amazon Web Services.
  case aws
  /// A token of GitHub.
  case github
  /// A personal token of GitLab.
  case gitlab
  /// A key or a client's secret of Google.
  case google
  /// A token of the npm registry.
  case npm
  /// A key of OpenAI, or of another service that uses its form.
  case openai
  /// A token of Slack, or the URL of one of its webhooks.
  case slack
  /// A secret key of Stripe.
  case stripe
  /// A key of SendGrid.
  case sendgrid
  /// A key of Twilio.
  case twilio
  /// The token of a bot of Telegram.
  case telegram
  /// The password in a URL, and parameters of a URL or of a query with the name of a secret. Only these parts are replaced.
  case url
  /// Long and random Base64 or hexadecimal text, but no digest or UUID, under one of the words in ``SecretDetection/near``.
  case random

  /// The stand-in for a text of this form. It has this form itself, so that encoding it again finds it again.
  var standIn: String { Self.redactedText + ":" + rawValue }

  /// The stand-in for a text of no form.
  static let redactedText = "redacted"
}
