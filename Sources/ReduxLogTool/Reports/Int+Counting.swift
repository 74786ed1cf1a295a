extension Int {
  /// The number with its noun: `1 action`, `2 actions`.
  func counted(_ noun: String) -> String { self == 1 ? "1 \(noun)" : "\(self) \(noun)s" }
}
