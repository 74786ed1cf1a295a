import Foundation
import ReduxRecorder
import ReduxReplay

/// A state of dictionaries of every kind of key, and a set.
struct Keyed: Codable, Equatable {
  struct Square: Codable, Hashable {
    var x: Int
    var y: Int
  }

  enum Tab: String, Codable, CaseIterable { case home, profile, search }

  /// Encodes as a text or as a number.
  enum Either: Codable, Hashable {
    case text(String)
    case number(Int)

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      do { self = .number(try container.decode(Int.self)) } catch { self = .text(try container.decode(String.self)) }
    }

    func encode(to encoder: any Encoder) throws {
      var container = encoder.singleValueContainer()
      switch self {
      case .text(let text): try container.encode(text)
      case .number(let number): try container.encode(number)
      }
    }
  }

  var strings: [String: Int] = [:]
  var ints: [Int: Int] = [:]
  var ids: [UUID: Int] = [:]
  var tabs: [Tab: Int] = [:]
  var bools: [Bool: Int] = [:]
  var dates: [Date: Int] = [:]
  var squares: [Square: Int] = [:]
  var optionals: [String?: Int] = [:]
  var numbers: [Int?: Int] = [:]
  var eithers: [Either: Int] = [:]
  var nested: [Square: [Int?: Int]] = [:]
  var doubles: [Double: Int] = [:]
  var set: Set<String> = []
}

/// An app whose actions set the state.
enum KeyedApp: ReplayableApp {
  struct Change: Codable {
    var state: Keyed
  }

  static let name = "keyed"
  static var initialState: Keyed { Keyed() }

  static func reduce(_ state: inout Keyed, _ action: Change) { state = action.state }

  /// Records an action for each state, some in each session.
  static func record(_ states: [Keyed], to path: String, perSession count: Int = .max) throws {
    var state = initialState
    var left = states[...]
    while !left.isEmpty {
      let recorder = try Recorder(
        path: path, app: AppIdentity(name: name), options: RecorderOptions(hashing: .everyAction))
      let reduce = recorder.recording(reduce)
      for next in left.prefix(count) { reduce(&state, Change(state: next)) }
      recorder.close()
      left = left.dropFirst(count)
    }
  }
}
