package import StateTree
import Synchronization
import SystemSupport

/// The time and the randomness that a reducer may use for one action: everything that `ReplayInputs` gives follows from them.
public struct ActionInputs: Hashable, Sendable {
  /// The time before the reducer ran, in microseconds since 1970.
  public let now: Int
  /// The sixteen bytes from which the randomness comes, as a hash has them.
  package let seed: StateHash

  /// Creates inputs.
  package init(now: Int, seed: StateHash) {
    self.now = now
    self.seed = seed
  }

  private static let key = (UInt64.random(in: 0 ... .max), UInt64.random(in: 0 ... .max))
  private static let drawn = Atomic<UInt64>(0)

  /// New inputs: the time, and a seed that no other action has.
  ///
  /// The system's random numbers, which take a system call each, only make the key of a hash that counts on.
  package static func draw() -> ActionInputs {
    var hash = SipHash(key: key)
    hash.update(drawn.add(1, ordering: .relaxed).newValue)
    return ActionInputs(now: Platform.microsecondsSince1970(), seed: hash.finalized())
  }

  /// The inputs of the reducer that runs on this thread, such as one around this one, or new ones.
  package static func currentOrDrawn() -> ActionInputs { InputScope.current?.inputs ?? draw() }

  /// The sixteen bytes with a number, of which each has the same value in every process.
  func block(_ number: UInt64) -> StateHash {
    var hash = SipHash(key: (seed.low, seed.high))
    hash.update(number)
    return hash.finalized()
  }
}
