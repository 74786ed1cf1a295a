package import CommandLineKit
import ReducerIsolation
import ReduxJournal
import ReduxNotation
import ReduxReplay
package import StateTree

extension Divergence {
  /// The difference in one line.
  package var message: String { mayBeRedaction ? plainMessage + ", perhaps because of redaction" : plainMessage }

  private var plainMessage: String {
    switch kind {
    case .state: "replay diverges at state \(seq): \(type) leads to a different state than recorded"
    case .error(_?, nil): "replay diverges at state \(seq): \(type) was refused when recorded, and now succeeds"
    case .error(nil, _): "replay diverges at state \(seq): \(type) succeeded when recorded, and now is refused"
    case .error: "replay diverges at state \(seq): \(type) is refused with a different error than recorded"
    }
  }

  /// The divergence, its differences, and how to look closer.
  ///
  ///     run.jsonl:60: error: replay diverges at state 57: cart.add leads to a different state than recorded
  ///       recorded hash 215991e3…, replayed 0f3c51aa…
  ///       /cart/items: recorded 61b11bd1, replayed unchanged
  package func report(file: String) -> StyledText {
    var text: StyledText = "\(line.map { "\(path):\($0)" } ?? file): \("error:", .error) \(message)\n"
    for line in styledDetails(file: file) { text += "  " + line + "\n" }
    return text
  }

  /// The report's lines after the first.
  func details(file: String) -> [String] { styledDetails(file: file).map(\.plain) }

  private func styledDetails(file: String) -> [StyledText] {
    var lines: [StyledText] = []
    if case .state(let recorded, let replayed) = kind {
      lines.append("recorded hash \("\(recorded)"), replayed \("\(replayed)")")
    }
    lines += differences + explanation
    lines[lines.count - 1] += " Look closer:"
    return lines + advice(file: file).map { "  \($0)" }
  }

  /// The differences: the errors and the members of the state, one a line.
  var differences: [StyledText] {
    var lines: [StyledText] = []
    if case .error(let recorded, let replayed) = kind {
      lines += ["recorded: \(recorded ?? "no error")", "replayed: \(replayed ?? "no error")"]
    }
    for member in members {
      lines.append("\(member.pointer.isEmpty ? "(the whole state)" : member.pointer, .key): \(member.difference)")
    }
    for guess in possibleRenames {
      let change = guess.declaration ?? "the change"
      lines.append(
        "\(guess.old.description) and \(guess.new.description) have the same value: renamed? Declare \(change) in schemaChanges."
      )
    }
    return lines
  }

  /// The possible causes.
  var explanation: [StyledText] {
    if mayBeRedaction {
      return [
        "The action holds a redacted secret, or the differences depend on one. If they are computed from it, accept",
        "them with --allow-redacted. If not, the reducer has changed since, or isn't pure.",
      ]
    }
    var lines: [StyledText] = []
    switch redaction {
    case .unlikely:
      lines.append("A redacted secret is near, but with other values in its place the reducer does the same here.")
    case .unknown:
      lines.append("A redacted secret is near. Whether the differences are computed from it isn't known.")
    case .none, .possible: break
    }
    if since < seq - 1 {
      let states =
        since + 2 == seq
        ? "State \(since + 1) has no proof of its own"
        : "States \(since + 1) to \(seq - 1) have no proof of their own"
      lines.append("\(states): any action after \(since) may be the cause.")
    }
    guard members.isEmpty || !members.allSatisfy(\.isReordered) else {
      lines.append("A set or a dictionary has no order of its own: encode it as it is, or sort its elements.")
      return lines
    }
    if type == ActionRecord.outsideChange {
      lines.append(
        "State \(since) is as recorded, and no reducer ran: the app's type of state doesn't hold what changed.")
      return lines
    }
    lines.append("State \(since) is as recorded: the reducer has changed since, or isn't pure.")
    return lines
  }

  /// The commands that show details.
  private func advice(file: String) -> [String] {
    let file = ShellWord.journal(file)
    return [
      "reduxlog show \(file)@\(seq) --action",
      "reduxlog show \(file)@\(since)",
      "reduxlog replay \(file) --to \(seq) --unchecked",
    ]
  }

  /// The difference and its places in one line, for an accepted divergence.
  package var warning: String {
    let pointers = members.map { $0.pointer.isEmpty ? "the whole state" : $0.pointer }
    return message + (pointers.isEmpty ? "" : ": \(pointers.joined(separator: ", "))")
  }
}

