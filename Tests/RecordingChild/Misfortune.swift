import SystemSupport

/// A way in which a reducer crashes, hangs or fails.
package enum Misfortune: String, Codable, CaseIterable, Sendable {
  case trap
  case fatalError
  case stack
  case hang
  /// The reducer returns after a delay.
  case slow
  case exit
  case throwing
  /// The reducer loses a value.
  case lost

  /// The environment variable that disables misfortunes with the value `off`, to record actions that will crash later.
  package static let variable = "MISFORTUNES"

  private struct Refusal: Error {}

  /// Whether misfortunes are disabled.
  static var areOff: Bool { Platform.variable(variable) == "off" }

  /// Causes the misfortune.
  func strike() throws {
    guard !Misfortune.areOff else { return }
    switch self {
    case .trap: _ = [1, 2][Platform.processNumber]
    case .fatalError: Swift.fatalError("as ordered")
    case .stack: _ = Misfortune.depth(Platform.processNumber)
    case .hang: while true { Platform.sleep(.milliseconds(10)) }
    case .slow: Platform.sleep(.milliseconds(300))
    case .exit: Platform.exitProcess(5)
    case .throwing: throw Refusal()
    case .lost: break
    }
  }

  /// Exhausts the stack by recursion.
  private static func depth(_ number: Int) -> Int {
    number < 0 ? 0 : depth(number + 1) ^ depth(number + 2)
  }
}
