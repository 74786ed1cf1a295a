import Expectations
import ReduxStore
import StateTable
import Tasks
import Testing

@Suite("TasksState")
struct TaskListTests {
  static let van = TaskItem(id: "van", title: "Book the van", due: "2026-04-10")
  static let boxes = TaskItem(id: "boxes", title: "Boxes", notes: "45", completed: "2026-04-09")
  static let keys = TaskItem(id: "keys", title: "Keys")
  static let initial = TasksState(all: [van, boxes, keys], favourites: ["keys", "boxes"])

  @Test(arguments: [
    (
      TasksAction.add(id: "post", title: "Redirect the post", due: "2026-04-20"),
      TasksState(
        all: [van, boxes, keys, TaskItem(id: "post", title: "Redirect the post", due: "2026-04-20")],
        favourites: ["keys", "boxes"])
    ),
    (
      .edit(id: "boxes", title: "Moving boxes"),
      TasksState(
        all: [van, TaskItem(id: "boxes", title: "Moving boxes", notes: "45", completed: "2026-04-09"), keys],
        favourites: ["keys", "boxes"])
    ),
    (
      .edit(id: "boxes", notes: ""),
      TasksState(
        all: [van, TaskItem(id: "boxes", title: "Boxes", completed: "2026-04-09"), keys],
        favourites: ["keys", "boxes"])
    ),
    (.edit(id: "boxes"), initial),
    (
      .schedule(id: "keys", due: "2026-05-31"),
      TasksState(
        all: [van, boxes, TaskItem(id: "keys", title: "Keys", due: "2026-05-31")], favourites: ["keys", "boxes"])
    ),
    (
      .schedule(id: "van"),
      TasksState(all: [TaskItem(id: "van", title: "Book the van"), boxes, keys], favourites: ["keys", "boxes"])
    ),
    (
      .complete(id: "keys", on: "2026-04-10"),
      TasksState(
        all: [van, boxes, TaskItem(id: "keys", title: "Keys", completed: "2026-04-10")], favourites: ["keys", "boxes"])
    ),
    (.complete(id: "boxes", on: "2026-04-10"), initial),
    (
      .reopen(id: "boxes"),
      TasksState(all: [van, TaskItem(id: "boxes", title: "Boxes", notes: "45"), keys], favourites: ["keys", "boxes"])
    ),
    (.reopen(id: "van"), initial),
    (.move(id: "keys", to: 0), TasksState(all: [keys, van, boxes], favourites: ["keys", "boxes"])),
    (.move(id: "van", to: .max), TasksState(all: [boxes, keys, van], favourites: ["keys", "boxes"])),
    (.favourite(id: "van"), TasksState(all: [van, boxes, keys], favourites: ["keys", "boxes", "van"])),
    (.favourite(id: "keys"), initial),
    (.unfavourite(id: "keys"), TasksState(all: [van, boxes, keys], favourites: ["boxes"])),
    (.unfavourite(id: "van"), initial),
    (.remove(id: "keys"), TasksState(all: [van, boxes], favourites: ["boxes"])),
    (.removeCompleted, TasksState(all: [van, keys], favourites: ["keys"])),
  ])
  func `an action changes its task`(action: TasksAction, expected: TasksState) {
    var state = Self.initial
    TasksState.reducer(&state, action)
    expectEqual(state, expected)
  }

  @Test(arguments: [
    TasksAction.add(id: "keys", title: "Other keys"), .edit(id: "milk", title: "Milk"),
    .schedule(id: "milk", due: "2026-05-31"), .complete(id: "milk", on: "2026-05-31"), .reopen(id: "milk"),
    .move(id: "milk", to: 0), .favourite(id: "milk"), .unfavourite(id: "milk"), .remove(id: "milk"),
  ])
  func `an action for a missing task or an existing id changes nothing`(action: TasksAction) {
    expectEqual(state(after: .tasks(action), from: AppState(tasks: Self.initial)), AppState(tasks: Self.initial))
  }
}
