import CommandLineKit
import ReduxReplay

extension Verification {
  /// The result as a test.
  var test: JUnitReport.Test {
    var divergent: JUnitReport.Problem?
    var error: JUnitReport.Problem?
    switch outcome {
    case .diverged(let divergence):
      let details =
        ["\(place(divergence.path, divergence.line))\(divergence.message)"] + divergence.details(file: path)
        + report.divergenceLines.map(\.plain)
      divergent = JUnitReport.Problem(type: status, message: divergence.message, details: details)
    case .impure(let impurity):
      divergent = JUnitReport.Problem(
        type: status, message: impurity.message,
        details: ["\(place(impurity.file, impurity.line))\(impurity.message)"] + impurity.details)
    default:
      guard let failure else { break }
      let details =
        ["\(place(failure.file ?? path, failure.line))\(failure.message)"] + [failure.advice].compactMap(\.self)
      error = JUnitReport.Problem(type: status, message: failure.message, details: details)
    }
    return JUnitReport.Test(
      path: path, failure: divergent, error: error,
      warnings: warnings.map { "\(place($0.segment ?? path, $0.line))warning: \($0.message)" })
  }

  private func place(_ path: String, _ line: Int?) -> String { line.map { "\(path):\($0): " } ?? "\(path): " }
}
