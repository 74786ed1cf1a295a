import Expectations
import StateTable
import Tasks
import Testing

@Suite("TasksApp.reducer")
struct CompositionTests {
  static let initial = AppState(
    tasks: TaskListTests.initial, calendar: CalendarState(shown: "2026-04-10"),
    trends: TrendsState(days: [DayTrend(day: "2026-04-09", completed: 1)]))

  /// Returns the initial state after a change.
  static func changed(_ change: (inout AppState) -> Void) -> AppState {
    var state = initial
    change(&state)
    return state
  }

  @Test(arguments: [
    (AppAction.calendar(.show("2026-05-31")), changed { $0.calendar.shown = "2026-05-31" }),
    (.calendar(.turn(weeks: 2)), changed { $0.calendar.shown = "2026-04-24" }),
    (.calendar(.turn(weeks: -2)), changed { $0.calendar.shown = "2026-03-27" }),
    (.calendar(.turn(weeks: .max)), initial),
    (.calendar(.turn(weeks: .max / 7)), changed { $0.calendar.shown = "9999-12-31" }),
    (.trends(.group(by: .week)), changed { $0.trends.grouping = .week }),
    (.settings(.sort(by: .title)), changed { $0.settings.sort = .title }),
    (.settings(.beginWeek(on: .sunday)), changed { $0.settings.firstWeekday = .sunday }),
    (.settings(.showCompleted(false)), changed { $0.settings.showsCompleted = false }),
    (.tasks(.favourite(id: "van")), changed { $0.tasks.favourites = ["keys", "boxes", "van"] }),
  ])
  func `an action of a slice changes that slice alone`(action: AppAction, expected: AppState) {
    expectEqual(state(after: action, from: Self.initial), expected)
  }

  @Test func `a calendar that was never opened doesn't turn`() {
    expectEqual(state(after: .calendar(.turn(weeks: 1))), AppState())
  }

  @Test(arguments: [
    ([TasksAction.complete(id: "van", on: "2026-04-09")], [DayTrend(day: "2026-04-09", completed: 2)]),
    (
      [.complete(id: "van", on: "2026-04-10")],
      [DayTrend(day: "2026-04-09", completed: 1), DayTrend(day: "2026-04-10", completed: 1)]
    ),
    (
      // Only the first time, and on that day.
      [.complete(id: "van", on: "2026-04-10"), .complete(id: "van", on: "2026-04-11")],
      [DayTrend(day: "2026-04-09", completed: 1), DayTrend(day: "2026-04-10", completed: 1)]
    ),
    ([.complete(id: "milk", on: "2026-04-09")], [DayTrend(day: "2026-04-09", completed: 1)]),
    // On its day of completion, whichever day it is.
    ([.reopen(id: "boxes")], []),
    ([.reopen(id: "boxes"), .reopen(id: "boxes")], []),
    ([.complete(id: "van", on: "2026-04-09"), .reopen(id: "boxes")], [DayTrend(day: "2026-04-09", completed: 1)]),
    // Deleted tasks still count.
    ([.remove(id: "boxes")], [DayTrend(day: "2026-04-09", completed: 1)]),
    ([.removeCompleted], [DayTrend(day: "2026-04-09", completed: 1)]),
  ])
  func `trends count completed tasks and uncount reopened ones`(actions: [TasksAction], days: [DayTrend]) {
    var state = Self.initial
    for action in actions { TasksApp.reduce(&state, .tasks(action)) }
    expectEqual(Array(state.trends.days), days)
  }
}
