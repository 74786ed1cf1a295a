import CommandLineKit
import ReduxReplay
import StateCoding
import StateTree

/// The options that change the actions of a replay.
enum EditOptions {
  static let skip = OptionSpecification(
    "skip", value: "RANGE", isRepeatable: true,
    help: "Skip an action (57) or several (57..60). Repeatable. Turns hash checks off.")
  static let withCaused = OptionSpecification(
    "with-caused", help: "Also skip what the skipped and replaced actions caused. See 'log --tree'.")
  static let replace = OptionSpecification(
    "replace", value: "N=JSON", isRepeatable: true,
    help: "Reduce another action in place of action N. JSON is as in 'record'. Repeatable. Turns hash checks off.")
  static let insert = OptionSpecification(
    "insert", value: "N=JSON", isRepeatable: true,
    help: "Reduce one more action after state N. Repeatable. Turns hash checks off.")

  static let all = [skip, withCaused, replace, insert]

  /// Reads the options of a call.
  ///
  /// - Parameter arguments: The call's arguments.
  /// - Returns: The changes.
  /// - Throws: `UsageError` for an option that can't be read.
  static func edits(_ arguments: ParsedArguments) throws(UsageError) -> ActionEdits {
    var edits = ActionEdits(withCaused: arguments.has(withCaused))
    for text in arguments[skip] { edits.skipped.append(try range(text)) }
    for text in arguments[replace] {
      let (seq, action) = try action(text, for: replace, from: 1)
      guard edits.replaced.updateValue(action, forKey: seq) == nil else {
        throw UsageError("option '--replace': action \(seq) is replaced twice")
      }
    }
    for text in arguments[insert] {
      let (seq, action) = try action(text, for: insert, from: 0)
      edits.inserted[seq, default: []].append(action)
    }
    guard !edits.skipsCaused || !edits.skipped.isEmpty || !edits.replaced.isEmpty else {
      throw UsageError("option '--with-caused' goes with '--skip' or '--replace'")
    }
    if let seq = edits.replaced.keys.sorted().first(where: { seq in edits.skipped.contains { $0.contains(seq) } }) {
      throw UsageError("action \(seq) can't be both skipped and replaced")
    }
    return edits
  }

  /// Checks that all changes are before the state where the replay stops, and that its app knows the given actions.
  ///
  /// - Throws: `UsageError` for the first one that isn't so.
  static func check(_ edits: ActionEdits, before seq: Int, _ app: any AppDriver) throws {
    if let range = edits.skipped.first(where: { $0.upperBound > seq }) {
      throw late(skip, "action \(max(range.lowerBound, seq + 1))", seq)
    }
    if let last = edits.replaced.keys.max(), last > seq { throw late(replace, "action \(last)", seq) }
    if let last = edits.inserted.keys.max(), last > seq { throw late(insert, "state \(last)", seq) }
    var session = try app.session(initial: nil)
    for (option, actions) in [(replace, Array(edits.replaced.values)), (insert, edits.inserted.values.flatMap(\.self))]
    {
      for action in actions {
        do { try session.read(JSONDocument(Array(action.compact.utf8)).root) } catch {
          throw UsageError(
            "option '--\(option.name)': \(action.compact) is not an action of the app: \(error.explanation)")
        }
      }
    }
  }

  private static func late(_ option: OptionSpecification, _ what: String, _ seq: Int) -> UsageError {
    UsageError("option '--\(option.name)': \(what) isn't before state \(seq), where the replay stops")
  }

  private static func range(_ text: String) throws(UsageError) -> ClosedRange<Int> {
    let ends = text.split(separator: ".", omittingEmptySubsequences: false)
    let lower = ends.first.flatMap { Int($0) }
    let upper = ends.count == 1 ? lower : ends.count == 3 && ends[1].isEmpty ? Int(ends[2]) : nil
    guard let lower, let upper, lower > 0, lower <= upper else {
      throw UsageError(
        "option '--skip': expected an action's seq, such as 57, or a range, such as 57..60, found '\(text)'")
    }
    return lower...upper
  }

  /// Reads `57={"add":{}}`.
  private static func action(
    _ text: String, for option: OptionSpecification, from least: Int
  ) throws(UsageError) -> (seq: Int, action: JSONValue) {
    let parts = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.count == 2, let seq = Int(parts[0]), seq >= least else {
      throw UsageError(
        "option '--\(option.name)': expected a seq and an action, such as 57='{\"add\":{\"_0\":3}}', found '\(text)'")
    }
    do { return (seq, try JSONDocument(Array(parts[1].utf8)).root.value) } catch {
      throw UsageError("option '--\(option.name)': '\(parts[1])' is not JSON: \(error)")
    }
  }
}
