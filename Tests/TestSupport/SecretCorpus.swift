/// Texts that are secrets and texts that are not, under the names that apps give them.
///
/// Every secret is composed at run time from random parts, so that no source file contains text in the form of a key.
package struct SecretCorpus: Sendable {
  /// A text under a name.
  package struct Sample: Sendable, CustomStringConvertible {
    package var name: String
    package var text: String
    /// The part of the text that must not be written; empty for a harmless text.
    package var secret: String

    package var description: String { "\(name): \(text)" }
  }

  /// 500 secrets under names that identify them.
  package let named: [Sample]
  /// 500 secrets under neutral names, in forms that identify them.
  package let shaped: [Sample]
  /// 1,000 harmless texts.
  package let harmless: [Sample]

  /// The list that the default rules were tuned on.
  package static let tuned = SecretCorpus(
    seed: 13, names: tunedNames, shapes: tunedShapes, neutralNames: tunedNeutralNames, harmless: tunedHarmless)

  /// A list that was written before the default rules, and that they were not tuned on.
  package static let heldOut = SecretCorpus(
    seed: 31, names: heldOutNames, shapes: heldOutShapes, neutralNames: heldOutNeutralNames, harmless: heldOutHarmless)

  /// Writes a text and returns the secret part of it.
  typealias Shape = @Sendable (inout SecretTexts) -> (text: String, secret: String)
  /// Writes a harmless text.
  typealias Harmless = (names: [String], text: @Sendable (inout SecretTexts) -> String)

  private init(seed: UInt64, names: [String], shapes: [Shape], neutralNames: [String], harmless: [Harmless]) {
    var texts = SecretTexts(seed: seed)
    named = (0..<500).map { index in
      let secret = texts.namedSecret()
      return Sample(name: names[index % names.count], text: secret, secret: secret)
    }
    shaped = (0..<500).map { index in
      let (text, secret) = shapes[index % shapes.count](&texts)
      return Sample(name: neutralNames[index % neutralNames.count], text: text, secret: secret)
    }
    self.harmless = (0..<1000).map { index in
      let (names, text) = harmless[index % harmless.count]
      return Sample(name: names[index / harmless.count % names.count], text: text(&texts), secret: "")
    }
  }
}

/// A source of random texts.
struct SecretTexts {
  static let digits = Array("0123456789")
  static let hexDigits = Array("0123456789abcdef")
  static let letters = Array("abcdefghijklmnopqrstuvwxyz")
  static let capitals = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZ")
  static let letterDigits = letters + capitals + digits
  static let base64 = letterDigits + Array("+/")
  static let base64URL = letterDigits + Array("-_")
  static let words = [
    "the", "garden", "keeps", "an", "old", "token", "of", "summer", "and", "pass", "through", "it", "slowly", "every",
    "secret", "path", "leads", "to", "water", "authors", "walk", "here", "with", "their", "notes", "over", "morning",
    "coffee", "pins", "on", "map", "seed", "trays", "in", "rows", "bearer", "bonds", "fell", "again", "today",
  ]

  private var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func pick<Element>(_ elements: [Element]) -> Element {
    elements[Int.random(in: 0..<elements.count, using: &generator)]
  }

  mutating func number(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &generator) }

  mutating func random(_ count: Int, of characters: [Character]) -> String {
    String((0..<count).map { _ in pick(characters) })
  }

  mutating func hex(_ count: Int) -> String { random(count, of: SecretTexts.hexDigits) }

  mutating func uuid() -> String { "\(hex(8))-\(hex(4))-4\(hex(3))-a\(hex(3))-\(hex(12))" }

  mutating func prose(_ count: Int) -> String {
    let words = (0..<count).map { _ in pick(SecretTexts.words) }
    return words.joined(separator: " ").capitalizedFirst + "."
  }

  /// Text that only its name shows to be a secret: what people type, codes and keys.
  mutating func namedSecret() -> String {
    switch number(0...5) {
    case 0: pick(["hunter", "sesame", "trustno", "letmein", "dragon"]) + "\(number(2...9_999))"
    case 1: random(6, of: SecretTexts.digits)
    case 2: hex(32)
    case 3: random(40, of: SecretTexts.base64URL)
    case 4: "\(pick(SecretTexts.words))-\(pick(SecretTexts.words))-\(number(10...99))!"
    default: random(12, of: SecretTexts.letterDigits)
    }
  }

  /// A JSON Web Token: two encoded objects and a signature.
  mutating func webToken() -> String {
    let header = "ey" + "J" + random(33, of: SecretTexts.letterDigits)
    return header + ".ey" + "J" + random(number(40...160), of: SecretTexts.base64URL) + "."
      + random(43, of: SecretTexts.base64URL)
  }

  /// A block of text armour with a label.
  mutating func block(_ label: String) -> String {
    let lines = (0..<number(3...12)).map { _ in random(64, of: SecretTexts.base64) }
    return "-----BEGIN \(label)-----\n\(lines.joined(separator: "\n"))\n-----END \(label)-----\n"
  }
}

extension String {
  fileprivate var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
