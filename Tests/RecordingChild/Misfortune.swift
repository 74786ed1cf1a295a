/// What can happen in a reducer that comes to no good end.
package enum Misfortune: String, Codable, CaseIterable, Sendable {
  case trap
  case fatalError
  case stack
  case hang
  /// It returns, but only after a while.
  case slow
  case exit
  case throwing

  /// The variable that keeps all of them from happening, if it is `off`: so a journal gets actions that have yet to
  /// strike.
  package static let variable = "MISFORTUNES"

  private struct Refusal: Error {}

  /// Lets it happen.
  func strike() throws {
    guard Platform.variable(Misfortune.variable) != "off" else { return }
    switch self {
    case .trap: _ = [1, 2][Platform.processNumber]
    case .fatalError: Swift.fatalError("as ordered")
    case .stack: _ = Misfortune.depth(Platform.processNumber)
    case .hang: while true { Platform.sleep(milliseconds: 10) }
    case .slow: Platform.sleep(milliseconds: 300)
    case .exit: Platform.exitProcess(5)
    case .throwing: throw Refusal()
    }
  }

  /// Calls itself more often than any stack can bear.
  private static func depth(_ number: Int) -> Int {
    number < 0 ? 0 : depth(number + 1) ^ depth(number + 2)
  }
}
