import Expectations
import Foundation
import ReduxJournal
import ReduxRecorder
import ReduxReplay
import StateTree
import TestSupport
import Testing

/// An app with values that are hard to encode in JSON, and hashed collections.
private enum HardApp: ReplayableApp {
  enum Shelf: String, Codable, CodingKeyRepresentable { case seen, wished, owned }
  enum Genre: Codable, Hashable { case drama, horror, other(String) }

  struct State: Codable, Equatable {
    var tags: Set<String> = []
    var genres: Set<Genre> = []
    var byShelf: [Shelf: [Int]] = [:]
    var byGenre: [Genre: Double] = [:]
    var byNumber: [Int: Date] = [:]
    var unsigned: UInt64 = .max
    var wide: Int128 = .min
    var price: Decimal = 0
    var nested: Int??? = .some(.some(nil))
    var numbers: [Double] = [.infinity, -.infinity, -0.0, .leastNonzeroMagnitude, .greatestFiniteMagnitude]
    var float: Float = -.infinity
    var data = Data()
    var url: URL?
  }

  enum Action: Codable {
    case step(Int)
    case price(Decimal, Date)
    case wide(Int128, UInt64)
    case nested(Int???)
    case number(Double, Float)
  }

  static let name = "hard"
  static var initialState: State { State() }

  static func reduce(_ state: inout State, _ action: Action) throws {
    switch action {
    case .step(let number):
      state.tags.formUnion(["tag \(number)", "\u{e9}\(number % 7)", "e\u{301}\(number)"])
      state.genres.formUnion([.other("genre \(number % 11)"), .drama, .horror])
      state.byShelf[[.seen, .wished, .owned][number % 3], default: []].append(number)
      state.byGenre[.other("\(number % 5)"), default: 0] += 0.1
      state.data.append(UInt8(truncatingIfNeeded: number))
      state.url = URL(string: "https://example.org/\(number)?q=a%20b")
    case .price(let price, let date):
      state.price += price
      state.byNumber[state.byNumber.count] = date
    case .wide(let wide, let unsigned): (state.wide, state.unsigned) = (wide, unsigned)
    case .nested(let value): state.nested = value
    case .number(let double, let float):
      state.numbers.append(double)
      state.float = float
      if double.isNaN { throw Unhappy(numbers: state.numbers.count) }
    }
  }

  struct Unhappy: Error { var numbers: Int }

  static func actions(_ start: Int) -> [Action] {
    (start..<start + 30).map { .step($0) } + [
      .price(Decimal(string: "0.1000000000000000000000000000000000001") ?? 0, Date(timeIntervalSince1970: 1e9 + 0.1)),
      .price(Decimal(string: "-12345678901234567890123456789.5") ?? 0, .distantFuture),
      .wide(.max, 0), .wide(-1, UInt64.max - 1), .nested(nil), .nested(.some(nil)), .nested(.some(.some(nil))),
      .nested(7), .number(.infinity, .infinity), .number(0.1 + 0.2, 0.1), .number(-.nan, .nan),
      .number(1e300, .leastNonzeroMagnitude),
    ]
  }
}

@Suite(.timeLimit(.minutes(20))) struct OtherProcessTests {
  @Test func `a state that is hard to encode verifies in another process`() async throws {
    try await onOwnThread {
      let file = try TemporaryFile()
      let path = file.path
      // Each process has its own hash seed, and so its own order of sets and dictionaries.
      for session in 0..<3 {
        await #expect(processExitsWith: .success) { [path = path as String, session = session as Int] in
          let recorder = try Recorder(
            path: path, app: AppIdentity(name: HardApp.name), options: RecorderOptions(hashing: .everyAction))
          var state = HardApp.State()
          if session > 0 {
            let replayer = try Replayer<HardApp>(path: path)
            let last = try replayer.file.lastStateSeq
            state = try replayer.state(at: try #require(last))
          }
          recorder.start(state)
          let reduce = recorder.recording(HardApp.reduce)
          for action in HardApp.actions(session * 1000) { try? reduce(&state, action) }
          recorder.close()
        }
      }
      let replayer = try Replayer<HardApp>(path: path)
      let report = try replayer.verify()
      expectEqual(report.divergence, nil)
      #expect((report.sessions, report.actions, report.refused, report.proven) == (3, 126, 3, 129))
      #expect(!report.startsElsewhere)
      let sames = try file.records().compactMap { record -> Int? in
        if case .snapshot(let snapshot) = record, case .sameAs(let seq) = snapshot.content { seq } else { nil }
      }
      expectEqual(sames, [42, 85])
      for seq in 0...128 { _ = try replayer.state(at: seq) }
      let state = try replayer.state(at: 37)
      expectEqual(state.nested, .some(.some(nil)))
    }
  }
}
