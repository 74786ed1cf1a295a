import ReduxInspection
import ReduxJournal
import ReduxLogTool
import ReduxNotation
import StateTree

/// A parser of untrusted input. It accepts any bytes, and reports how their handling went wrong, unless it traps.
package enum InputTarget: String, CaseIterable, Sendable {
  /// A journal as its lines without checksums. The target adds them, because readers reject changed lines otherwise.
  case reader
  /// A JSON text.
  case json
  /// A JSON Pointer.
  case pointer
  /// A document, a line end, and a patch of it.
  case patch
  /// A command-line argument that names a journal and a state.
  case revision

  /// Processes an input.
  ///
  /// - Returns: The mistake; `nil` if there is none.
  package func take(_ input: [UInt8]) -> String? {
    switch self {
    case .reader: JournalInput.take(input)
    case .json: JSONInput.take(input)
    case .pointer: takePointer(String(decoding: input, as: UTF8.self))
    case .patch: PatchInput.take(input)
    case .revision: takeRevision(String(decoding: input, as: UTF8.self))
    }
  }

  private func takePointer(_ text: String) -> String? {
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
    // Drop scalars, because the character after the @ may combine with it.
    let rest = String(text.unicodeScalars.dropFirst(2))
    guard let selection = try? JournalArgument.Selection(parsing: rest, times: .utc) else { return nil }
    return selection == argument.selection ? nil : "is \(argument.selection) as a whole, \(selection) as a part"
  }
}
