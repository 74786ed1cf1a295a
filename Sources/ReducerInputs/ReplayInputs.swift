import StateTree

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The time, ids and random numbers for a reducer, which are the same whenever the action is reduced again.
///
///     case .add(let title):
///       state.items.append(Item(id: ReplayInputs.uuid(), title: title, added: ReplayInputs.now))
///
/// A recorder whose options declare inputs draws a time and a seed for each action, before the reducer runs, and writes
/// both. A replay gives the reducer the same values, also if other actions are left out.
///
/// Call it in the reducer, on the thread that reduces. Elsewhere, and in sessions that don't declare inputs, the values
/// are the system's; a recorder reports such a use once.
///
/// **Never make a secret of these values**, such as a key, a token or a password: whoever has the journal can compute
/// them.
///
/// `docs/reference/journal-format.md` defines the algorithms, with vectors. They never change, unlike those of the
/// standard library.
public enum ReplayInputs {
  /// The time before the reducer ran, to the microsecond. It stays the same while the reducer runs.
  public static var now: Date {
    guard let inputs = InputScope.current?.use() else { return Date() }
    return Date(timeIntervalSince1970: Double(inputs.now) / 1_000_000)
  }

  /// A new id: a UUID of version 4.
  public static func uuid() -> UUID {
    guard let block = InputScope.current?.nextBlock() else { return UUID() }
    func byte(_ index: UInt64) -> UInt8 {
      UInt8(truncatingIfNeeded: (index < 8 ? block.low : block.high) &>> (8 &* (index & 7)))
    }
    return UUID(
      uuid: (
        byte(0), byte(1), byte(2), byte(3), byte(4), byte(5), byte(6) & 0x0f | 0x40, byte(7),
        byte(8) & 0x3f | 0x80, byte(9), byte(10), byte(11), byte(12), byte(13), byte(14), byte(15)
      ))
  }

  /// A random whole number of a range that isn't empty. Each is equally likely.
  public static func random(in range: ClosedRange<Int>) -> Int {
    let first = UInt64(bitPattern: Int64(range.lowerBound))
    let count = UInt64(bitPattern: Int64(range.upperBound)) &- first &+ 1
    guard count != 0 else { return Int(truncatingIfNeeded: Generator.nextWord()) }
    var product = Generator.nextWord().multipliedFullWidth(by: count)
    // Without the words that would make some numbers likelier.
    if product.low < count {
      let excess = (0 &- count) % count
      while product.low < excess { product = Generator.nextWord().multipliedFullWidth(by: count) }
    }
    return Int(truncatingIfNeeded: first &+ product.high)
  }

  /// A random whole number of a range that isn't empty. Each is equally likely.
  public static func random(in range: Range<Int>) -> Int {
    precondition(!range.isEmpty, "an empty range has no random number")
    return random(in: range.lowerBound...(range.upperBound - 1))
  }

  /// A random number of a range that isn't empty.
  public static func random(in range: Range<Double>) -> Double {
    precondition(!range.isEmpty, "an empty range has no random number")
    let part = Double(Generator.nextWord() &>> 11) * 0x1p-53
    let value = range.lowerBound + (range.upperBound - range.lowerBound) * part
    return min(value, range.upperBound.nextDown)
  }

  /// A generator for the standard library's algorithms, such as `shuffled(using:)`.
  ///
  /// A later version of the standard library may make something else of the same words. For what must stay, use
  /// ``random(in:)-(ClosedRange<Int>)``.
  public static var generator: Generator { Generator() }

  /// A generator whose words come from the action's seed.
  public struct Generator: RandomNumberGenerator, Sendable {
    /// The next word.
    public mutating func next() -> UInt64 { Generator.nextWord() }

    static func nextWord() -> UInt64 { InputScope.current?.nextBlock()?.low ?? .random(in: 0 ... .max) }
  }
}
