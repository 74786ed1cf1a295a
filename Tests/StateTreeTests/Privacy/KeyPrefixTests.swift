import Expectations
import StateTree
import Testing

@testable import StateCoding
@testable import StatePrivacy

/// The forms of services' keys. Each text is put together here, so that no source file has text in the form of a key.
struct KeyPrefixTests {
  private let encoder = StateEncoder(rules: .usual)

  private static func letters(_ count: Int) -> String { filled("aB3dE6gH9k", count) }
  private static func capitals(_ count: Int) -> String { filled("Q7PZRY9X8G", count) }
  private static func hex(_ count: Int) -> String { filled("0123456789abcdef", count) }
  private static func filled(_ text: String, _ count: Int) -> String {
    String(String(repeating: text, count: count / text.count + 1).prefix(count))
  }

  private static let keys: [(text: String, form: SecretFormat)] = [
    ("AGE-" + "SECRET-KEY-1" + capitals(58), .age), ("dap" + "i" + hex(32), .databricks),
    ("dap" + "i" + hex(32) + "-2", .databricks), ("dop" + "_v1_" + hex(64), .digitalocean),
    ("https://discord" + ".com/api/webhooks/123456789012345678/" + letters(68), .discord),
    ("https://discordapp" + ".com/api/webhooks/123456789012345678/" + letters(68), .discord),
    ("gl" + "pat-" + letters(20), .gitlab), ("gl" + "rt-" + letters(20), .gitlab),
    ("gl" + "ptt-" + hex(40), .gitlab), ("h" + "f_" + letters(34), .huggingface),
    ("lin" + "_api_" + letters(40), .linear), ("sk" + ".ey" + "J" + letters(80) + "." + letters(22), .mapbox),
    ("secret" + "_" + letters(43), .notion), ("nt" + "n_" + filled("0123456789", 11) + letters(35), .notion),
    ("np" + "m_" + letters(36), .npm), ("pyp" + "i-AgEIcHlwaS5vcmc" + letters(120), .pypi),
    ("S" + "G." + letters(22) + "." + letters(43), .sendgrid), ("shp" + "at_" + hex(32), .shopify),
    ("shp" + "ss_" + hex(32), .shopify), ("shp" + "ca_" + hex(32), .shopify), ("sq0" + "atp-" + letters(22), .square),
    ("sq0" + "csp-" + letters(43), .square), ("123456789" + ":AA" + letters(33), .telegram),
    ("S" + "K" + hex(32), .twilio), ("hv" + "s." + letters(95), .vault), ("hv" + "b." + letters(140), .vault),
  ]

  @Test func `keys of services are recognised by their forms`() throws {
    for (text, form) in Self.keys {
      let expected: JSONValue = ["note": .string("redacted:\(form.rawValue)")]
      try expectEqual(encoder.tree(["note": text]), expected)
      try expectEqual(encoder.tree(expected), expected)
    }
  }

  @Test func `what is shorter, or has other characters, is no key`() throws {
    let others = [
      "SKODA", "SG.", "12:30", "SK" + Self.hex(31), "2026:AAB", "hf_tokenizer", "secret_garden_of_the_old_town_hall",
      "secret_" + Self.letters(42), "dapi" + Self.hex(31), "dapi" + Self.letters(32), "lin_api_" + Self.letters(39),
      "shpat_" + Self.letters(32), "hvs.short", "pypi-" + Self.letters(120), "npm_config_registry", "sk.eyJ",
      "AGE-SECRET-KEY-1" + Self.letters(58), "https://discord.com/channels/1/2", "sq0atp-" + Self.letters(21),
    ]
    for text in others { try expectEqual(encoder.tree(["note": text]), ["note": .string(text)]) }
  }
}
