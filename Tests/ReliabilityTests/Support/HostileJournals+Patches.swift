import HostileInput

/// Self-contained journals, of an app that the tool contains and of an unknown one.
extension HostileJournals {
  static let patches: [HostileJournal] = ["json", "nobody's"].flatMap { app -> [HostileJournal] in
    return [
      .fault("a patch of \(app) that is no list", line: 3) { forge, _ in
        start(&forge, app, "{}")
        forge.action(#"{"merge":{}}"#, more: #","patch":{}"#)
      },
      .odd("a patch of \(app) that is no patch", code: 2, line: 3) { forge, _ in
        start(&forge, app, "{}")
        forge.action(#"{"merge":{}}"#, more: #","patch":[{"op":"test","path":"/a","value":1}]"#)
      },
      .odd("patches of \(app) that double a document", code: 2, line: 3) { forge, scale in
        start(&forge, app, #"{"a":["\#(doubled(scale))"]}"#)
        let copies = list(#"{"op":"copy","from":"/a","path":"/a/-"}"#, count: 50)
        forge.action(#"{"merge":{}}"#, more: #","patch":[\#(copies)]"#)
      },
      .odd("a patch of \(app) that grows a document with each action", code: app == "json" ? 0 : 3) { forge, scale in
        start(&forge, app, #"{"a":["some text"]}"#)
        for _ in 0..<5_000 / scale {
          forge.action(#"{"merge":{}}"#, more: #","patch":[{"op":"copy","from":"/a/0","path":"/a/-"}]"#)
        }
      },
      .odd("5,000 rewinds of \(app) far back, and no whole state", code: app == "json" ? 2 : 3) { forge, scale in
        start(&forge, app, "{}", more: #","whole":false"#)
        let count = 5000 / scale
        for _ in 0..<count { forge.action(#"{"merge":{}}"#, more: #","patch":[]"#, hasBase: false) }
        for number in 0..<count {
          forge.rewind(to: number * 7 % count)
          forge.action(#"{"merge":{}}"#, more: #","patch":[]"#, hasBase: false)
        }
      },
      .odd("a patch of \(app) that replaces a large document often", code: app == "json" ? 0 : 3) { forge, scale in
        start(&forge, app, "[]")
        let document = "[\(list("0", count: 300_000 / scale))]"
        for _ in 0..<5 {
          forge.action(
            #"{"merge":{}}"#, more: #","patch":[{"op":"replace","path":"","value":\#(document)}]"#)
        }
      },
    ]
  }

  private static func start(_ forge: inout JournalForge, _ app: String, _ state: String, more: String = "") {
    forge.header((#""rules""#, #""states":"patches","rules""#), (#"{"name":"json"}"#, #"{"name":"\#(app)"}"#))
    forge.state(state, more: more)
  }

  private static func list(_ value: String, count: Int) -> String {
    [String](repeating: value, count: count).joined(separator: ",")
  }
}
