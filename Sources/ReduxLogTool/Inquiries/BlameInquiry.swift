import CommandLineKit
import ReduxJournal
import ReduxReplay
import StateTree

/// Which steps last set values, or all that ever set one.
struct BlameInquiry: Codable, Hashable, Sendable {
  /// The seq of the state that has the values.
  let seq: Int
  /// The value, as a JSON Pointer.
  let place: String
  /// The number of levels below the value at which to look at values.
  let depth: Int
  /// The most steps that set the value itself, the newest first; `nil` for the last step of each value.
  let historyLimit: Int?

  /// The result of a search.
  struct Answer: Codable, Sendable {
    /// A step that set a value, or removed it.
    struct Setting: Codable, Hashable, Sendable {
      /// The seq of the first known state after it.
      var seq: Int
      /// The seq of the last known state before it; `nil` if the journal begins with the value.
      var previous: Int?
      /// Whether there are states between the two, which are unknown.
      var isUncertain = false
      /// The pointer to the value in the state after it; `nil` if the step removed the value.
      var place: String?
      /// The pointer to the value in the state before it; `nil` if the step created the value.
      var oldPlace: String?
      /// The value before it as JSON text, in a history or if the step removed it; `nil` if it is too long.
      var old: String?
      /// The value after it as JSON text; `nil` if it is too long.
      var new: String?
    }

    /// In the order of the values, or the newest first.
    var settings: [Setting] = []
    /// Whether a history has older steps.
    var hasOlder = false
    /// The state that the search had reached when the user stopped it.
    var stoppedAt: Int?
  }

  /// Follows the history of the state back, until the user stops it.
  ///
  /// - Throws: `JournalError`, `ReplayError`, `CommandFailure`, or the errors of `onStep`, which gets the number of states
  ///   that were looked at.
  func answer(_ file: JournalFile, _ apps: AppCatalog, onStep: (Int) throws -> Void) throws -> Answer {
    var search = try BlameSearch(self, in: file, apps)
    do { try search.run(onStep: onStep) } catch is Interrupted {
      var answer = try search.answer()
      answer.stoppedAt = search.reached
      return answer
    }
    return try search.answer()
  }
}
