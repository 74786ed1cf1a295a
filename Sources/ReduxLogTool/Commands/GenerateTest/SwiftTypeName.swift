import CommandLineKit
import ReduxJournal

/// The name by which another module's code refers to an app's type.
struct SwiftTypeName: Hashable {
  let module: String
  /// The name in the module: `CartApp`, or `Cart.App`.
  let name: String

  /// - Parameters:
  ///   - reflected: The type's name with its module, as `String(reflecting:)` writes it.
  ///   - file: A journal of the app.
  /// - Throws: `CommandFailure` for a type that no other file can name.
  init(_ reflected: String, ofAppIn file: JournalFile) throws(CommandFailure) {
    guard !reflected.contains("("), let dot = reflected.firstIndex(of: ".") else {
      throw CommandFailure(
        "the app '\(file.header.app.name)' is a private type, so no test can name it", file: file.path,
        advice: "Declare it without 'private', at least with the module's own access.")
    }
    module = String(reflected[..<dot])
    name = String(reflected[reflected.index(after: dot)...])
  }
}
