import ReduxJournal
import StateTree

/// Writes hostile journals: arbitrary lines with correct checksums.
package struct JournalForge {
  /// The journal's id.
  package static let journal = "0123456789abcdef0123456789abcdef"

  package private(set) var bytes: [UInt8] = []
  /// The offset of the last line with a state.
  private var snapshot = 0
  private var sum: ChainSum?
  /// The seq of the last state.
  package private(set) var seq = 0
  /// The number of lines.
  package private(set) var lines = 0

  /// Creates an empty file.
  package init() {}

  /// The offset of the next line.
  package var offset: Int { bytes.count }

  /// Adds a line without the end of its object, and completes it with its checksum.
  package mutating func line(_ start: [UInt8]) {
    if let sum {
      self.sum = sum.next(over: start)
    } else {
      var hash = ChainSum.hash(startOf: JournalID(JournalForge.journal) ?? .random())
      hash.update(start)
      sum = ChainSum(hash)
    }
    bytes += start
    sum?.appendSuffix(to: &bytes)
    lines += 1
  }

  /// Adds a line without the end of its object, and completes it with its checksum.
  package mutating func line(_ start: String) { line(Array(start.utf8)) }

  /// Continues after a line of another file with this checksum.
  package mutating func begin(after sum: String, seq: Int) {
    self.sum = ChainSum(digits: sum.utf8)
    self.seq = seq
  }

  /// Adds bytes unchanged.
  package mutating func raw(_ bytes: [UInt8]) {
    self.bytes += bytes
    lines += bytes.count { $0 == 0x0a }
  }

  /// Removes the last bytes.
  package mutating func drop(_ count: Int) { bytes.removeLast(count) }

  /// Adds a header; `changes` replace parts of it.
  package mutating func header(_ changes: (String, String)..., session: Int = 1) {
    var text =
      #"{"kind":"header","seq":\#(seq),"format":1,"journal":"\#(JournalForge.journal)","session":\#(session),"#
      + #""app":{"name":"json"},"hash":"siphash-tree/1","started":"2026-01-01T10:00:00.123456Z","detail":"full","#
      + #""rules":{},"context":{},"platform":"linux""#
    for (part, other) in changes { text = text.replacing(part, with: other) }
    line(text)
  }

  /// Adds a snapshot of the first state, or of the last one again.
  package mutating func state(_ json: String = "{}", at: Int = 0, more: String = "") {
    let hash = (try? JSONValue(parsing: json).stateHash.description) ?? String(repeating: "0", count: 32)
    snapshot = offset
    line(#"{"kind":"snapshot","seq":\#(seq),"at":\#(at),"state":\#(json),"hash":"\#(hash)"\#(more)"#)
  }

  /// Adds an action of the app `json` without a state hash, with the further members `more`.
  package mutating func action(
    _ json: String, type: String = "merge", at: Int = 1, more: String = "", hasBase: Bool = true
  ) {
    seq += 1
    let base = hasBase ? #","base":\#(offset - snapshot)"# : ""
    line(
      #"{"kind":"action","seq":\#(seq),"at":\#(at),"type":"\#(type)","action":\#(json),"unhashed":"forged""#
        + more + base)
  }

  /// Adds a rewind; by default with the hash of an empty object.
  package mutating func rewind(to: Int, hash: String = JournalForge.empty) {
    seq += 1
    line(#"{"kind":"rewind","seq":\#(seq),"at":1,"to":\#(to),"hash":"\#(hash)""#)
  }

  /// Adds any other record after the last state.
  package mutating func record(_ kind: String, _ members: String) {
    line(#"{"kind":"\#(kind)","seq":\#(seq),\#(members)"#)
  }

  /// The hash of an empty object.
  package static let empty = JSONValue.object(JSONObject()).stateHash.description
}
