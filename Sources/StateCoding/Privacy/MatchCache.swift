@_spi(Kernel) import StateTree

/// The effects of the short keys that a session met last in places where rules look at each key.
struct MatchCache: ~Copyable {
  private static let bits: UInt64 = 6
  private var entries = Stack<(key: ShortText?, match: SecretNames.Match)>()

  /// The effect of a key on its value.
  mutating func match(_ key: String, under rules: RuleSet) -> SecretNames.Match {
    guard let short = ShortText(key) else { return rules.names.match(key) }
    while entries.count < 1 << MatchCache.bits { entries.append((nil, .none)) }
    let index = Int(truncatingIfNeeded: KeyFingerprint(short).number &>> (64 - MatchCache.bits))
    if entries.elements[index].key == short { return entries.elements[index].match }
    entries.elements[index] = (short, rules.names.match(key))
    return entries.elements[index].match
  }
}
