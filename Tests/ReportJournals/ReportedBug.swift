import Accounts
import ChangedSamples
import Feed
import Movies
package import ReduxReplay
import Tasks
import TestSupport
import Tracker

/// A bug of a sample's README, with the journal that a report of it shows.
///
/// The journals are self-contained, because today's reducers no longer have the bugs.
package struct ReportedBug: Sendable, CustomStringConvertible {
  /// The name of the self-contained journal.
  package let name: String
  /// The recorded journal, in the repository.
  package let recording: String
  /// The app with the reducers of that version.
  package let app: any ReplayableApp.Type
  /// The app with today's reducers, which a report replays with.
  package let today: any ReplayableApp.Type
  /// What the user wrote.
  package let complaint: String
  /// The seq that explains the complaint.
  package let seq: Int
  /// The label of the action that led to it; `nil` if no action did.
  package let action: String?

  package var description: String { name }

  /// The path of the self-contained journal.
  package var path: String { Repository.path("Tests/ReportJournals/Files/\(name).jsonl") }

  /// The bugs of all samples.
  package static let all = [
    ReportedBug(
      name: "accounts-tunnel", recording: "Samples/Accounts/Bugs/tunnel.jsonl", app: ChangedAccountsApp.self,
      today: AccountsApp.self,
      complaint: """
        I was on the train, filling in the transfer for the rent. Suddenly the account at the top of the form was \
        blank, and I couldn't tap Send any more, whatever I typed. I had to start again.
        """,
      seq: 24, action: "list.loaded"),
    ReportedBug(
      name: "feed-lost-name", recording: "Samples/Feed/Bugs/lost-name.jsonl", app: FeedApp.self, today: FeedApp.self,
      complaint: """
        I changed my name to Ada L. this morning. In the evening the app had my old name again, so I changed it once \
        more. It also keeps showing me posts that I've read.
        """,
      seq: 21, action: nil),
    ReportedBug(
      name: "movies-late-answer", recording: "Samples/Movies/Bugs/late-answer.jsonl", app: LateAnswerMoviesApp.self,
      today: MoviesApp.self,
      complaint: "I typed alien and opened the first result. It was Aladdin.",
      seq: 21, action: "SearchAction.receive"),
    ReportedBug(
      name: "tasks-favourites", recording: "Samples/Tasks/Bugs/favourites.jsonl", app: CopyingTasksApp.self,
      today: TasksApp.self,
      complaint: """
        I put the plumber's name and number into the title of the task. The list shows them. The favourites still say \
        "Call the plumber". It was the same with the tax return, which some time later was right by itself.
        """,
      seq: 19, action: "tasks.edit"),
    ReportedBug(
      name: "tracker-forgotten-date", recording: "Samples/Tracker/Bugs/forgotten-date.jsonl",
      app: ForgetfulTrackerApp.self, today: TrackerApp.self,
      complaint: """
        Just before eight I moved Monday's ride home to the right time. The ride is right now. But the list still says \
        that I last changed Bike to work half an hour earlier, so my backup left it out. It doesn't always happen: that \
        evening I also corrected a note about the piano, and there the list is right.
        """,
      seq: 123, action: "item.update"),
  ]

  /// Replays the recorded journal with the reducers of its version.
  ///
  /// - Returns: The bytes of its self-contained copy.
  /// - Throws: `JournalError` or `ReplayError`.
  package func baked() throws -> [UInt8] {
    func bytes<App: ReplayableApp>(_: App.Type) throws -> [UInt8] {
      var bytes: [UInt8] = []
      _ = try Replayer<App>(path: Repository.path(recording)).bake(onStep: { _ in }, write: { bytes += $0 })
      return bytes
    }
    return try bytes(app)
  }
}
