import Expectations
import Foundation
import ReduxDiagnostics
import ReduxRecorder
import StateTree
import Testing

/// Snapshots that can't be decoded, or decode to another state.
extension StateAuditTests {
  private struct Forgetful: Codable {
    var kept = 1
    var lists: [[Int]]

    init(lists: [[Int]]) { self.lists = lists }
    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      kept = try container.decode(Int.self, forKey: .kept)
      lists = try container.decode([[Int]].self, forKey: .lists).map { $0.filter { $0 > 0 } }
    }
  }

  @Test func `an incomplete snapshot is found with its first difference`() {
    expectEqual(findings(Forgetful(lists: [[1], [2, 3]])), [])
    expectEqual(findings(Forgetful(lists: [[1], [2, 0]])), ["/lists/*: not whole"])
  }

  /// Decodes each of two values as the other.
  private struct Swapped<Value: Codable>: Codable {
    var left: Value
    var right: Value

    init(_ left: Value, _ right: Value) { (self.left, self.right) = (left, right) }

    init(from decoder: any Decoder) throws {
      let container = try decoder.container(keyedBy: CodingKeys.self)
      left = try container.decode(Value.self, forKey: .right)
      right = try container.decode(Value.self, forKey: .left)
    }
  }

  private enum Step: Codable {
    case go(Int)
    case stay
  }

  @Test func `the first difference is found in values of every kind`() {
    expectEqual(findings(Swapped(1, 2)), ["/left: not whole"])
    expectEqual(findings(Swapped(1, 1)), [])
    expectEqual(findings(Swapped(Double.nan, -.nan)), ["/left: not whole"])
    expectEqual(findings(Swapped([1, .nan], [1, Double.nan])), [])
    expectEqual(findings(Swapped(nil, "a")), ["/right: not whole"])
    expectEqual(findings(Swapped(Note(id: 1), Note(id: 1, text: "b"))), ["/left/text: not whole"])
    expectEqual(findings(Swapped([1, 2], [1])), ["/left: not whole"])
    expectEqual(findings(Swapped([Note(id: 1)], [Note(id: 2)])), ["/left/*/id: not whole"])
    expectEqual(findings(Swapped(["a": 1], ["a": 2])), ["/left/*: not whole"])
    expectEqual(findings(Swapped(["a": 1], ["b": 1])), ["/left/*: not whole"])
    expectEqual(findings(Swapped(["a": 1], [:])), ["/left/*: not whole"])
    expectEqual(findings(Swapped([1] as Set, [2])), ["/left/*: not whole"])
    expectEqual(findings(Swapped(Phase.idle, .failed("a"))), ["/left/idle: not whole"])
    expectEqual(findings(Swapped(Phase.failed("a"), .failed("b"))), ["/left/failed/_0: not whole"])
    expectEqual(findings(Swapped(Step.go(1), .go(2))), ["/left/go/_0: not whole"])
    expectEqual(findings(Swapped(Step.go(1), .stay)), ["/left/go: not whole"])
    expectEqual(findings(Swapped(Step.stay, .stay)), [])
    expectEqual(
      findings(Swapped(Phase.running(since: .distantPast, laps: [1]), .running(since: .distantPast, laps: [2]))),
      [
        "/left/running/laps/*: not whole"
      ])
  }

  private struct Strict: Codable {
    struct Token: Codable {
      var text = "tk-4711"
      init() {}
      init(from decoder: any Decoder) throws {
        throw DecodingError.dataCorrupted(
          DecodingError.Context(codingPath: decoder.codingPath, debugDescription: "not tk-4711"))
      }
    }

    var tokens = ["tk-4711": Token()]
  }

  @Test func `a decoding failure is found without the error's text`() {
    let audit = StateAudit(of: Strict())
    expectEqual(audit.findings.map(short), ["/tokens/*: decoding throws"])
    #expect(!"\(audit)".contains("4711"))
  }
}
