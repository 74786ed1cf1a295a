import CommandLineKit
import Expectations
import ReduxLogTool
import ReduxNotation
import StateTree
import Testing

@Suite("Actions read like Swift")
struct SwiftNotationTests {
  @Test(
    "with the case path or the type's name before the values",
    arguments: [
      ("tasks.create", #"{"tasks":{"_0":{"create":{"id":3,"title":"x"}}}}"#, #"tasks.create(id: 3, title: "x")"#),
      ("add", #"{"add":{"_0":5}}"#, "add(5)"),
      ("add", #"{"add":{"_0":5,"to":[1,2]}}"#, "add(5, to: [1, 2])"),
      ("clear", #"{"clear":{}}"#, "clear"),
      ("MoviesActions.SetDetail", #"{"movie":3}"#, "MoviesActions.SetDetail(movie: 3)"),
      ("Reset", "{}", "Reset"),
      ("patch", #"{"patch":[{"op":"remove","path":"/a"}]}"#, "patch(remove /a)"),
      (
        "patch", #"{"patch":[{"op":"move","from":"/a","path":"/b/c"},{"op":"replace","path":"","value":{"n":[1]}}]}"#,
        "patch(move /a to /b/c, replace (the whole state) (n: [1]))"
      ),
      (
        "patch", #"{"patch":[{"op":"remove","path":"/a","note":"by hand"}]}"#,
        #"patch([(op: "remove", path: "/a", note: "by hand")])"#
      ),
      ("replace", #"{"replace":null}"#, "replace(nil)"),
      ("increment", #""increment""#, "increment"),
      ("Step", "-1.50", "Step(-1.50)"),
      ("tasks.create", #"{"other":1}"#, "tasks.create(other: 1)"),
      ("set", #"{"set":{"every":{"daily":{}},"limit":{"some":{"_0":3}}}}"#, "set(every: .daily, limit: .some(3))"),
      ("set", #"{"set":{"a b":{"x y":true,"z":null}}}"#, #"set("a b": ["x y": true, "z": nil])"#),
      ("set", #"{"set":{"_0":{"id":1,"tags":{},"ids":[]}}}"#, "set((id: 1, tags: [:], ids: []))"),
      ("say", #"{"say":{"_0":"\"q\" \\ \n\u001b[2J\u202e"}}"#, #"say("\"q\" \\ \n\u{1b}[2J\u{202e}")"#),
      ("evil\u{1b}", "{}", "evil\\u{1b}"),
      ("fetch", #"{"fetch":{"_0":{"$opaque":"(Int) -> ()"},"at":1}}"#, "fetch(<(Int) -> ()>, at: 1)"),
      ("Big", #"{"$opaque":"Big","bytes":99}"#, "Big(<Big, 99 bytes>)"),
      ("x", #"{"$opaque":"a\u001b","more":1}"#, #"x("$opaque": "a\u{1b}", more: 1)"#),
      ("x", #"{"x":{"_0":{"$opaque":"a\u001b\u202e"}}}"#, #"x(<a\u{1b}\u{202e}>)"#),
      ("pick", #"{"pick":{"_0":{"$some":null}}}"#, "pick(.some(nil))"),
      ("form/CHANGE", #"{"type":"form/CHANGE","payload":1}"#, "form/CHANGE(payload: 1)"),
      ("changed outside an action", "null", "changed outside an action"), ("set", #"{"set":null}"#, "set(nil)"),
      ("5", #"{"type":5}"#, "5"), ("true", #"{"type":true}"#, "true"),
      ("add", #"{"type":"Add","payload":1}"#, #"add(type: "Add", payload: 1)"#),
      (
        "binding.email", #"{"binding":{"_0":{"keyPath":"email","value":"a@b.c"}}}"#, #"binding.email(value: "a@b.c")"#
      ),
      (
        "binding.title", #"{"binding":{"_0":{"keyPath":"title","set":{"$opaque":"(inout State) -> ()"},"value":"a"}}}"#,
        #"binding.title(value: "a")"#
      ),
      (
        "binding.login.isOpen", #"{"binding":{"_0":{"keyPath":"login.isOpen","value":true}}}"#,
        "binding.login.isOpen(value: true)"
      ),
      (
        "path.element.edit", #"{"path":{"_0":{"element":{"id":3,"action":{"edit":{"title":"x"}}}}}}"#,
        #"path.element.edit(id: 3, title: "x")"#
      ),
      ("path.element.stop", #"{"path":{"_0":{"element":{"id":3,"action":{"stop":{}}}}}}"#, "path.element.stop(id: 3)"),
      (
        "todo.link", #"{"todo":{"id":3,"action":{"link":{"id":"x"}}}}"#, #"todo.link(id: 3, action: (id: "x"))"#
      ),
      ("todo.pin", #"{"todo":{"id":3,"action":{"pin":"top"}}}"#, #"todo.pin(id: 3, action: "top")"#),
      ("[Todo] add", #"{"payload":1}"#, "[Todo] add(payload: 1)"),
    ])
  func describing(type: String, action: String, text: String) throws {
    expectEqual(SwiftNotation.describe(type: type, action: try JSONValue(parsing: action)), text)
  }

  @Test(
    "with the cases of an enum behind its name, where actions are many types",
    arguments: [
      ("SearchAction.request", "SearchAction", #"{"request":{"query":"al"}}"#, #"SearchAction.request(query: "al")"#),
      ("SearchAction.clear", "SearchAction", #"{"clear":{}}"#, "SearchAction.clear"),
      ("Search.Field.clear", "Search.Field", #""clear""#, "Search.Field.clear"),
      ("App.tasks.add", "App", #"{"tasks":{"_0":{"add":{"_0":5}}}}"#, "App.tasks.add(5)"),
      ("Search.Start", "Search.Start", #"{"Start":{"at":1}}"#, "Search.Start(Start: (at: 1))"),
      ("Bar.show", "Bar", #"{"window":7,"actionType":{"show":{}}}"#, "Bar.show(window: 7)"),
      ("Bar.show", "Bar", #"{"window":7,"kind":"show"}"#, "Bar.show(window: 7)"),
      ("Bar.show", "Bar", #"{"window":7,"kind":{"show":{"_0":1}}}"#, "Bar.show(window: 7, kind: .show(1))"),
    ])
  func describing(type: String, swiftType: String, action: String, text: String) throws {
    expectEqual(SwiftNotation.describe(type: type, swiftType: swiftType, action: try JSONValue(parsing: action)), text)
  }

  @Test(
    "in a row without what the label says",
    arguments: [
      ("form/CHANGE", #"{"type":"form/CHANGE","payload":"x"}"#, "x"), ("5", #"{"type":5,"n":6}"#, "6"),
      ("form/CHANGE", #"{"type":"form/CHANGE"}"#, ""),
      (
        "Bar", #"{"window":"6F1C0E5A-0000-4000-8000-0123456789ab","tab":"home","n":2}"#,
        "home  2  6F1C0E5A-0000-4000-8000-0123456789ab"
      ), ("add", #"{"at":"2026-01-01T10:00:00Z","of":"x"}"#, "x"),
      ("add", #"{"type":"Add"}"#, "Add"),
      // What decides comes first.
      ("loaded", #"{"loaded":{"n":7,"answer":{"failure":{"_0":"offline"}}}}"#, #".failure("offline")  7"#),
      ("loaded", #"{"loaded":{"n":7,"answer":{"success":{"_0":[1,2]}}}}"#, ".success  7"),
      ("loaded", #"{"loaded":{"_0":{"failed":{"_0":"late"}}}}"#, #".failed("late")"#),
      ("loaded", #"{"loaded":{"failure":{"_0":"late"}}}"#, #".failure("late")"#),
      ("loaded", #"{"loaded":{"n":7,"answer":{"failure":1,"success":2}}}"#, "7"),
    ])
  func arguments(type: String, action: String, text: String) throws {
    expectEqual(SwiftNotation.arguments(type: type, action: try JSONValue(parsing: action), columns: 80), text)
  }

  @Test("by their label if the journal holds nothing else")
  func opaque() {
    expectEqual(SwiftNotation.describe(type: "tasks.create", action: nil), "tasks.create")
  }

  @Test(
    "in as many columns as there are",
    arguments: [
      (86, #"tasks.create(id: 3, title: "a rather long title for a task", tags: [1, 2, 3, 4, 5, 6])"#),
      (70, #"tasks.create(id: 3, title: "a rather long ti…", tags: […])"#),
      (30, "tasks.create(id: 3, title: \"a…"),
      (12, "tasks.creat…"),
    ])
  func shortening(columns: Int, text: String) throws {
    let action = try JSONValue(
      parsing: #"{"tasks":{"_0":{"create":{"id":3,"title":"a rather long title for a task","tags":[1,2,3,4,5,6]}}}}"#)
    let found = SwiftNotation.describe(type: "tasks.create", action: action, columns: columns)
    expectEqual(found, text)
    #expect(found.terminalWidth <= columns)
  }

  @Test(
    "patches that don't fit as the places that they touch",
    arguments: [
      (120, #"patch(add /items/3 "abc", remove /total, remove /b)"#),
      (40, "patch(/items/3, /total, /b)"), (22, "patch(/items/3, +2)"), (16, "patch(/ite…, +2)"),
    ])
  func patches(columns: Int, text: String) throws {
    let action = try JSONValue(
      parsing: #"""
        {"patch":[{"op":"add","path":"/items/3","value":"abc"},{"op":"remove","path":"/total"},{"op":"remove","path":"/b"}]}
        """#)
    expectEqual(SwiftNotation.describe(type: "patch", action: action, columns: columns), text)
  }

  @Test("with the number of the places in a large patch")
  func largePatch() {
    let operations = (0..<10_000).map { JSONValue.object(JSONObject([("op", "remove"), ("path", .string("/\($0)"))])) }
    let action = JSONValue.object(JSONObject([("patch", .array(operations))]))
    expectEqual(SwiftNotation.describe(type: "patch", action: action, columns: 20), "patch(/0, /1, +9998)")
  }

  @Test("in short form even if they are large")
  func large() throws {
    let operations = (0..<10_000).map { JSONValue.object(JSONObject([("path", .string("/\($0)"))])) }
    let action = JSONValue.object(JSONObject([("patch", .array(operations))]))
    expectEqual(SwiftNotation.describe(type: "patch", action: action, columns: 40), "patch([…])")
  }

  @Test("takes no more of a text than its columns, even if it is one character")
  func accents() {
    let text = "a" + String(repeating: "\u{301}", count: 100_000)
    let action: JSONValue = ["x": .string(text)]
    let found = SwiftNotation.describe(type: "t", action: action, columns: 40)
    #expect(found.utf8.count < 1000 && found.hasSuffix("…\")"))
  }
}

@Suite("JSON on a terminal")
struct JSONPrinterTests {
  private static let document =
    #"{"a":[1,2.50,{}],"b":{"c":null,"d":[]},"e":"x\"\\\n\u001b\u202e😀\udb40\udc41","f":true}"#

  @Test("is indented by two spaces, numbers to the digit, hostile characters escaped")
  func indented() throws {
    expectEqual(
      JSONPrinter.text(of: try JSONValue(parsing: Self.document)),
      #"""
      {
        "a": [
          1,
          2.50,
          {}
        ],
        "b": {
          "c": null,
          "d": []
        },
        "e": "x\"\\\n\u001b\u202e😀\udb40\udc41",
        "f": true
      }
      """#)
  }

  @Test("is the same value in one line")
  func compact() throws {
    let value = try JSONValue(parsing: Self.document)
    expectEqual(JSONPrinter.text(of: value, layout: .compact), Self.document)
  }

  @Test("has colours that change nothing else")
  func colored() throws {
    let value = try JSONValue(parsing: #"{"a":[null,"x"]}"#)
    expectEqual(
      JSONPrinter.text(of: value, layout: .compact, isColored: true),
      "{\u{1b}[34m\"a\"\u{1b}[0m:[\u{1b}[2mnull\u{1b}[0m,\u{1b}[32m\"x\"\u{1b}[0m]}")
  }

  @Test(
    "is cut to the columns that there are",
    arguments: [
      (60, #"{"id":3,"title":"a rather long title","tags":[1,2,3]}"#),
      (44, #"{"id":3,"title":"a rather lon…","tags":[…]}"#),
      (20, #"{"id":3,"title":"a …"#),
    ])
  func shortened(columns: Int, text: String) throws {
    let value = try JSONValue(parsing: #"{"id":3,"title":"a rather long title","tags":[1,2,3]}"#)
    expectEqual(JSONPrinter.shortened(value, columns: columns), text)
  }
}
