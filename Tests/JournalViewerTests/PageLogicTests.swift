import Expectations
import StateTree
import Testing
import WebDriver

/// What the page's views say, without a page. One browser answers all, because each one takes time to start.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct PageLogicTests {
  /// Evaluates expressions with the script's names.
  private func answers(_ expressions: [String]) async throws -> [JSONValue] {
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        const json = (text) => viewer.parseJSON(text);
        const filter = (text, types) => { const { text: rest, hidden } = viewer.readFilter(text, types); return [rest, [...hidden]]; };
        return Promise.all([\(expressions.joined(separator: ",\n"))]);
        """)
    }
    return found.array ?? []
  }

  private func expect(_ cases: [(expression: String, answer: JSONValue)]) async throws {
    let found = try await answers(cases.map(\.expression))
    for (answer, expected) in zip(found, cases) { expectEqual(answer, expected.answer, "\(expected.expression)") }
    expectEqual(found.count, cases.count)
  }

  @Test func `signs hide types or show only some, and the filter names whichever are fewer`() async throws {
    let types = #"["list.add", "list.loaded", "go", "a b"]"#
    try await expect([
      ("filter('-go', \(types))", ["", [2]]),
      ("filter('plumber +list', \(types))", ["plumber", [2, 3]]),
      ("filter('+list -list.loaded', \(types))", ["", [1, 2, 3]]),
      (#"filter('+"a b" +49 179', \#(types))"#, ["+49 179", [0, 1, 2]]),
      ("viewer.printFilter('', new Set([1]), \(types))", "-list.loaded"),
      ("viewer.printFilter('x', new Set([0, 1, 3]), \(types))", "x +go"),
      ("viewer.printFilter('', new Set([0, 1, 2, 3]), \(types))", #"-list.add -list.loaded -go -"a b""#),
    ])
  }

  @Test func `in an action, an index of a redacted place stands for itself`() async throws {
    func shown(_ places: String) -> String {
      "viewer.printJSON(viewer.shownAction(json('{\"action\":[{\"pin\":0},{\"pin\":0}],\"redacted\":\(places)}')))"
    }
    try await expect([
      (shown(#"["/1/pin"]"#), #"[{"pin":0},{"pin":"‹redacted›"}]"#),
      (shown(#"["/*/pin"]"#), #"[{"pin":"‹redacted›"},{"pin":"‹redacted›"}]"#),
    ])
  }

  @Test func `equal dates and short values in different members count as no copies`() async throws {
    func copies(_ value: String, _ one: String, _ other: String) -> String {
      "viewer.mayBeCopies(json('\(value)'), '\(one)'.split('/'), '\(other)'.split('/'))"
    }
    try await expect([
      (copies("790456560.0", "projects/bike/updated", "items/b-3/created"), false),
      (copies(#""2026-01-18T19:16:00Z""#, "a/due", "b/due"), false),
      (copies(#""daily""#, "projects/bike/frequency", "settings/show"), false),
      (copies("1200", "a/price", "b/stock"), false),
      (copies("1200", "a/price", "b/price"), true),
      (copies(#""Bike""#, "a/title", "favourites/0/title"), true),
      (copies(#""Call the plumber""#, "a/title", "favourites/0/name"), true),
      (copies(#""b-3""#, "a/projectID", "b/projectID"), false),
    ])
  }

  @Test func `a number is found by its value, however a screen writes it`() async throws {
    func found(_ text: String, _ literal: String) -> String {
      """
      (() => {
        const needle = new viewer.Needle("\(text)");
        const number = new viewer.JSONNumber("\(literal)");
        return [needle.mayBeIn('{"total":\(literal)}'), needle.matches(number, "total"), needle.equals(number)];
      })()
      """
    }
    try await expect([
      (found("110.20", "110.2"), [true, true, true] as JSONValue),
      (found("110,20", "110.2"), [true, true, true] as JSONValue),
      (found("1,110.20", "1110.2"), [true, true, true] as JSONValue),
      (found("1.110,20 €", "1110.20"), [true, true, true] as JSONValue),
      (found("1 110,2", "1110.2"), [true, true, true] as JSONValue),
      (found("1.110", "1110"), [true, true, true] as JSONValue),
      (found("$110.00", "110"), [true, true, true] as JSONValue),
      (found("110", "110.2"), [true, true, false] as JSONValue),
      // Other values, though they look or round alike.
      (found("110.20", "110.25"), [true, false, false] as JSONValue),
      (found("10.2", "110.2"), [true, false, false] as JSONValue),
      (found("9223372036854775807", "9223372036854775806"), [true, false, false] as JSONValue),
      ("new viewer.Needle('110.20').matches('at 110.20 €')", true as JSONValue),
      ("new viewer.Needle('110.20').matches('110.2')", false as JSONValue),
    ])
  }

  @Test func `a replaced value stays stale where it stood, but not in siblings and not where it is common`()
    async throws
  {
    // The second state's patch replaces `/a/1/name`.
    func copies(_ state: String) -> String {
      """
      (async () => {
        const operation = json('{"op":"replace","path":"/a/1/name","value":"Ada","was":"Grace Hopper"}');
        const rows = { kind: "ia", seq: [0, 1], places: [[], [0]], pointers: ["/a/1/name"] };
        const recording = { rows, count: 2, abandoned: [0, 0], stateAt: async () => ({ known: true, value: json('\(state)') }) };
        return (await viewer.staleCopies(recording, 1, [operation])).map(({ tokens }) => tokens.join("/"));
      })()
      """
    }
    let many = (1...9).map { #""\#($0)":{"by":"Grace Hopper"}"# }.joined(separator: ",")
    try await expect([
      (copies(#"{"a":{"1":{"name":"Ada"}},"b":{"author":"Grace Hopper"}}"#), ["b/author"] as JSONValue),
      (copies(#"{"a":{"1":{"name":"Ada"},"2":{"name":"Grace Hopper"}}}"#), [] as JSONValue),
      (copies(#"{"a":{"1":{"name":"Ada"}},"b":["Grace Hopper"],"c":{"authorID":"Grace Hopper"}}"#), [] as JSONValue),
      (copies("{\(many)}"), [] as JSONValue),
    ])
  }

  @Test func `a value isn't called unchanged beyond the last state that the journal holds`() async throws {
    func after(_ row: Int, _ states: String) -> String {
      "viewer.unknownAfter({ rows: { seq: [0, 1, 2, 3, 4, 5] }, head: { states: \(states) }, recording: { rowOf: (seq) => seq } }, \(row))"
    }
    let differing = "[[0, 1, 'proven'], [2, 2, 'differs'], [3, 5, 'not proven']]"
    try await expect([
      (after(0, differing), 2), (after(3, differing), 4), (after(5, differing), -1),
      (after(0, "[[0, 1, 'proven'], [2, 2, 'differs'], [3, 5, 'recorded']]"), -1),
      (after(0, "[[0, 2, 'recorded'], [3, 3, 'missing'], [4, 5, 'recorded']]"), 3),
      (after(0, "[[0, 4, 'proven'], [5, 5, 'differs']]"), 5),
    ])
  }

  @Test func `an action's own time is that of a member such as at`() async throws {
    try await expect([
      (#"viewer.ownTime(json('{"item":{"update":{"id":"a","at":790456580.0}}}'))"#, "2026-01-18T19:16:20Z"),
      (#"viewer.ownTime(json('{"timestamp":"2026-01-18T19:16:20+01:00"}'))"#, "2026-01-18T19:16:20+01:00"),
      (#"viewer.ownTime(json('{"timestamp":790069800.0,"at":790456580.0}'))"#, "2026-01-18T19:16:20Z"),
      (#"viewer.ownTime(json('{"at":3,"due":790456580.0}'))"#, nil),
    ])
  }

  @Test func `the filter of members looks at any depth`() async throws {
    let value = #"json('{"list":[{"deep":{"Title":"Bike"}},12.50]}')"#
    try await expect([
      ("viewer.holdsText(\(value), 'bike')", true), ("viewer.holdsText(\(value), 'title')", true),
      ("viewer.holdsText(\(value), '12.5')", true), ("viewer.holdsText(\(value), 'car')", false),
    ])
  }

  @Test func `a divergence shows only the parts that differ, with the values before`() async throws {
    let sides = """
      viewer.differingSides({ place: "/p", recorded: { effect: "set", value: '{"id":1,"up":3}' }, today: { effect: "set", value: '{"id":1,"up":4}' } },
        { known: true, value: json('{"p":{"id":1,"up":2}}') }).map(({ tokens, before, recorded, today }) => [tokens.join("/"), before.literal, recorded.literal, today.literal])
      """
    let hashed = """
      viewer.differingSides({ place: "/p", recorded: { effect: "set", hash: "ab" }, today: { effect: "unchanged" } },
        { known: true, value: json('{"p":5}') }).map(({ before, recordedEffect, todayEffect }) => [before.literal, recordedEffect, todayEffect])
      """
    let unknown = """
      viewer.differingSides({ place: "/p", recorded: { effect: "set", hash: "ab" }, today: { effect: "set", hash: "cd", value: "5" } },
        { known: false }).map(({ recordedEffect, todayEffect }) => [recordedEffect, todayEffect])
      """
    // The app chose the member that identifies elements, at this place of the state.
    func elements(_ identity: String) -> String {
      """
      viewer.differingSides({ place: "/p", recorded: { effect: "set", value: '[{"id":1,"nr":7},{"id":2,"nr":8}]' },
        today: { effect: "set", value: '[{"id":2,"nr":7},{"id":3,"nr":8}]' } }, { known: false }, \(identity)).map(({ tokens }) => tokens.join("/"))
      """
    }
    try await expect([
      (sides, [["p/up", "2", "3", "4"]] as JSONValue),
      (hashed, [["5", "changed", "unchanged"]] as JSONValue),
      (unknown, [["changed to something else than today's", nil]] as JSONValue),
      (elements("[]"), ["p/0", "p/1", "p/0/nr"] as JSONValue),
      (elements(#"[["p", "*", "nr"]]"#), ["p/0/id", "p/1/id"] as JSONValue),
    ])
  }

  @Test func `a side lacks an element, though it has another one at the same index`() async throws {
    func effects(_ recorded: String, _ today: String) -> String {
      """
      viewer.differingSides({ place: "/p", recorded: { effect: "set", value: '\(recorded)' }, today: { effect: "set", value: '\(today)' } },
        { known: false }).map(({ tokens, recordedEffect, todayEffect }) => [tokens.join("/"), recordedEffect, todayEffect])
      """
    }
    try await expect([
      (effects("[1,2,3]", "[1,3]"), [["p/1", nil, "lacks this element"]] as JSONValue),
      (effects(#"{"d":[1,3]}"#, #"{"d":[1,2,3]}"#), [["p/d/1", "lacks this element", nil]] as JSONValue),
      (effects(#"{"1":2,"3":1}"#, #"{"3":1}"#), [["p/1", nil, nil]] as JSONValue),
    ])
  }

  @Test func `a difference that a later action sets again doesn't stand at the end`() async throws {
    // Three actions: the first differs at `/a/x`, and the second one sets other places.
    func settled(_ second: String, today: String, status: String = "recorded") -> String {
      """
      (() => {
        const rows = { seq: [0, 1, 2], kind: "aaa", to: {}, pointers: ["/a", "/a/x", "/b", "/a/x/y"], places: [[1], \(second), [2]] };
        const head = { rewinds: 0, today: \(today) };
        const recording = { rows, head, count: 3, abandoned: [0, 0, 0], rowOf: (seq) => seq, today: (row) => head.today.find((one) => one.seq === row) };
        return viewer.rowsThatSetAgain({ recording, rows, head, status: () => "\(status)" }, new viewer.Slice()).then((found) => [...found]);
      })()
      """
    }
    func differing(_ seq: Int, _ value: String = "1") -> String {
      #"{"seq":\#(seq),"members":[{"place":"/a/x","recorded":{"effect":"set","value":"\#(value)"},"today":{"effect":"set","value":"2"}}]}"#
    }
    let certain: JSONValue = [[0, ["row": 1, "isCertain": true]]]
    try await expect([
      (settled("[1]", today: "[\(differing(0))]"), certain), (settled("[0]", today: "[\(differing(0))]"), certain),
      (settled("[2]", today: "[\(differing(0))]"), [] as JSONValue),
      (settled("[1]", today: "[\(differing(0)),\(differing(1))]"), [] as JSONValue),
      // The journal says only that the place changed. Anything inside a container may have.
      (
        settled("[0]", today: "[\(differing(0))]", status: "not proven"),
        [[0, ["row": 1, "isCertain": false]]] as JSONValue
      ),
      (settled("[1]", today: "[\(differing(0, "{}"))]", status: "not proven"), [[0, nil]] as JSONValue),
      (settled("[3]", today: "[\(differing(0, "{}"))]"), [[0, nil]] as JSONValue),
      (settled("[-1]", today: "[\(differing(0))]"), [[0, nil]] as JSONValue),
    ])
  }

  @Test func `the difference of two numbers has all their digits`() async throws {
    func difference(_ was: String, _ value: String) -> String {
      "viewer.numberDifference(json('\(was)'), json('\(value)'))"
    }
    try await expect([
      (difference("143.0", "130.5"), "−12.5"), (difference("0.1", "0.3"), "+0.2"), (difference("1", "1.00"), nil),
      (difference("-5", "-4.995"), "+0.005"),
      (difference("9223372036854775807", "-9223372036854775808"), "−18446744073709551615"),
      (difference("1e3", "5"), nil), (difference("1", "\"2\""), nil), (difference("100", "90"), "−10"),
    ])
  }

  @Test func `a duration is rounded before it is split into units`() async throws {
    let cases: [(Int, JSONValue)] = [
      (999, "999 µs"), (9949, "9.9 ms"), (9950, "10 ms"), (999_499, "999 ms"), (999_500, "1.0 s"), (9_949_999, "9.9 s"),
      (9_950_000, "10 s"), (59_499_999, "59 s"), (59_500_000, "1 min 0 s"), (119_500_000, "2 min 0 s"),
      (3_599_499_999, "59 min 59 s"), (3_599_500_000, "1 h 0 min"), (7_170_000_000, "2 h 0 min"),
      (86_369_999_999, "23 h 59 min"), (86_370_000_000, "1.0 days"), (8_635_680_000_000, "100 days"),
    ]
    try await expect(cases.map { ("viewer.duration(\($0))", $1) })
  }

  @Test func `types are offered by the edits from what was typed`() async throws {
    let types = #"["calendar.turn", "tasks.add", "tasks.create", "list/CREATE"]"#
    try await expect([
      ("viewer.byDistance('tasks.creat', \(types))", ["tasks.create", "tasks.add"]),
      ("viewer.byDistance('create', \(types))", ["tasks.create", "list/CREATE"]),
      ("viewer.byDistance('87.70', \(types))", [] as JSONValue),
    ])
  }

  @Test func `a converted step names the places that it changed in the recorded shape alone`() async throws {
    func places(_ step: String) -> String { "viewer.reshapedPlaces(json('\(step)')).map((tokens) => tokens.join('/'))" }
    try await expect([
      (
        places(#"{"patch":[{"op":"replace","path":"/a/b","value":1}],"changed":{"/a":"00","/c":"11","/a/b/d":"22"}}"#),
        ["c"] as JSONValue
      ),
      (places(#"{"changed":{"/a":"00"}}"#), [] as JSONValue), (places(#"{"patch":[]}"#), [] as JSONValue),
    ])
  }

  @Test func `an unknown state is the last known one, without what changed since`() async throws {
    func state(
      _ known: String, _ pointers: String, _ places: String, kind: String = "aaa", today: String = "{}"
    ) -> String {
      """
      (() => {
        const rows = { kind: "\(kind)", pointers: \(pointers), places: \(places) };
        const recording = { rows, today: (row) => (\(today))[row], sets: (row) => "ia!tr".includes(rows.kind[row]) };
        const shown = (value) => (value instanceof viewer.UnknownValue ? `?${value.row}` : Array.isArray(value) ? value.map(shown)
          : value instanceof Map ? Object.fromEntries([...value].map(([key, child]) => [key, shown(child)])) : value?.literal ?? null);
        return new viewer.PartialState(recording, json('\(known)')).after(0, 2, new viewer.Slice()).then(shown);
      })()
      """
    }
    let known = #"{"a":{"b":1,"c":2},"l":[1,2]}"#
    let set = #"{ 1: { members: [{ place: "/a/b", recorded: { effect: "set", value: "7" } }] } }"#
    try await expect([
      (
        state(known, #"["/a/b","/d/e"]"#, "[[],[0],[1]]"),
        ["a": ["b": "?1", "c": "2"], "l": ["1", "2"], "d": "?2"] as JSONValue
      ),
      // The indexes of an array may be other ones.
      (state(known, #"["/a","/a/b","/l/0"]"#, "[[],[0],[1,2]]"), ["a": "?2", "l": "?2"] as JSONValue),
      (state(known, #"["/a/b"]"#, "[[],[-1],[0]]"), nil), (state(known, #"[""]"#, "[[],[0],[]]"), nil),
      (state(known, #"["/a/b"]"#, "[[],[0],[]]", kind: "aai"), nil), (state("[1]", #"["/0"]"#, "[[],[0],[]]"), nil),
      (
        state(known, #"["/a/b"]"#, "[[],[0],[]]", kind: "aam", today: set),
        ["a": ["b": "7", "c": "2"], "l": ["1", "2"]] as JSONValue
      ),
    ])
  }

  @Test func `a problem hides no other one at the same row`() async throws {
    try await expect([
      (
        """
        viewer.Model.prototype.problemsAt.call({ problemAt: new Map([[3, {}]]), rowOfProblem: ({ seq }) => seq,
          head: { problems: [{ seq: 2, kind: "gap" }, { seq: 3, kind: "differs" }, { seq: 3, kind: "in flight" }] } }, 3).map(({ kind }) => kind)
        """, ["differs", "in flight"] as JSONValue
      )
    ])
  }

  @Test func `a recording without a known problem isn't called right if states aren't proven`() async throws {
    func words(_ states: String) -> String {
      "Object.getOwnPropertyDescriptor(viewer.Model.prototype, 'withoutProblem').get.call({ head: { states: \(states) } })"
    }
    try await expect([
      (words("[[0, 9, 'proven']]"), "Every state is proven: today's app does the same."),
      (words("[[0, 9, 'converted']]"), "No problem is known, but no state is proven."),
      (words("[[0, 7, 'proven'], [8, 9, 'recorded']]"), "No problem is known, but 2 states of 10 aren't proven."),
    ])
  }

  @Test func `the line of a value keeps its outer points, and its gaps`() async throws {
    func path(_ points: String) -> String {
      "viewer.linePath(\(points).map(([row, number]) => ({ row, number })), (row) => row * 200, (number) => number)"
    }
    func numbers(_ values: String) -> String {
      "viewer.numbersIn(json('\(values)').map((value, row) => ({ row, kind: 'set', value }))).map(({ number }) => String(number))"
    }
    try await expect([
      (path("[[0, 5], [1, 7]]"), "M0 5H200V7V7V7H600"),
      (path("[[0, 5], [1, 7], [1.001, 9], [1.002, 6], [1.003, 8]]"), "M0 5H200V6V9V8H600"),
      (path("[[0, 5], [1, NaN], [2, 3]]"), "M0 5H200M400 3H600"),
      (numbers("[1, 2.50, null]"), ["1", "2.5", "NaN"] as JSONValue),
      (numbers(#"[1, 2, "three"]"#), [] as JSONValue), (numbers("[1]"), [] as JSONValue),
      (numbers("[1, 1e999]"), [] as JSONValue),
    ])
  }
}
