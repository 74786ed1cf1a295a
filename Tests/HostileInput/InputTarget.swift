import ReduxJournal
import ReduxLogTool
import StateTree

/// What takes input of others. Each takes any bytes at all, and tells what is wrong with how they were taken; a trap
/// tells it by itself.
package enum InputTarget: String, CaseIterable, Sendable {
  /// A whole journal, given as its lines without their sums, which are put right: else no changed line would be read.
  case reader
  /// A JSON text.
  case json
  /// A JSON Pointer.
  case pointer
  /// A document, a line end, and a patch of it.
  case patch
  /// What the command line names a journal and a state in it with.
  case revision

  /// Takes an input.
  ///
  /// - Returns: What is wrong; `nil` if all is as it should be.
  package func take(_ input: [UInt8]) -> String? {
    switch self {
    case .reader: JournalInput.take(input)
    case .json: JSONInput.take(input)
    case .pointer: takeRevisioner(String(decoding: input, as: UTF8.self))
    case .patch: PatchInput.take(input)
    case .revision: takeRevision(String(decoding: input, as: UTF8.self))
    }
  }

  private func takeRevisioner(_ text: String) -> String? {
    guard let pointer = try? JSONPointer(text) else { return nil }
    guard pointer.description.utf8.elementsEqual(text.utf8) else { return "is written as \(pointer)" }
    let document: JSONValue = ["a": ["b": [0, 1, ["": 2]]], "": 1, "~": [[]], "/": nil]
    let value = document[pointer]
    var copy = document
    let isReplaced = (try? JSONPatch([.replace(pointer, 7)]).apply(to: &copy)) != nil
    guard isReplaced == (value != nil) else { return "leads to \(value as Any), but can be replaced: \(isReplaced)" }
    return isReplaced && copy[pointer] != 7 ? "was replaced, and is \(copy[pointer] as Any)" : nil
  }

  private func takeRevision(_ text: String) -> String? {
    let argument = try? JournalArgument(parsing: text, times: .utc) { $0 == "j" }
    guard text.utf8.starts(with: "j@".utf8), let argument else { return nil }
    guard argument.path == "j" else { return "is the file \(argument.path)" }
    // Scalars: what follows the sign may join it into one character.
    let rest = String(text.unicodeScalars.dropFirst(2))
    guard let selection = try? JournalArgument.Selection(parsing: rest, times: .utc) else { return nil }
    return selection == argument.selection ? nil : "is \(argument.selection) as a whole, \(selection) as a part"
  }
}
