import ChangedSamples
import Expectations
import ReduxJournal
import ReduxReplay
import StateTable
import StateTree
import Testing

@testable import Tasks

/// The bug of version 1.0, whose favourites were copies, as the sample's page describes it.
@Suite("The edit missing from the favourites")
struct FavouritesBugTests {
  private let path = Sample.path("Bugs/favourites.jsonl")

  @Test func `version 1_0 records this journal from its actions`() throws {
    let report = try Replayer<CopyingTasksApp>(path: path).verify()
    try expectEqual(JournalFile(path: path).header.app, AppIdentity(name: "tasks", version: "1.0", schema: 1))
    expectEqual(report.divergence, nil)
    expectEqual(report.actions, 26)
    expectEqual(report.proven, 27)
  }

  @Test func `in version 1_0 the list shows the edit, and the favourites don't`() throws {
    let tasks = try Replayer<CopyingTasksApp>(path: path).state(at: 26).tasks
    expectEqual(tasks.all[id: "plumber"]?.title, "Call Ms Keller (plumber), 555 0142")
    expectEqual(tasks.favourites.map(\.title).first, "Call the plumber")
  }

  @Test func `today the same session shows the edit on both`() throws {
    let state = try Replayer<TasksApp>(path: path).state(at: 26)
    expectEqual(
      state.favourites.map(\.title),
      [
        "Call Ms Keller (plumber), 555 0142", "Tax return, the form is in the blue folder",
        "Pick up Ada from football at 17:30",
      ])
    for row in state.favourites { #expect(state.list.contains(row)) }
  }

  @Test func `today's reducers lead to the journal's states, upgraded to today's shape`() throws {
    let report = try Replayer<TasksApp>(path: path).verify()
    expectEqual(report.divergence, nil)
    expectEqual(report.reshaped, 26)
    expectEqual(report.compared, 1)
    expectEqual(report.differing, 0)
  }

  @Test(arguments: [
    // The state of a user who had favourites before the upgrade.
    (
      #"{"tasks":{"all":{"ids":["a"],"entities":{"a":{"id":"a","title":"New","notes":""}}},"#
        + #""favourites":[{"id":"a","title":"Old","notes":""}]}}"#,
      #"{"tasks":{"all":{"ids":["a"],"entities":{"a":{"id":"a","title":"New","notes":""}}},"favourites":["a"]}}"#
    ),
    // Anything else is left to the decoder, which reports the error.
    (#"{"tasks":[]}"#, #"{"tasks":[]}"#),
    ("7", "7"),
  ])
  func `a state of schema 1 gets ids in place of copies`(old: String, new: String) throws {
    expectEqual(TasksApp.favouritesByID(try JSONValue(parsing: old)), (try JSONValue(parsing: new)))
  }
}
