import Expectations
import StateTable
import Tasks
import Testing

@Suite("Screens")
struct ScreenTests {
  /// Three tasks, two of them due in the calendar's week.
  static let initial = AppState(
    tasks: TasksState(
      all: [
        TaskItem(id: "van", title: "book the van", due: "2026-04-10"),
        TaskItem(id: "keys", title: "Keys", notes: "all five"),
        TaskItem(id: "boxes", title: "Boxes", due: "2026-04-08", completed: "2026-04-09"),
      ], favourites: ["boxes", "van"]),
    calendar: CalendarState(shown: "2026-04-10"))

  static let van = TaskRow(id: "van", title: "book the van", due: "2026-04-10", isFavourite: true)
  static let keys = TaskRow(id: "keys", title: "Keys")
  static let boxes = TaskRow(id: "boxes", title: "Boxes", due: "2026-04-08", isCompleted: true, isFavourite: true)

  /// A task as each of the four screens shows it.
  struct Shown: Equatable {
    var list: TaskRow?
    var calendar: TaskRow?
    var favourites: TaskRow?
    var detail: TaskRow?

    init(_ id: TaskItem.ID, in state: AppState) {
      list = state.list.first { $0.id == id }
      calendar = state.week.flatMap(\.rows).first { $0.id == id }
      favourites = state.favourites.first { $0.id == id }
      detail = state.detail(of: id)?.row
    }

    init(everywhere row: TaskRow) {
      (list, calendar, favourites, detail) = (row, row, row, row)
    }
  }

  @Test(arguments: [
    (
      TasksAction.edit(id: "van", title: "Van: Saturday, 8:00"),
      TaskRow(id: "van", title: "Van: Saturday, 8:00", due: "2026-04-10", isFavourite: true)
    ),
    (
      .schedule(id: "van", due: "2026-04-07"),
      TaskRow(id: "van", title: "book the van", due: "2026-04-07", isFavourite: true)
    ),
    (
      .complete(id: "van", on: "2026-04-10"),
      TaskRow(id: "van", title: "book the van", due: "2026-04-10", isCompleted: true, isFavourite: true)
    ),
  ])
  func `an edit on one screen shows on all of them`(action: TasksAction, row: TaskRow) {
    expectEqual(Shown("van", in: Self.initial), Shown(everywhere: Self.van))
    expectEqual(Shown("van", in: state(after: .tasks(action), from: Self.initial)), Shown(everywhere: row))
  }

  @Test func `a removed task is gone from all of them`() {
    let shown = Shown("van", in: state(after: .tasks(.remove(id: "van")), from: Self.initial))
    expectEqual([shown.list, shown.calendar, shown.favourites, shown.detail], [nil, nil, nil, nil])
  }

  @Test(arguments: [
    (SettingsState(), [van, keys, boxes]),
    (SettingsState(sort: .due), [boxes, van, keys]),
    (SettingsState(sort: .title), [van, boxes, keys]),
    (SettingsState(showsCompleted: false), [van, keys]),
    (SettingsState(sort: .due, showsCompleted: false), [van, keys]),
  ])
  func `the list follows the settings' order and filter`(settings: SettingsState, rows: [TaskRow]) {
    var state = Self.initial
    state.settings = settings
    expectEqual(state.list, rows)
  }

  @Test func `tasks due on the same day are sorted by title`() {
    let state = AppState(
      tasks: TasksState(all: [
        TaskItem(id: "1", title: "B", due: "2026-04-10"), TaskItem(id: "2", title: "A", due: "2026-04-10"),
        TaskItem(id: "3", title: "A"), TaskItem(id: "0", title: "A"),
      ]), settings: SettingsState(sort: .due))
    expectEqual(state.list.map(\.id), ["2", "1", "0", "3"])
  }

  @Test func `favourites are in the order of their addition`() {
    expectEqual(Self.initial.favourites, [Self.boxes, Self.van])
  }

  @Test func `a task's detail screen has its notes and its day of completion`() {
    expectEqual(Self.initial.detail(of: "keys"), TaskDetail(row: Self.keys, notes: "all five"))
    expectEqual(Self.initial.detail(of: "boxes"), TaskDetail(row: Self.boxes, completed: "2026-04-09"))
    expectEqual(Self.initial.detail(of: "milk"), nil)
  }

  @Test func `the calendar shows a week day by day with its due tasks`() {
    expectEqual(
      Self.initial.week,
      [
        CalendarDay(day: "2026-04-06"), CalendarDay(day: "2026-04-07"),
        CalendarDay(day: "2026-04-08", rows: [Self.boxes]), CalendarDay(day: "2026-04-09"),
        CalendarDay(day: "2026-04-10", isShown: true, rows: [Self.van]), CalendarDay(day: "2026-04-11"),
        CalendarDay(day: "2026-04-12"),
      ])
    var state = Self.initial
    state.settings.firstWeekday = .friday
    expectEqual(state.week.map(\.day).first, "2026-04-10")
    state.calendar.shown = nil
    #expect(state.week.isEmpty)
    state.calendar.shown = "9999-12-31"
    expectEqual(state.week.last, CalendarDay(day: "9999-12-31", isShown: true))
  }

  @Test func `the chart has a bar for each day or week with completed tasks`() {
    var state = Self.initial
    state.trends.days = [
      DayTrend(day: "2026-04-12", completed: 1), DayTrend(day: "2026-04-06", completed: 2),
      DayTrend(day: "2026-04-20", completed: 4),
    ]
    expectEqual(
      state.chart,
      [
        TrendBar(start: "2026-04-06", completed: 2), TrendBar(start: "2026-04-12", completed: 1),
        TrendBar(start: "2026-04-20", completed: 4),
      ])
    state.trends.grouping = .week
    expectEqual(
      state.chart, [TrendBar(start: "2026-04-06", completed: 3), TrendBar(start: "2026-04-20", completed: 4)])
    state.settings.firstWeekday = .sunday
    expectEqual(
      state.chart,
      [
        TrendBar(start: "2026-04-05", completed: 2), TrendBar(start: "2026-04-12", completed: 1),
        TrendBar(start: "2026-04-19", completed: 4),
      ])
  }
}
