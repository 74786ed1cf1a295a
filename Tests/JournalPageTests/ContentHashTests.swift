import Expectations
import Testing

@testable import ReduxViews

/// The vectors of FIPS 180-4, in Base64.
struct ContentHashTests {
  @Test(arguments: [
    ("", "47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU="),
    ("abc", "ungWv48Bz+pBQUDeXa4iI7ADYaOWF3qctBD/YfIAFa0="),
    (
      "abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq", "JI1qYdIGOLjlwCaTDD5gOaM85Flk/yFn9uzt1BnbBsE="
    ),
    ("a million times a", "zcduXJkU+5KBocfihNc+Z/GAmkiklyAOBG05zMcRLNA="),
  ])
  func vectors(text: String, digest: String) {
    let text = text.hasPrefix("a million") ? String(repeating: "a", count: 1_000_000) : text
    expectEqual("\(ContentHash(of: text.utf8))", "'sha256-\(digest)'")
  }
}
