import Expectations
import ReduxReplay
import StateCoding
import StateTable
import StateTree
import Tasks
import Testing

@Suite("Coding")
struct CodingTests {
  @Test(arguments: [
    (
      AppAction.tasks(.add(id: "van", title: "Book the van", due: "2026-04-10")),
      #"{"tasks":{"_0":{"add":{"id":"van","title":"Book the van","due":"2026-04-10"}}}}"#
    ),
    (.tasks(.schedule(id: "van")), #"{"tasks":{"_0":{"schedule":{"id":"van"}}}}"#),
    (.tasks(.removeCompleted), #"{"tasks":{"_0":{"removeCompleted":{}}}}"#),
    (.calendar(.show("2026-04-10")), #"{"calendar":{"_0":{"show":{"_0":"2026-04-10"}}}}"#),
    (.trends(.group(by: .week)), #"{"trends":{"_0":{"group":{"by":"week"}}}}"#),
    (.settings(.beginWeek(on: .sunday)), #"{"settings":{"_0":{"beginWeek":{"on":"sunday"}}}}"#),
  ])
  func `an action encodes as its cases and labels and decodes`(action: AppAction, json: String) throws {
    try expectEqual(StateEncoder().encode(action), Array(json.utf8))
    try expectEqual(TasksApp.actions.decode(written: JSONDocument(Array(json.utf8)).root), action)
  }

  @Test func `a state encodes slice by slice, each task once, and decodes`() throws {
    let state = AppState(
      tasks: TasksState(
        all: [TaskItem(id: "van", title: "Book the van", due: "2026-04-10"), TaskItem(id: "keys", title: "Keys")],
        favourites: ["keys"]),
      calendar: CalendarState(shown: "2026-04-10"),
      trends: TrendsState(days: [DayTrend(day: "2026-04-09", completed: 2)]))
    let json = """
      {"tasks":{"all":{"ids":["van","keys"],"entities":{\
      "van":{"id":"van","title":"Book the van","notes":"","due":"2026-04-10"},\
      "keys":{"id":"keys","title":"Keys","notes":""}}},"favourites":["keys"]},\
      "calendar":{"shown":"2026-04-10"},\
      "trends":{"days":{"ids":["2026-04-09"],"entities":{"2026-04-09":{"day":"2026-04-09","completed":2}}},\
      "grouping":"day"},\
      "settings":{"sort":"manual","firstWeekday":"monday","showsCompleted":true}}
      """
    try expectEqual(StateEncoder().encode(state), Array(json.utf8))
    try expectEqual(StateDecoder().decode(AppState.self, from: Array(json.utf8)), state)
  }
}
