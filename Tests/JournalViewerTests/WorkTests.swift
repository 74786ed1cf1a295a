import Expectations
import StateTree
import Testing
import WebDriver

/// The page's work is bounded, whatever the size of the recording. It is counted, because times depend on the machine.
@Suite(.enabled(if: WebBrowser.isAvailable, "\(WebBrowser.missing)"))
struct WorkTests {
  @Test func `a comparison with 100,000 actions reads no other action`() async throws {
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const count = 100_000;
          const pointers = [["items", "a1", "title"], ["items", "a2", "title"], ["count"]];
          // Every action changes a title; every tenth the count, too, and the last one only that.
          const places = Array.from({ length: count }, (_, row) => (row === count - 1 ? [2] : row % 10 === 3 ? [row % 2, 2] : [row % 2]));
          let reads = 0;
          const rows = { kind: "a".repeat(count), types: ["set"], type: new Array(count).fill(0), places: new Proxy(places, {
            get(target, name) {
              reads += 1;
              return target[name];
            },
          }) };
          const comparisons = new viewer.Comparisons({ rows, pointers, count });
          await comparisons.ready();
          reads = 0;
          return [comparisons.of(0), comparisons.of(count - 1), reads];
        })();
        """)
    }
    expectEqual(
      found,
      [
        [
          "others": 99_999, "hasUnknown": false, "same": 89_998, "places": ["/items/*/title"],
          "different": [3, 13, 23], "usual": [],
          "unique": [],
        ],
        [
          "others": 99_999, "hasUnknown": false, "same": 0, "places": ["/count"], "different": [0, 1, 2],
          "usual": ["/items/*/title"],
          "unique": [],
        ], 0,
      ])
  }

  @Test func `an action that changes a place is compared with those that change something inside`() async throws {
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const pointers = [["project"], ["project", "updated"], ["note"], ["project", "title"]];
          const rows = { kind: "aaaa", types: ["set"], type: [0, 0, 0, 0], places: [[0, 2], [1], [1], [3]] };
          const comparisons = new viewer.Comparisons({ rows, pointers, count: 4 });
          await comparisons.ready();
          return [0, 1, 3].map((row) => { const { unique, usual } = comparisons.of(row); return { unique, usual }; });
        })();
        """)
    }
    expectEqual(
      found,
      [
        ["unique": ["/note"], "usual": []], ["unique": [], "usual": []],
        ["unique": [], "usual": ["/project/updated"]],
      ])
  }

  @Test func `types are related if their names begin alike and they change the same place`() async throws {
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const pointers = [["items", "a1"], ["items", "a2", "title"], ["updated"], ["count"]];
          const related = async (types, type, places, row) => {
            const comparisons = new viewer.Comparisons({ rows: { kind: "a".repeat(type.length), types, type, places }, pointers, count: type.length });
            await comparisons.ready();
            return comparisons.related(row).map(({ pattern, types: found, isForgotten }) => [pattern, found.map((one) => types[one]), isForgotten]);
          };
          const types = ["item.create", "item.update", "item.delete", "list.show"];
          const many = ["item.update", ...Array.from({ length: 10_001 }, (_, index) => `item.type${index}`)];
          return [
            await related(types, [0, 1, 2, 3, 1], [[0, 2], [1], [0, 2], [1, 3], [1]], 1),
            // The only action of its type.
            await related(types, [0, 1, 2], [[0, 2], [1], [0, 2]], 1),
            // One of the related types doesn't agree.
            await related(types, [0, 1, 2], [[0, 2], [1], [0]], 1),
            // One alone.
            await related(types, [0, 1, 0, 0], [[0, 2], [1], [0, 2], [0, 2]], 1),
            // Most others of the type do, which the comparison within the type says.
            await related(types, [0, 1, 2, 1, 1], [[0, 2], [1], [0, 2], [1, 2], [1, 2]], 1),
            await related(many, many.map((_, index) => index), many.map((_, index) => (index === 0 ? [1] : [0, 2])), 0),
          ];
        })();
        """)
    }
    let agreeing: JSONValue = ["item.create", "item.delete"]
    expectEqual(found, [[["/updated", agreeing, true]], [["/updated", agreeing, false]], [], [], [], []])
  }

  @Test func `a comparison leaves out the type that nearly all actions have`() async throws {
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const common = async (type) => {
            const rows = { kind: "a".repeat(type.length), types: ["tick", "buy"], type, places: type.map(() => [0]) };
            const comparisons = new viewer.Comparisons({ rows, pointers: [["count"]], count: type.length });
            await comparisons.ready();
            return [comparisons.isCommon(0), comparisons.isCommon(type.length - 1)];
          };
          return [await common([...new Array(10).fill(0), 1]), await common([...new Array(9).fill(0), 1])];
        })();
        """)
    }
    expectEqual(found, [[true, false], [false, false]])
  }

  @Test func `a long text is read in parts`() async throws {
    let found = try await WebBrowser.use { browser in
      try ViewerScript.load(in: browser)
      return try browser.script(
        """
        return (async () => {
          const text = JSON.stringify(Object.fromEntries(Array.from({ length: 10_000 }, (_, index) => [`e${index}`, { id: index }])));
          let rests = 0;
          const slice = { isOver: true, rest: async () => { rests += 1; } };
          const value = await viewer.parseJSONInSlices(text, slice);
          return [viewer.printJSON(value) === text, rests];
        })();
        """)
    }
    // 40,001 values and keys.
    expectEqual(found, [true, 19])
  }
}