extension Divergence: JSONConvertible {
  package var json: JSONValue {
    var members: [(String, (any JSONConvertible)?)] = [
      ("seq", seq), ("since", since < seq - 1 ? since : nil), ("line", line), ("type", type),
      ("redaction", redaction == .none ? nil : mayBeRedaction),
    ]
    switch kind {
    case .state(let recorded, let replayed):
      members += [("recorded-hash", recorded), ("replayed-hash", replayed)]
    case .error(let recorded, let replayed):
      members += [("recorded-error", recorded.json), ("replayed-error", replayed.json)]
    }
    members.append(
      (
        "members",
        self.members.map { member in
          JSONReport.object([
            "pointer": member.pointer, "recorded": member.recorded.text, "replayed": member.replayed.text,
            "recorded-value": member.values.recorded, "replayed-value": member.values.replayed,
          ])
        }
      ))
    return .object(JSONObject(members: members))
  }
}

extension Divergence.Member {
  /// Whether the values are arrays of the same elements in another order.
  fileprivate var isReordered: Bool {
    guard let recorded = values.recorded, let replayed = values.replayed else { return false }
    return recorded.isReordered(in: replayed)
  }

  /// The difference: in values, if both are known.
  fileprivate var difference: String {
    if isReordered { return "the same elements in another order" }
    let place = (try? JSONPointer(pointer)) ?? .root
    let first = recorded == .unchanged ? "unchanged" : "recorded"
    let second = replayed == .unchanged ? "unchanged" : "replayed"
    if let difference = values.textDifference(first, second) { return difference }
    func text(_ effect: Divergence.Effect, _ value: JSONValue?) -> (text: String, isKnown: Bool) {
      if case .removed = effect { return ("removed", true) }
      guard let value else { return (effect.text, false) }
      return (value.labelled(at: place) + (effect == .unchanged ? " (unchanged)" : ""), true)
    }
    let (recorded, replayed) = (text(recorded, values.recorded), text(replayed, values.replayed))
    return recorded.isKnown && replayed.isKnown
      ? "\(recorded.text) → \(replayed.text) (recorded → replayed)"
      : "recorded \(recorded.text), replayed \(replayed.text)"
  }
}

extension Divergence.Values {
  /// What differs between two texts, unless both are shown whole.
  fileprivate func textDifference(_ first: String = "recorded", _ second: String = "replayed") -> String? {
    guard let old = recorded?.string, let new = replayed?.string, let difference = TextDifference(old, new) else {
      return nil
    }
    var text: StyledText = ""
    difference.write(to: &text, columns: nil)
    return "\(text.plain) (\(first) → \(second))"
  }

  /// The values, if both are known.
  func difference(at place: JSONPointer) -> String? {
    if let difference = textDifference() { return difference }
    guard let recorded = recorded?.labelled(at: place), let replayed = replayed?.labelled(at: place),
      // Shortened values may look the same.
      recorded != replayed
    else { return nil }
    return "\(recorded) → \(replayed) (recorded → replayed)"
  }

  /// The values as JSON; `nil` if none is known.
  var json: JSONValue? {
    if recorded == nil, replayed == nil { return nil }
    return JSONReport.object(["recorded": recorded, "replayed": replayed])
  }
}

extension Divergence.Effect {
  fileprivate var text: String {
    switch self {
    case .unchanged: "unchanged"
    case .removed: "removed"
    case .set(let short): short
    }
  }
}

extension Divergence {
  private static let namedMembers = 2

  /// The different behaviour of today's app in a sentence without a full stop.
  ///
  ///     project.delete no longer changes /items
  var inWords: String {
    switch kind {
    case .error(nil, let error?): return "\(type) is refused today: \(error)"
    case .error(let error?, nil): return "\(type) was refused when recorded, but not today: \(error)"
    case .error: return "\(type) is refused for another reason today"
    case .state: break
    }
    guard !members.isEmpty else { return "\(type) leads to another state than recorded" }
    var parts = members.prefix(Divergence.namedMembers).map(\.inWords)
    if members.count > Divergence.namedMembers {
      parts.append("changes \(members.count - Divergence.namedMembers) more places differently")
    }
    return "\(type) \(parts.joined(separator: ", "))"
  }
}

extension Divergence.Member {
  fileprivate var inWords: String {
    let place = pointer.isEmpty ? "the whole state" : pointer
    return switch (recorded, replayed) {
    case (.set, .unchanged): "no longer changes \(place)"
    case (.removed, .unchanged): "no longer removes \(place)"
    case (.unchanged, .set): "now changes \(place)"
    case (.unchanged, .removed), (.set, .removed): "now removes \(place)"
    case (.removed, .set): "now sets \(place) instead of removing it"
    case (.set, .set): "sets \(place) to another value"
    case (.unchanged, .unchanged), (.removed, .removed): "leads to another value of \(place)"
    }
  }
}
