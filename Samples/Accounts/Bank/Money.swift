/// An amount of euros, encoded as a number of cents.
public struct Money: Hashable, Comparable, Sendable {
  /// The amount in cents; negative for debts and expenses.
  public var cents: Int

  /// Creates an amount from cents.
  public init(cents: Int) {
    self.cents = cents
  }

  /// Parses user input: `12`, `12.5`, `12.50`, or `12,50`; `nil` for anything else, including negative amounts.
  public init?(typed text: String) {
    let parts = text.split(omittingEmptySubsequences: false) { $0 == "." || $0 == "," }
    guard
      parts.count <= 2, parts.allSatisfy({ !$0.isEmpty && $0.utf8.allSatisfy { (48...57).contains($0) } }),
      let euros = parts.first.flatMap({ Int($0) }), euros < 1_000_000_000
    else { return nil }
    guard parts.count == 2 else {
      self.init(cents: euros * 100)
      return
    }
    guard parts[1].count <= 2, let fraction = Int(parts[1]) else { return nil }
    self.init(cents: euros * 100 + (parts[1].count == 1 ? fraction * 10 : fraction))
  }

  /// Compares two amounts.
  public static func < (left: Money, right: Money) -> Bool {
    left.cents < right.cents
  }

  /// Adds two amounts.
  public static func + (left: Money, right: Money) -> Money {
    Money(cents: left.cents + right.cents)
  }

  /// Subtracts the second amount from the first.
  public static func - (left: Money, right: Money) -> Money {
    Money(cents: left.cents - right.cents)
  }
}

extension Money: Codable {
  /// Decodes a number of cents.
  public init(from decoder: any Decoder) throws {
    cents = try decoder.singleValueContainer().decode(Int.self)
  }

  /// Encodes the number of cents.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(cents)
  }
}
