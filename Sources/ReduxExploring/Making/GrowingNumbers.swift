import ReduxInspection
import StateTree

/// The numbers at a place in the payloads of one type of action, as long as each is larger than the last one of its session, as times
/// and counters are.
struct GrowingNumbers: Codable {
  /// Fewer numbers may grow by chance.
  private static let leastSteps = 4
  private static let mostSteps = 64

  /// The distinct steps from a number to the next.
  private(set) var steps: [Double] = []
  private var stepCount = 0
  private var hasFallen = false
  /// The last number of each session, as far as they are the same.
  private var end: Double?
  private var sessionCount = 0
  private var endsDiffer = false

  /// Adds a number of a session and the next one.
  mutating func note(_ last: Double, then next: Double) {
    hasFallen = hasFallen || next <= last || !(next - last).isFinite
    guard !hasFallen else { return }
    stepCount += 1
    if steps.count < Self.mostSteps, !steps.contains(next - last) { steps.append(next - last) }
  }

  /// Adds the last number of a session.
  mutating func noteEnd(_ number: Double) {
    endsDiffer = endsDiffer || end.map { $0 != number } ?? false
    end = number
    sessionCount += 1
  }

  /// Whether new sessions may go on with larger numbers. A progress ends at the same number in each session.
  var goOn: Bool { !hasFallen && stepCount >= Self.leastSteps && (sessionCount < 2 || endsDiffer) }

  /// The number that a step leads to; `nil` if that is too large for a step to matter.
  static func number(after last: Double, by step: Double) -> JSONNumber? {
    let next = last + step
    guard next.magnitude < 0x1p53 else { return nil }
    return Int(exactly: next).map { JSONNumber($0) } ?? JSONNumber(next)
  }
}
