import HostileInput
import ReduxJournal
import StateTree
import TestSupport

/// The journals that `HostileJournalTests` runs every command on.
enum HostileJournals {
  static let all = texts + references + headers + sizes + work + patches

  private static func nested(_ levels: Int) -> String {
    String(repeating: "[", count: levels) + String(repeating: "]", count: levels)
  }

  /// A value repeated with commas, up to a number of bytes.
  private static func list(_ value: String, bytes: Int) -> String {
    String(repeating: value + ",", count: max(1, bytes / (value.utf8.count + 1)) - 1) + value
  }

  /// The exit code for a journal that is too large at its full size. A debug build reads a smaller one.
  private static let refusal: Int32 = HostileRunner.scale == 1 ? 2 : 0

  private static func start(_ forge: inout JournalForge, _ state: String = "{}") {
    forge.header()
    forge.state(state)
  }

  /// A text that patches double up to the limit for copies. A long text reaches it in few steps.
  static func doubled(_ scale: Int) -> String { scale == 1 ? "some text" : String(repeating: "x", count: 400_000) }

  // MARK: Texts

  private static let texts: [HostileJournal] = [
    .fault("an action 100,000 levels deep", line: 3) { forge, _ in
      start(&forge)
      forge.action(#"{"replace":\#(nested(100_000))}"#)
    },
    .fault("a state 100,000 levels deep", line: 2) { forge, _ in
      forge.header()
      forge.state(nested(100_000))
    },
    .fault("a header 100,000 levels deep", line: 1) { forge, _ in
      forge.header((#""context":{}"#, #""context":{"a":\#(nested(100_000))}"#))
    },
    .odd("an action and a state as deep as they may be") { forge, _ in
      start(&forge, nested(512))
      forge.action(#"{"replace":\#(nested(511))}"#)
      forge.action(#"{"merge":\#(String(repeating: #"{"a":"#, count: 510))1\#(String(repeating: "}", count: 510))}"#)
    },
    .fault("a number of a million digits", line: 3) { forge, _ in
      start(&forge)
      forge.action(#"{"replace":\#(String(repeating: "7", count: 1_000_000))}"#)
    },
    .fault("a count of a million digits", line: 3) { forge, _ in
      start(&forge)
      forge.record("mark", #""to":\#(String(repeating: "7", count: 1_000_000)),"name":"m""#)
    },
    .odd("numbers of enormous and tiny exponents") { forge, _ in
      start(&forge, #"{"a":1e999999999,"b":-1e-999999999,"c":0e999999999}"#)
      forge.action(#"{"merge":{"a":10e999999998,"d":[1e-999999999,1e999999999]}}"#)
    },
    .fault("an exponent of ten digits", line: 3) { forge, _ in
      start(&forge)
      forge.action(#"{"replace":1e9999999999}"#)
    },
    .fault("a key twice", line: 3) { forge, _ in
      start(&forge)
      forge.action(#"{"merge":{"a":1,"a":2}}"#)
    },
    .fault("a key twice, once with an escape", line: 3) { forge, _ in
      start(&forge)
      forge.action(#"{"merge":{"a":1,"\u0061":2}}"#)
    },
    .fault("a record's member twice", line: 3) { forge, _ in
      start(&forge)
      forge.action(#"{"merge":{}}"#, more: #","action":{"replace":1}"#)
    },
    .odd("keys and ids that are canonically equivalent") { forge, _ in
      start(&forge, "{\"\u{e9}\":1,\"e\u{301}\":2}")
      forge.action("{\"patch\":[{\"op\":\"remove\",\"path\":\"/e\u{301}\"}]}")
      forge.action("{\"merge\":{\"\u{212b}\":1,\"\u{c5}\":2,\"A\u{30a}\":3}}")
      forge.record("mark", "\"to\":1,\"name\":\"\u{e9}\"")
      forge.record("mark", "\"to\":2,\"name\":\"e\u{301}\"")
    },
    .fault("bytes that are not UTF-8", line: 3) { forge, _ in
      start(&forge)
      forge.line(Array(#"{"kind":"mark","seq":0,"to":0,"name":""#.utf8) + [0xff, 0xc0, 0x80, 0x22])
    },
    .fault("an encoded surrogate", line: 3) { forge, _ in
      start(&forge)
      forge.line(Array(#"{"kind":"mark","seq":0,"to":0,"name":""#.utf8) + [0xed, 0xa0, 0x80, 0x22])
    },
    .fault("half of a surrogate pair", line: 3) { forge, _ in
      start(&forge)
      forge.record("mark", #""to":0,"name":"\ud800""#)
    },
    .fault("a NUL in a string", line: 3) { forge, _ in
      start(&forge)
      forge.record("mark", "\"to\":0,\"name\":\"a\u{0}b\"")
    },
    .fault("a NUL between lines", line: 3) { forge, _ in
      start(&forge)
      forge.raw([0x00, 0x0a])
    },
    .fault("a byte-order mark between lines", line: 3) { forge, _ in
      start(&forge)
      forge.raw([0xef, 0xbb, 0xbf, 0x0a])
    },
    .fault("UTF-16", line: 1) { forge, _ in
      start(&forge)
      let bytes = forge.bytes
      forge.drop(bytes.count)
      forge.raw([0xff, 0xfe] + bytes.flatMap { [$0, 0] })
    },
    .fault("CR LF", line: 3) { forge, _ in
      start(&forge)
      forge.record("mark", #""to":0,"name":"m""#)
      forge.drop(1)
      forge.raw([0x0d, 0x0a])
    },
    .fault("a million empty lines", line: 3) { forge, scale in
      start(&forge)
      forge.raw([UInt8](repeating: 0x0a, count: 1_000_000 / scale))
    },
  ]

  // MARK: References

  private static let references: [HostileJournal] = [
    .fault("a base before the file", line: 3) { forge, _ in
      start(&forge)
      forge.line(
        #"{"kind":"action","seq":1,"at":1,"type":"t","action":{"merge":{}},"unhashed":"","base":9007199254740992"#)
    },
    .fault("a base of nothing", line: 3) { forge, _ in
      start(&forge)
      forge.line(#"{"kind":"action","seq":1,"at":1,"type":"t","action":{"merge":{}},"unhashed":"","base":0"#)
    },
    .fault("a base in the middle of a line", line: 3) { forge, _ in
      start(&forge)
      forge.line(#"{"kind":"action","seq":1,"at":1,"type":"t","action":{"merge":{}},"unhashed":"","base":7"#)
    },
    .fault("a base that leads to the header", line: 3) { forge, _ in
      start(&forge)
      let base = forge.offset
      forge.line(#"{"kind":"action","seq":1,"at":1,"type":"t","action":{"merge":{}},"unhashed":"","base":\#(base)"#)
    },
    .fault("a negative base", line: 3) { forge, _ in
      start(&forge)
      forge.line(#"{"kind":"action","seq":1,"at":1,"type":"t","action":{"merge":{}},"unhashed":"","base":-1"#)
    },
    .fault("a seq that goes back", line: 5) { forge, _ in
      start(&forge)
      forge.action(#"{"merge":{}}"#)
      forge.action(#"{"merge":{}}"#)
      forge.line(#"{"kind":"action","seq":1,"at":1,"type":"t","action":{"merge":{}},"unhashed":"""#)
    },
    .fault("seqs that go up and down", line: 4) { forge, _ in
      start(&forge)
      for seq in [1, 9, 2, 8, 3, 7, 4, 6, 5] {
        forge.line(#"{"kind":"action","seq":\#(seq),"at":1,"type":"t","action":{"merge":{}},"unhashed":"""#)
      }
    },
    .fault("a seq that overflows", line: 3) { forge, _ in
      start(&forge)
      forge.line(#"{"kind":"action","seq":9223372036854775808,"at":1,"type":"t","action":1,"unhashed":"""#)
    },
    .odd("the greatest seq", code: 0) { forge, _ in
      let previous = JournalForge.empty.prefix(16)
      forge.continueFrom(seq: JournalLimits.maximumSeq, previous: String(previous))
      forge.state()
    },
    .fault("a seq beyond the greatest", line: 3) { forge, _ in
      forge.continueFrom(seq: JournalLimits.maximumSeq, previous: String(JournalForge.empty.prefix(16)))
      forge.state()
      forge.action(#"{"merge":{}}"#)
    },
    .fault("a rewind to itself", line: 3) { forge, _ in
      start(&forge)
      forge.rewind(to: 1)
    },
    .fault("a rewind to what comes later", line: 3) { forge, _ in
      start(&forge)
      forge.rewind(to: 2)
      forge.rewind(to: 1)
    },
    .fault("a state that is the same as itself", line: 4) { forge, _ in
      start(&forge)
      forge.action(#"{"merge":{}}"#)
      forge.line(#"{"kind":"snapshot","seq":2,"same-as":2,"hash":"\#(JournalForge.empty)""#)
    },
    .odd("a state that was the same as one before the first", code: 2, line: 2) { forge, _ in
      forge.header()
      forge.line(#"{"kind":"snapshot","seq":0,"same-as":0,"hash":"\#(JournalForge.empty)""#)
    },
    .odd("a rewind that lies about the state", code: 2, line: 4) { forge, _ in
      start(&forge)
      forge.action(#"{"merge":{"a":1}}"#)
      forge.rewind(to: 1)
    },
    .odd("a snapshot that lies about the state", code: 2, line: 2) { forge, _ in
      forge.header()
      forge.line(#"{"kind":"snapshot","seq":0,"state":{"a":1},"hash":"\#(JournalForge.empty)""#)
    },
    .fault("a record that must be known", line: 3) { forge, _ in
      start(&forge)
      forge.record("trap", #""must":true"#)
    },
    .fault("a seal that counts what is not there", line: 3) { forge, _ in
      start(&forge)
      forge.record("seal", #""records":9007199254740992"#)
    },
    .odd("counts that promise memory") { forge, _ in
      start(&forge)
      let most = JournalLimits.maximumSeq
      for _ in 0..<2000 { forge.record("gap", #""at":\#(most),"why":"w","missing":\#(most)"#) }
      forge.action(#"{"merge":{}}"#, at: most, more: #","us":\#(most)"#)
    },
  ]

  // MARK: Headers

  private static let headers: [HostileJournal] =
    [
      ("of format 2", #""format":1"#, #""format":2"#), ("of no format", #""format":1,"#, ""),
      ("of format -1e400", #""format":1"#, #""format":-1e400"#),
      ("of an unknown hash", "siphash-tree/1", "crc32"),
      ("with an id of other digits", JournalForge.journal, "0123456789ABCDEF0123456789ABCDEF"),
      ("of session 0", #""session":1"#, #""session":0"#),
      ("of session 2^53", #""session":1"#, #""session":9007199254740992"#),
      ("without an app's name", #"{"name":"json"}"#, "{}"),
      ("with a number for the app's name", #"{"name":"json"}"#, #"{"name":5}"#),
      ("from the year 99999", "2026-01-01", "99999-01-01"),
      ("of the 31st of February", "2026-01-01", "2026-02-31"),
      ("with a list for its context", #""context":{}"#, #""context":[]"#),
      ("of seq 1", #""seq":0"#, #""seq":1"#),
      ("that goes on from no sum", #""platform""#, #""previous":"x","platform""#),
    ].map { name, part, other in
      .fault("a header \(name)", line: 1) { forge, _ in
        forge.header((part, other))
        forge.state()
      }
    } + [
      .fault("a header whose pointers may all lead to one place", line: 1) { forge, scale in
        let pointers = (0..<4096).map { number in
          #""\#((0..<12).map { number >> $0 & 1 == 0 ? "/a" : "/*" }.joined())/zzz""#
        }
        forge.header((#""rules":{}"#, #""rules":{"redact":[\#(pointers.joined(separator: ","))]}"#))
        let list = list("0", bytes: 1_000_000 / scale)
        forge.state(#"\#(String(repeating: #"{"a":"#, count: 12))[\#(list)]\#(String(repeating: "}", count: 12))"#)
        forge.action(#"{"merge":{}}"#)
      },
      .odd("a header with as many pointers to one place as there may be") { forge, scale in
        let pointers = (0..<16).map { number in
          #""\#((0..<5).map { number >> $0 & 1 == 0 ? "/a" : "/*" }.joined())/*/zzz""#
        }
        forge.header((#""rules":{}"#, #""rules":{"redact":[\#(pointers.joined(separator: ","))]}"#))
        let list = list("0", bytes: 1_000_000 / scale)
        forge.state(#"\#(String(repeating: #"{"a":"#, count: 5))[\#(list)]\#(String(repeating: "}", count: 5))"#)
        forge.action(#"{"merge":{}}"#)
      },
      .fault("a header of a million names", line: 1) { forge, scale in
        let names = (0..<1_000_000 / min(scale, 15)).map { #""n\#($0)""# }.joined(separator: ",")
        forge.header((#""rules":{}"#, #""rules":{"names":[\#(names)]}"#))
        forge.state()
      },
      .fault("a header of a million pointers", line: 1) { forge, scale in
        let pointers = (0..<1_000_000 / min(scale, 15)).map { #""/a\#($0)""# }.joined(separator: ",")
        forge.header((#""rules":{}"#, #""rules":{"allow":[\#(pointers)]}"#))
        forge.state()
      },
      .fault("a second header of another journal", line: 3) { forge, _ in
        start(&forge)
        forge.header((JournalForge.journal, JournalForge.empty), session: 2)
      },
      .odd("an app that nobody knows", code: 3, line: 1) { forge, _ in
        forge.header((#""json""#, #""../../etc/passwd""#))
        forge.state()
      },
      .odd("times at the ends of what can be said") { forge, _ in
        forge.header(("2026-01-01T10:00:00.123456Z", "9999-12-31T23:59:59.999999Z"))
        forge.state(at: JournalLimits.maximumSeq)
        for at in [JournalLimits.maximumSeq, 0, JournalLimits.maximumSeq, 1] { forge.action(#"{"merge":{}}"#, at: at) }
        forge.header(("2026-01-01T10:00:00.123456Z", "0001-01-01T00:00:00.000000Z"), session: 2)
        forge.action(#"{"merge":{}}"#, at: JournalLimits.maximumSeq)
      },
    ]

  // MARK: Sizes

  private static let limit = HostileRunner.maximumLineBytes

  private static let sizes: [HostileJournal] =
    [
      .fault("a line a byte longer than the limit", line: 3) { forge, _ in
        start(&forge)
        let text = #""to":0,"name":""#
        forge.record("mark", text + String(repeating: "x", count: limit - 23 - 27 - text.utf8.count) + #"""#)
      },
      .odd("a line as long as the limit") { forge, scale in
        start(&forge)
        let text = #""to":0,"name":""#
        forge.record("mark", text + String(repeating: "x", count: limit / scale - 24 - 27 - text.utf8.count) + #"""#)
      },
      .odd("a last line without end, as long as the limit", line: 3) { forge, scale in
        start(&forge)
        let text = #"{"kind":"action","seq":1,"at":1,"type":"t","action":1,"#
        forge.raw(Array(text.utf8) + [UInt8](repeating: UInt8(ascii: "["), count: limit / scale - text.utf8.count - 1))
      },
      .odd("a last line without end, of members without number", line: 3) { forge, scale in
        start(&forge)
        let text = #"{"kind":"action","seq":1,"at":1,"type":"t","action":1"#
        forge.raw(Array((text + String(repeating: #","":1"#, count: 1_000_000 / scale)).utf8))
      },
      .odd("a million keys in an action", code: refusal, line: refusal == 0 ? nil : 3) { forge, scale in
        start(&forge)
        let members = (0..<1_000_000 / scale).map { #""k\#($0)":0"# }.joined(separator: ",")
        forge.action(#"{"merge":{\#(members)}}"#)
      },
      .fault("a million keys, the last of them twice", line: 3) { forge, scale in
        start(&forge)
        let members = (0..<1_000_000 / scale).map { #""k\#($0)":0"# }.joined(separator: ",")
        forge.action(#"{"merge":{\#(members),"k0":1}}"#)
      },
      .odd("200,000 changed members") { forge, scale in
        start(&forge)
        let members = (0..<200_000 / scale).map { #""/~0~1k\#($0)":null"# }.joined(separator: ",")
        forge.action(#"{"merge":{}}"#, more: #","changed":{\#(members)}"#)
      },
      .odd("an action that changed a pointer of a million steps", code: 2, line: 3) { forge, scale in
        start(&forge)
        let pointer = String(repeating: "/a", count: 1_000_000 / scale)
        forge.action(
          #"{"patch":[{"op":"remove","path":"\#(pointer)"}]}"#, more: #","error":"e","changed":{"\#(pointer)":null}"#)
      },
    ]
    + [
      ("numbers", "0"), ("empty strings", #""""#), ("lists", "[]"), ("lists of one", "[0]"), ("objects", #"{"":0}"#),
      ("short texts", #""0123456789abcdef""#), ("nested objects", #"{"a":{"b":[0,{}]}}"#),
    ].flatMap { name, value -> [HostileJournal] in
      [
        .odd("a line of tiny values in an action: \(name)", code: refusal, line: refusal == 0 ? nil : 3) {
          forge, scale in
          start(&forge)
          forge.action(#"{"replace":[\#(list(value, bytes: 15_000_000 / scale))]}"#)
          forge.action(#"{"merge":{}}"#)
        },
        .odd("a line of tiny values in a state: \(name)", code: refusal, line: refusal == 0 ? nil : 2) { forge, scale in
          start(&forge, #"[\#(list(value, bytes: 15_000_000 / scale))]"#)
          forge.action(#"{"patch":[{"op":"replace","path":"/0","value":7}]}"#)
        },
      ]
    } + [
      .odd("a line of tiny values in a member that nobody knows", code: refusal, line: refusal == 0 ? nil : 3) {
        forge, scale in
        start(&forge)
        forge.record("mark", #""to":0,"name":"m","more":[\#(list("0", bytes: 15_000_000 / scale))]"#)
      },
      .odd("a line of tiny values in a header", code: refusal, line: refusal == 0 ? nil : 1) { forge, scale in
        forge.header((#""context":{}"#, #""context":{"a":[\#(list("0", bytes: 15_000_000 / scale))]}"#))
        forge.state()
      },
      .odd("20,000 snapshots of one state") { forge, scale in
        start(&forge)
        for _ in 0..<20_000 / scale { forge.state() }
      },
      .odd("20,000 sessions") { forge, scale in
        start(&forge)
        for session in 0..<20_000 / scale { forge.header(session: session + 2) }
      },
      .odd("100,000 marks before there is a state") { forge, scale in
        forge.header()
        for mark in 0..<100_000 / scale { forge.record("mark", #""to":0,"name":"m\#(mark)""#) }
        forge.state()
        for _ in 0..<100 { forge.action(#"{"merge":{}}"#) }
      },
      .odd("20,000 gaps and as many types") { forge, scale in
        start(&forge)
        for count in 0..<20_000 / scale {
          forge.record("gap", #""why":"w""#)
          forge.action(#"{"merge":{}}"#, type: "type\(count)")
        }
      },
    ]

  /// Nested lists of three around many numbers, with this last number.
  private static func deep(_ last: String, others: String = "0", _ scale: Int) -> String {
    let large = "[\(list(others, bytes: 800_000 / scale)),\(last)]"
    return String(repeating: "[7,", count: 500) + large + String(repeating: ",8]", count: 500)
  }

  // MARK: Work

  private static let work: [HostileJournal] = [
    .odd("20,000 rewinds to rewinds") { forge, scale in
      start(&forge)
      for seq in 0..<20_000 / scale { forge.rewind(to: seq) }
    },
    .odd("5,000 actions, and as many rewinds to random ones of them", code: refusal) { forge, scale in
      start(&forge)
      var random = SeededGenerator(seed: 4)
      let count = 5000 / scale
      for _ in 0..<count { forge.action(#"{"merge":{}}"#) }
      for _ in 0..<count { forge.rewind(to: Int.random(in: 1...count, using: &random)) }
    },
    .odd("5,000 actions before a snapshot, and as many rewinds to random ones of them behind it", code: refusal) {
      forge, scale in
      start(&forge)
      var random = SeededGenerator(seed: 6)
      let count = 5000 / scale
      for _ in 0..<count { forge.action(#"{"merge":{}}"#) }
      forge.state()
      for _ in 0..<count { forge.rewind(to: Int.random(in: 1..<count, using: &random)) }
      forge.action(#"{"merge":{}}"#)
    },
    .odd("1,000 rewinds some way back, and an action after each") { forge, scale in
      start(&forge)
      var random = SeededGenerator(seed: 5)
      let count = 1000 / scale
      for _ in 0..<count {
        forge.action(#"{"merge":{}}"#)
        forge.rewind(to: max(0, forge.seq - Int.random(in: 1...50, using: &random)))
      }
    },
    .odd("100,000 removals at the front of a list", code: min(refusal, 1)) { forge, scale in
      let count = 100_000 / scale
      start(&forge, #"[\#(list("0", bytes: count * 2))]"#)
      forge.action(#"{"patch":[\#(list(#"{"op":"remove","path":"/0"}"#, bytes: count * 28))]}"#)
    },
    .odd("100,000 removals at the front of an object", code: min(refusal, 1)) { forge, scale in
      let count = 100_000 / scale
      start(&forge, #"{\#((0..<count).map { #""k\#($0)":0"# }.joined(separator: ","))}"#)
      let operations = (0..<count).map { #"{"op":"remove","path":"/k\#($0)"}"# }.joined(separator: ",")
      forge.action(#"{"patch":[\#(operations)]}"#)
    },
    .odd("60,000 insertions at the front of a list", code: min(refusal, 1)) { forge, scale in
      start(&forge, "[]")
      let operation = #"{"op":"add","path":"/0","value":0}"#
      forge.action(#"{"patch":[\#(list(operation, bytes: 60_000 / scale * (operation.utf8.count + 1)))]}"#)
    },
    .odd("18,000 moves of a large list to a deeper place and back", code: min(refusal, 1)) { forge, scale in
      start(&forge, #"{"a":[\#(list("0", bytes: 1_000_000 / scale))],"b":{}}"#)
      let there = #"{"op":"move","from":"/a","path":"/b/c"},{"op":"move","from":"/b/c","path":"/a"}"#
      forge.action(#"{"patch":[\#(list(there, bytes: 18_000 / scale * (there.utf8.count + 1)))]}"#)
    },
    .odd("9,000 moves of a large list and back, and a change of it after each") { forge, scale in
      start(&forge, #"{"a":[\#(list("0", bytes: 1_000_000 / scale))]}"#)
      let there = #"{"op":"move","from":"/a","path":"/b"},{"op":"replace","path":"/b/0","value":1}"#
      let back = #"{"op":"move","from":"/b","path":"/a"},{"op":"replace","path":"/a/0","value":2}"#
      let operations = there + "," + back
      forge.action(#"{"patch":[\#(list(operations, bytes: 9_000 / scale * (operations.utf8.count + 1)))]}"#)
    },
    .odd("200,000 removals by a merge") { forge, scale in
      let keys = 0..<200_000 / scale
      start(&forge, #"{\#(keys.map { #""k\#($0)":0"# }.joined(separator: ","))}"#)
      forge.action(#"{"merge":{\#(keys.map { #""k\#($0)":null"# }.joined(separator: ","))}}"#)
    },
    .odd("copies that double a document", code: 1, line: 3) { forge, scale in
      start(&forge, #"{"a":["\#(doubled(scale))"]}"#)
      let copies = list(#"{"op":"copy","from":"/a","path":"/a/-"}"#, bytes: 50 * 40)
      forge.action(#"{"patch":[\#(copies)]}"#, more: #","error":"e""#)
    },
    .odd("a test of a deep and large document that fails at its end", code: 1, line: 3) { forge, scale in
      start(&forge, deep("0", scale))
      forge.action(#"{"patch":[{"op":"test","path":"","value":\#(deep("1", scale))}]}"#)
    },
    .odd("a change at the bottom of a deep and large document") { forge, scale in
      start(&forge, deep("0", scale))
      forge.action(#"{"patch":[{"op":"replace","path":"\#(String(repeating: "/1", count: 500))/0","value":1}]}"#)
      forge.action(#"{"replace":\#(deep("2", scale))}"#)
    },
    .odd("a change of every number in a deep and large document") { forge, scale in
      start(&forge, deep("0", scale))
      forge.action(#"{"replace":\#(deep("1", others: "1", scale))}"#)
    },
    .odd("6 actions of a text of 15 MB each") { forge, scale in
      start(&forge)
      for count in 1...6 {
        forge.action(#"{"replace":"\#(String(repeating: "x", count: 15_000_000 / scale + count))"}"#)
      }
    },
    .odd("15,000 additions to the bottom of a deep document", code: refusal) { forge, scale in
      start(&forge, String(repeating: "[", count: 500) + String(repeating: "]", count: 500))
      let operation = #"{"op":"add","path":"\#(String(repeating: "/0", count: 499))/-","value":0}"#
      forge.action(#"{"patch":[\#(list(operation, bytes: 15_000 / scale * (operation.utf8.count + 1)))]}"#)
    },
    .odd("a test of a large document that fails at its end", code: 1, line: 3) { forge, scale in
      let values = list("0", bytes: 800_000 / scale)
      start(&forge, "[\(values)]")
      forge.action(#"{"patch":[{"op":"test","path":"","value":[\#(values),1]}]}"#)
    },
  ]
}

extension JournalForge {
  /// A header that continues another file.
  fileprivate mutating func continueFrom(seq: Int, previous: String) {
    begin(after: previous, seq: seq)
    header((#""platform":"linux""#, #""platform":"linux","previous":"\#(previous)""#))
  }
}
