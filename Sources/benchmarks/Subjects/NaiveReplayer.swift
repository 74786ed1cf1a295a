import Foundation

/// What one would write by hand: the file's lines, `JSONDecoder` for the actions in them, and the reducer. Nothing is
/// checked, and what is no action is left out by a look at how its line begins.
struct NaiveReplayer {
  /// A line, as far as it is needed.
  private struct Record: Decodable {
    var action: TodoAction
  }

  private let decoder = JSONDecoder()

  /// Folds the actions of a journal.
  ///
  /// - Throws: `CocoaError` if it can't be read, `DecodingError` if it is no journal.
  func replay(path: String) throws -> TodoState {
    let start = Array(#"{"kind":"action""#.utf8)
    var state = TodoState()
    // Over bare bytes, because taking `Data` apart would be most of the work.
    try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { text in
      for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: start) {
        TodoState.reduce(&state, try decoder.decode(Record.self, from: Data(line)).action)
      }
    }
    return state
  }
}
