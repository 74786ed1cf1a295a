import Foundation

/// A handwritten baseline: decodes the actions in a file's lines with `JSONDecoder` and reduces them.
///
/// It checks nothing and skips lines that don't start like an action.
struct NaiveReplayer {
  /// The needed part of a line.
  private struct Record: Decodable {
    var action: TodoAction
  }

  private let decoder = JSONDecoder()

  /// Reduces the actions of a journal.
  ///
  /// - Throws: `CocoaError` if it can't be read, `DecodingError` if it isn't a journal.
  func replay(path: String) throws -> TodoState {
    let start = Array(#"{"kind":"action""#.utf8)
    var state = TodoState()
    // Use raw bytes, because splitting `Data` would be most of the work.
    try Data(contentsOf: URL(fileURLWithPath: path)).withUnsafeBytes { text in
      for line in text.split(separator: UInt8(ascii: "\n")) where line.starts(with: start) {
        TodoState.reduce(&state, try decoder.decode(Record.self, from: Data(line)).action)
      }
    }
    return state
  }
}
