// The lines of the guide to secrets; see ReadmeStore.swift.

import ReduxJournal
import ReduxRecorder
import StateCoding
import TestSupport
import Testing

private enum Purchase: Codable {
  case transfer(amount: Int, to: String)
}

struct SecretsPageTests {
  @Test func `marked members and pointers in rules are redacted`() throws {
    let file = try TemporaryFile()
    let (path, app) = (file.path, AppIdentity(name: "bank"))
    // docs/guides/secrets.md: rules
    struct Account: Codable {
      var name = ""
      @Redacted var safeWord = ""
    }

    let rules = RedactionRules(redacting: ["/accounts/*/balance", "/transfer/amount"])
    let recorder = try Recorder(path: path, app: app, options: RecorderOptions(rules: rules))
    // docs/guides/secrets.md: end
    struct Bank: Codable {
      var accounts: [String: [String: Int]]
      var owner: Account
    }
    let reduce = recorder.recording { (bank: inout Bank, _: Purchase) in
      bank.accounts["ada"]?["balance"] = 471_147_114_711
      bank.owner.safeWord = "mellon"
    }
    var bank = Bank(
      accounts: ["ada": ["balance": 424_242_424_242, "limit": 5]], owner: Account(name: "Ada", safeWord: "sesame"))
    reduce(&bank, .transfer(amount: 123_412_341_234, to: "Bob"))
    recorder.close()

    let text = try file.text()
    let written = [
      #""transfer":{"amount":0,"to":"Bob"}"#,
      #""accounts":{"ada":{"balance":0,"limit":5}},"owner":{"name":"Ada","safeWord":"redacted"}"#,
    ]
    for json in written { #expect(text.contains(json), "\(text)") }
    for secret in ["4242424242", "4711471147", "1234123412", "sesame", "mellon"] { #expect(!text.contains(secret)) }
  }
}
