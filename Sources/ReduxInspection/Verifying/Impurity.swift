import CommandLineKit
package import ReduxNotation
package import StateTree

/// A state to which the same actions led in one replay, but not in another.
package struct Impurity: Codable, Hashable, Sendable, JSONConvertible {
  /// A place that differs.
  struct Place: Codable, Hashable, Sendable {
    let pointer: String
    /// The values of the replays; `nil` for one that is missing or too long to show.
    var first: JSONValue?
    var second: JSONValue?
    /// Whether only the order of the array's elements differs.
    var isReordered = false
  }

  /// The seqs of the states that may be the first to differ: one, unless it couldn't be found again.
  package let seqs: ClosedRange<Int>
  /// The label of the action that led to the last of them; `nil` if none did.
  let type: String?
  /// The segment and its line.
  var file: String
  let line: Int?
  /// Whether replays differ only between two processes.
  let isOfProcess: Bool
  let places: [Place]

  init(_ difference: StateDifference, in seqs: ClosedRange<Int>, file: String, line: Int?, isOfProcess: Bool) {
    self.seqs = seqs
    type = difference.type
    self.file = file
    self.line = line
    self.isOfProcess = isOfProcess
    var places: [Place] = []
    for place in difference.places {
      let next =
        place.reordered.map { Place(pointer: $0.description, isReordered: true) }
        ?? Place(pointer: place.pointer.description, first: place.old, second: place.new)
      if !places.contains(next) { places.append(next) }
    }
    self.places = places
  }

  /// The finding in one sentence without a full stop.
  var message: String {
    let again = isOfProcess ? "in another process" : "when it runs again"
    guard seqs.count == 1 else {
      return
        "the reducers aren't pure: an action from \(seqs.lowerBound) to \(seqs.upperBound) leads to another state \(again)"
    }
    guard let type else { return "state \(seqs.lowerBound) differs \(isOfProcess ? again : "in each replay")" }
    return "the reducer isn't pure: \(type) (action \(seqs.lowerBound)) leads to another state \(again)"
  }

  /// The places, one a line, and the likely cause.
  var details: [String] {
    let lines = places.map { place in
      let name = place.pointer.isEmpty ? "(the whole state)" : place.pointer
      if place.isReordered { return "\(name): the same elements in another order" }
      let pointer = (try? JSONPointer(place.pointer)) ?? .root
      func text(_ value: JSONValue?) -> String { value?.labelled(at: pointer) ?? "no value, or a long one" }
      return "\(name): \(text(place.first)), then \(text(place.second))"
    }
    return lines + [cause]
  }

  private var cause: String {
    if !places.isEmpty, places.allSatisfy(\.isReordered) {
      return "A set or a dictionary has no order of its own: sort what the reducer takes from it."
    }
    return isOfProcess
      ? "Does it use hash values, addresses, the environment, or what this process keeps in global variables?"
      : "Does it read a clock, random numbers or a global variable? Pass such values in the action, or use ReplayInputs."
  }

  var failure: CommandFailure { CommandFailure(message, file: file, line: line, advice: cause, exitCode: .finding) }

  /// The message with its details.
  var report: StyledText {
    var text: StyledText = "\(line.map { "\(file):\($0)" } ?? file): \("error:", .error) \(message)\n"
    for line in details { text += "  \(line)\n" }
    return text
  }

  package var json: JSONValue {
    JSONReport.object([
      "from": seqs.lowerBound, "to": seqs.upperBound, "type": type, "processes": isOfProcess ? 2 : 1,
      "places": places.map { place in
        JSONReport.object([
          "pointer": place.pointer, "first": place.first, "second": place.second,
          "reordered": place.isReordered ? true : nil,
        ])
      },
    ])
  }
}

/// Where two replays of a journal part: the first state in which they differ.
package struct StateDifference: Sendable {
  /// A place with the values of both replays; `nil` for one that is missing or too long to show.
  package struct Place: Sendable {
    package let pointer: JSONPointer
    package let change: ChangeList.Change
    package let old: JSONValue?
    package let new: JSONValue?
    /// The array around the place, if the replays differ there in the order of its elements alone.
    let reordered: JSONPointer?
  }

  package let seq: Int
  /// The label of the action that led to it; `nil` if none did.
  package let type: String?
  package let places: [Place]
}
