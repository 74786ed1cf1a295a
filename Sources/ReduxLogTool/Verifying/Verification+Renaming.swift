import CommandLineKit
import ReduxReplay

extension Verification {
  /// Gives the journal another name, wherever the result mentions its file.
  mutating func rename(_ name: String) {
    func rename(_ file: inout String) { if file == path { file = name } }
    func rename(_ failure: inout CommandFailure) { if failure.file == path { failure.file = name } }
    switch outcome {
    case .ok, .intact, .unproven: break
    case .diverged(var divergence):
      rename(&divergence.path)
      outcome = .diverged(divergence)
    case .impure(var impurity):
      rename(&impurity.file)
      outcome = .impure(impurity)
    case .schema(var failure):
      rename(&failure)
      outcome = .schema(failure)
    case .failed(var failure):
      rename(&failure)
      outcome = .failed(failure)
    case .crashed(var crash):
      rename(&crash.path)
      rename(&crash.file)
      outcome = .crashed(crash)
    }
    path = name
  }
}
