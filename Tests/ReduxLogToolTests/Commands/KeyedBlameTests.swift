import Expectations
import Foundation
import ReducerIsolation
import ReduxJournal
import ReduxLogTool
import ReduxRecorder
import StateCoding
import StateTree
import TestSupport
import Testing

@testable import ReduxInspection

/// `blame` follows the values of dictionaries by their keys, also where the journal has arrays of keys and values.
struct KeyedBlameTests {
  private typealias Square = Keyed.Square

  private let folder: TemporaryFolder
  private let path: String

  init() throws {
    folder = try TemporaryFolder()
    path = folder.path(of: "s.jsonl")
  }

  /// The seqs and places of `blame`, without times.
  private func blame(_ words: String...) -> String {
    let result = reduxlog(["blame", path + words[0]] + words.dropFirst(), apps: [KeyedApp.self])
    return result.output.replacing(#/ +\d\d:\d\d:\d\d\.\d\d\d +(initial state|KeyedApp.Change) +/#, with: " ")
      + result.errorOutput.replacing(path, with: "J")
  }

  /// A king at 1,2, and a queen who comes before it.
  private func recordSquares() throws {
    try KeyedApp.record(
      [
        Keyed(squares: [Square(x: 1, y: 2): 7]), Keyed(squares: [Square(x: 1, y: 1): 7, Square(x: 1, y: 2): 7]),
        Keyed(squares: [Square(x: 1, y: 1): 8, Square(x: 1, y: 2): 7]), Keyed(squares: [Square(x: 1, y: 2): 7]),
        Keyed(squares: [Square(x: 1, y: 1): 7, Square(x: 1, y: 2): 9]),
      ], to: path)
  }

  @Test func `values are named by their keys`() throws {
    try recordSquares()
    expectEqual(
      blame("@3:/squares"),
      """
         3 /squares/{"x":1,"y":1}: 8
         1 /squares/{"x":1,"y":2}: 7

      """)
    expectEqual(
      blame(":/squares"),
      """
         5 /squares/{"x":1,"y":1}: 7
         5 /squares/{"x":1,"y":2}: 9

      """)
  }

  @Test func `a place is found by position and by key`() throws {
    try recordSquares()
    for place in ["/squares/3", #"/squares/{"x":1,"y":2}"#] {
      expectEqual(blame("@4:/squares/1"), "   1 /squares/{\"x\":1,\"y\":2}: 7\n")
      expectEqual(
        blame(":" + place, "--history"),
        """
           5 ~ /squares/{"x":1,"y":2}: 7 → 9
           1 + /squares/{"x":1,"y":2}: 7

        """)
    }
    expectEqual(
      blame(":/squares/2"),
      """
      reduxlog: error: /squares/2 is the key of a dictionary, which nothing changes
        Ask for its value: /squares/3.

      """)
  }

  @Test func `the document has recorded places`() throws {
    try recordSquares()
    let result = reduxlog(
      ["blame", path + ":/squares/3", "--history", "--format", "json"], apps: [KeyedApp.self])
    let steps = try #require(JSONValue(parsing: Array(result.output.utf8))["steps"]?.array)
    expectEqual(steps.map { $0["path"] }, ["/squares/3", "/squares/1"])
    expectEqual(steps.map { $0["from"] }, ["/squares/1", nil])
    expectEqual(steps.map { $0["old"] }, [7, nil])
    expectEqual(steps.map { $0["new"] }, [9, 7])
  }

  @Test func `a removed value has its key`() throws {
    try recordSquares()
    expectEqual(blame("@4:" + #"/squares/{"x":1,"y":1}"#), "   4 - /squares/{\"x\":1,\"y\":1}: 8\n")
  }

  @Test func `the elements of a set are followed`() throws {
    try KeyedApp.record([Keyed(set: ["b", "c"]), Keyed(set: ["a", "b", "d"])], to: path)
    expectEqual(blame(":/set"), "   2 /set/a: \"a\"\n   1 /set/b: \"b\"\n   2 /set/d: \"d\"\n")
    expectEqual(blame(":/set/1"), "   1 /set/b: \"b\"\n")
    expectEqual(blame(":/set/c"), "   2 - /set/c: \"c\"\n")
  }

  @Test func `digits are a position`() throws {
    try KeyedApp.record([Keyed(numbers: [7: 1]), Keyed(numbers: [nil: 2, 3: 2, 7: 1])], to: path)
    expectEqual(blame(":/numbers"), "   2 /numbers/1: 2\n   1 /numbers/3: 1\n   2 /numbers/null: 2\n")
    expectEqual(blame(":/numbers/3"), "   1 /numbers/3: 1\n")
    expectEqual(
      blame(":/numbers/7"),
      """
      reduxlog: error: /numbers/7 has no value, and a position doesn't say which entry had been there
        Name the entry: /numbers/KEY, with the JSON of its key.

      """)
  }
}
