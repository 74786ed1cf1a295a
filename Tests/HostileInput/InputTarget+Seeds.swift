import StateTree

extension InputTarget {
  /// Valid inputs, from which others are derived.
  package var seeds: [[UInt8]] {
    switch self {
    case .reader: InputTarget.journals.map { Array($0.utf8) }
    case .json:
      InputTarget.journals.flatMap { $0.split(separator: "\n") }.map { Array(($0 + "}").utf8) }
        + [#" [1e-5, -0.0, "\ud83d\ude00\u0000\n", true, {"": null}] "#, String(repeating: "[", count: 600)].map {
          Array($0.utf8)
        }
    case .pointer: ["", "/", "/a/b/2/", "/~0/0/0", "/~1", "/a/b/-", "/a/b/01"].map { Array($0.utf8) }
    case .patch:
      InputTarget.patches.map { Array("\(#"{"a":{"b":[1,2,{"c":"é"}]},"d":null}"#)\n\($0)".utf8) }
    case .revision:
      [
        "j@120", "j@-1~3", "j@{2026-01-01T10:00:59.5+01:00}", "j@{+3.5s}", "j@mark..:/type", "j@h:ab12cd:/tasks/0",
        "j@1..~2", "x@y@3",
      ].map { Array($0.utf8) }
    }
  }

  private static let patches = [
    #"[{"op":"add","path":"/a/b/-","value":[]},{"op":"remove","path":"/d"}]"#,
    #"[{"op":"move","from":"/a/b/0","path":"/a/b/2"},{"op":"copy","from":"/a","path":"/a/b/1"}]"#,
    #"[{"op":"test","path":"/d","value":null},{"op":"replace","path":"","value":{"x":1e2}}]"#,
  ]

  private static let header =
    #"{"kind":"header","seq":0,"format":1,"journal":"\#(JournalForge.journal)","session":1,"app":{"name":"json"},"#
    + #""hash":"siphash-tree/1","started":"2026-01-01T10:00:00.123456Z","detail":"full","rules":{},"context":{},"#
    + #""platform":"linux""#
  private static let state = #"{"kind":"snapshot","seq":0,"at":0,"state":{},"hash":"\#(JournalForge.empty)""#

  /// Journals of the app `json`: a plain one, one with each kind of record, a truncated one, and one with two sessions.
  private static let journals: [String] = {
    let one = JSONValue.object(JSONObject([("a", 1)])).stateHash.description
    let action =
      #"{"kind":"action","seq":1,"at":40,"type":"merge","site":"a.swift:1","action":{"merge":{"a":1}},"hash":"\#(one)","#
      + #""changed":{"/a":"00ff00ff"},"us":7"#
    let other =
      #"{"kind":"action","seq":2,"at":50,"type":"patch","cause":1,"action":{"patch":[{"op":"remove","path":"/b"}]},"#
      + #""error":"operation 0 (remove /b): no member \"b\" in the document","hash":"\#(one)""#
    let inputs = #","inputs":{"now":1767261600123456,"seed":"000102030405060708090a0b0c0d0e0f"},"action":"#
    return [
      [header, state, action, other, ""],
      [
        header.replacing("siphash-tree/1", with: "siphash-tree/1+inputs"), state,
        action.replacing(#","action":"#, with: inputs), other.replacing(#","action":"#, with: inputs), "",
      ],
      [
        header, state, action, #"{"kind":"mark","seq":1,"at":41,"to":1,"name":"start","text":"x""#,
        #"{"kind":"rewind","seq":2,"at":42,"to":0,"hash":"\#(JournalForge.empty)""#,
        #"{"kind":"gap","seq":2,"at":60,"why":"paused","missing":3,"bytes":"AAEC""#,
        #"{"kind":"snapshot","seq":3,"at":61,"state":{"a":1},"hash":"\#(one)""#, #"{"kind":"seal","seq":3,"records":7"#,
        "",
      ],
      [header, state, action, #"{"kind":"action","seq":2,"at":50,"type":"merge","action":{"merge":{}},"ha"#],
      [
        header, state, action,
        header.replacing(#""seq":0"#, with: #""seq":1"#).replacing(#""session":1"#, with: #""session":2"#),
        #"{"kind":"snapshot","seq":2,"same-as":1,"hash":"\#(one)""#, #"{"kind":"other","seq":2,"more":[1,2]"#, "",
      ],
    ].map { $0.joined(separator: "\n") }
  }()
}
