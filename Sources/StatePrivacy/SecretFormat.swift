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
  /// A secret key of age, a tool for encryption.
  case age
  /// The id of a key of Amazon Web Services.
  case aws
  /// A personal token of Databricks.
  case databricks
  /// A token of DigitalOcean.
  case digitalocean
  /// The URL of a webhook of Discord.
  case discord
  /// A token of GitHub.
  case github
  /// A token of GitLab.
  case gitlab
  /// A key or a client's secret of Google.
  case google
  /// A token of Hugging Face.
  case huggingface
  /// A personal key of Linear.
  case linear
  /// A secret token of Mapbox.
  case mapbox
  /// The secret of an integration of Notion.
  case notion
  /// A token of the npm registry.
  case npm
  /// A key of OpenAI, or of another service that uses its form.
  case openai
  /// A token of the Python Package Index.
  case pypi
  /// A key of SendGrid.
  case sendgrid
  /// A token or the secret of an app of Shopify.
  case shopify
  /// A token of Slack, or the URL of one of its webhooks.
  case slack
  /// A token or the secret of an app of Square.
  case square
  /// A secret key of Stripe.
  case stripe
  /// The token of a bot of Telegram.
  case telegram
  /// A key of Twilio.
  case twilio
  /// A token of Vault.
  case vault
  /// The password in a URL, and parameters of a URL or of a query with the name of a secret. Only these parts are replaced.
  case url
  /// Long and random Base64 or hexadecimal text, but no digest or UUID, under one of the words in ``SecretDetection/near``.
  case random

  /// The stand-in for a text of this form. It has this form itself, so that encoding it again finds it again.
  var standIn: String { Self.redactedText + ":" + rawValue }

  /// The stand-in for a text of no form.
  package static let redactedText = "redacted"
}
