package import Foundation
import ReduxReplay

/// An app whose state has a different order in each process or more than one spelling: sets, dictionaries with various
/// keys, numbers, dates, and strings that are equal but have different bytes.
package enum MixedApp: ReplayableApp {
  package struct Place: Codable, Hashable {
    var x: Int
    var y: Double
  }

  package enum Tag: Codable, Hashable {
    case plain
    case named(String)
    case at(Place, Date?)
  }

  package struct State: Codable {
    var steps = 0
    var words: Set<String> = []
    var numbers: Set<Int> = []
    var reals: Set<Double> = []
    var tags: Set<Tag> = []
    var byWord: [String: Double] = [:]
    var byNumber: [Int: Set<String>] = [:]
    var byPlace: [Place: [Tag: Date]] = [:]
    var byID: [UUID: Decimal] = [:]
    var nested: [String: [Int: Set<Place>]] = [:]
    var dates: [Date] = []
    var small: Float = 0
    var data = Data()
    var maybe: Int??
  }

  package enum Action: Codable {
    case learn(String, Double)
    case forget(String)
    case visit(Place, Date)
    case merge([Int: Set<String>])
    case tag(Set<Tag>)
    case pay(UUID, Decimal)
    case prune(Int)
  }

  package static let name = "mixed"
  package static var initialState: State { State() }

  /// Variants of a few texts: composed, decomposed, with zero-width characters, controls, and other planes.
  private static let forms = [
    "é", "e\u{301}", "Å", "A\u{30a}", "\u{212b}", "한글", "\u{1112}\u{1161}\u{11ab}", "👩\u{200d}👩\u{200d}👧", "ﬁ", "\u{0}",
    "\n\t\u{1b}",
    "\"\\/", "\u{2028}", "\u{feff}", "", " ", "ß", "ẞ", "\u{10ffff}", "0", "-0", "null",
  ]

  private static func text(_ number: Int) -> String {
    forms[number % forms.count] + (number % 3 == 0 ? "" : String(number % 47))
  }

  /// The action with a number, from 0.
  package static func action(_ number: Int) -> Action {
    let seconds = Double(number) * 1.1e6 / 7
    let place = Place(x: number % 13, y: Double(number % 29) / 3)
    switch number % 7 {
    case 0: return .learn(text(number), Double(number) / 3 * (number % 2 == 0 ? 1e-300 : 1e15))
    case 1: return .visit(place, Date(timeIntervalSinceReferenceDate: seconds))
    case 2: return .merge([number % 17: [text(number), text(number + 5)], -number: [text(number + 9)]])
    case 3:
      return .tag([
        .plain, .named(text(number)), .at(place, nil), .at(place, Date(timeIntervalSince1970: -seconds)),
      ])
    case 4:
      let id = UUID(uuid: (1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, UInt8(number % 31), UInt8(number % 5)))
      return .pay(id, Decimal(number) / 7)
    case 5: return .forget(text(number * 3))
    default: return .prune(number)
    }
  }

  package static func reduce(_ state: inout State, _ action: Action) {
    state.steps += 1
    if state.steps % 3 == 0 { prune(&state, state.steps) }
    switch action {
    case .learn(let word, let value):
      state.words.insert(word)
      state.byWord[word] = value
      state.reals.formSymmetricDifference([value, Double(state.steps % 10) / 7])
      state.small = Float(value)
    case .forget(let word):
      state.words.remove(word)
      state.byWord[word] = nil
      state.maybe = state.steps % 2 == 0 ? .some(nil) : .none
    case .visit(let place, let date):
      state.numbers.formSymmetricDifference([place.x * state.steps % 23])
      state.nested["x\(place.x % 3)", default: [:]][state.steps % 2, default: []].formSymmetricDifference([place])
      state.byPlace[place, default: [:]][.at(place, date)] = date
      state.dates = Array((state.dates + [date]).suffix(4))
    case .merge(let words):
      state.byNumber.merge(words) { $0.union($1) }
    case .tag(let tags):
      state.tags.formSymmetricDifference(tags)
      state.data.append(UInt8(state.tags.count % 256))
    case .pay(let id, let amount):
      state.byID[id, default: 0] += amount
    case .prune(let number):
      prune(&state, number)
    }
  }

  /// Limits the size of all collections, independently of their order.
  private static func prune(_ state: inout State, _ number: Int) {
    state.byNumber = state.byNumber.filter { abs($0.key) % 7 == number % 7 }.mapValues {
      $0.filter { $0.utf8.count < 4 }
    }
    state.byPlace = state.byPlace.filter { $0.key.x % 5 == number % 5 }
    state.byID = state.byID.filter { $0.value < Decimal(number) && $0.key.uuid.14 % 5 != number % 5 }
    state.words = state.words.filter { $0.utf8.count % 5 != number % 5 }
    state.byWord = state.byWord.filter { $0.key.utf8.count % 4 != number % 4 }
    state.reals = state.reals.filter { $0 < Double(number % 5) }
    state.nested = state.nested.mapValues { $0.mapValues { $0.filter { $0.x % 4 == number % 4 } } }
    if state.tags.count > 6 { state.tags = state.tags.filter { $0 == .plain } }
    state.data = state.data.suffix(10)
  }
}
