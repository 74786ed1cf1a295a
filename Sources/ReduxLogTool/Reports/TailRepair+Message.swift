import CommandLineKit
import ReduxJournal

extension TailRepair {
  /// A description of the repair; `nil` if there was none.
  var message: String? {
    switch self {
    case .none: nil
    case .lineEndAdded: "the last line had no line end; it was added"
    case .actionCompleted(let seq, let type):
      "action \(seq) (\(type)) was in flight when the process died; its line was completed as interrupted"
    case .keptInGap(let count): "the last line was cut short; its \(count) bytes are kept in a gap record"
    case .damagedLineKept(let count): "the last line was damaged; its \(count) bytes are kept in a gap record"
    }
  }
}

extension CommandContext {
  /// Warns that a journal's last line was repaired before new records.
  func warn(of repair: TailRepair, in path: String) throws {
    if let message = repair.message { try warn("\(message)", file: path) }
  }
}
