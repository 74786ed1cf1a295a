import ReduxJournal
import StateTree

/// A valid journal whose names and values try to be anything but text: markup, scripts, members of prototypes, bidi
/// controls, numbers without end, very long and very deep values.
package struct StrangeJournal {
  /// Texts that a page must show and never obey.
  package static let texts = [
    "</script><script>alert(1)</script>", "<img src=x onerror=alert(1)>", "<!--<script>", "]]>", "&lt;b&gt;",
    "javascript:alert(1)", "\u{202E}gnp.exe", "\u{0}\u{7}\u{1B}[31m", "{{constructor.constructor('alert(1)')()}}",
    "${alert(1)}", "\u{2028}\u{2029}",
  ]
  /// Keys that mean something to objects of JavaScript.
  package static let keys = ["__proto__", "constructor", "toString", "hasOwnProperty", "length", "", "a/b~c"]

  /// A number whose digits a double can't hold.
  package static let number = "12345678901234567890.12345678901234567890e-7"

  private let writer: JournalWriter
  private var state: JSONValue = [:]

  /// Writes the journal to a new file.
  ///
  /// - Parameters:
  ///   - path: The path of the file.
  ///   - length: The length of the long text.
  /// - Throws: `JournalError`.
  package static func write(to path: String, length: Int = 1_000_000) throws {
    var journal = StrangeJournal(writer: try JournalWriter.open(path: path))
    try journal.write(length)
    try journal.writer.close()
  }

  private init(writer: JournalWriter) { self.writer = writer }

  private mutating func write(_ length: Int) throws {
    try writer.writeHeader(
      app: AppIdentity(name: "<b>strange</b>", version: "\u{202E}1"),
      started: WallClock(microseconds: 1_770_000_000_000_000), states: "patches")
    try writer.writeSnapshot(at: 0, state: Array(state.compact.utf8), hash: state.stateHash)
    for text in StrangeJournal.texts { try set(text, .string(text), type: text, site: text) }
    for key in StrangeJournal.keys { try set(key, .object(JSONObject([(key, .string(key))])), type: "key", cause: 1) }
    if let number = JSONNumber(literal: StrangeJournal.number) { try set("number", .number(number), type: "number") }
    try set("long", .string(String(repeating: "<p>", count: length / 3)), type: "long")
    try set("deep", (0..<500).reduce(JSONValue.string("bottom")) { value, _ in [value] }, type: "deep")
    try set("refused", .null, type: "refused", error: StrangeJournal.texts[0])
    try writer.mark(at: 90, name: StrangeJournal.texts[1], text: StrangeJournal.texts[0])
    try writer.gap(at: 91, why: StrangeJournal.texts[0], missing: 1)
    try writer.writeSnapshot(at: 92, state: Array(state.compact.utf8), hash: state.stateHash, setsState: true)
    try set("last", .string("last"), type: "last")
    try writer.seal(at: 99)
  }

  /// Writes an action that sets a member of the state.
  private mutating func set(
    _ key: String, _ value: JSONValue, type: String, site: String? = nil, cause: Int? = nil, error: String? = nil
  ) throws {
    let before = state
    if error == nil, case .object(var object) = state {
      object[key] = value
      state = .object(object)
    }
    let patch = JSONPatch.diff(from: before, to: state)
    let action = JSONValue.object(JSONObject([(type, .object(JSONObject([(key, value)])))]))
    try writer.beginAction(
      ActionHead(at: writer.seq, type: type, site: site, cause: cause, action: Array(action.compact.utf8)))
    let pointer = JSONPointer(tokens: [key]).description
    try writer.finishAction(
      ActionOutcome(
        hash: state.stateHash, error: error,
        changed: error == nil ? [ChangedMember(pointer: pointer, short: value.stateHash.short)] : [],
        patch: Array(patch.json.compact.utf8)))
  }
}
