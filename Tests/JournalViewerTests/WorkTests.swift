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
          const rows = { kind: "a".repeat(count), type: new Array(count).fill(0), places: new Proxy(places, {
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
          const rows = { kind: "aaaa", type: [0, 0, 0, 0], places: [[0, 2], [1], [1], [3]] };
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
