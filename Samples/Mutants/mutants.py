"""Bugs that were put into four samples on purpose, to measure what finds them.

Each mutant stands alone: apply it to a fresh copy of the package. `python3 mutants.py` checks that all still apply. It
needs nothing but Python.
"""

import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import Literal

ROOT = Path(__file__).resolve().parents[2]


@dataclass(frozen=True)
class Mutant:
    """A bug.

    Up to a colon, `kind` is one of a few words. With `coding`, the state is right in memory, and encoding or decoding
    changes it. `shows` names the shortest actions that show the bug, and what is then wrong.

    `changes` has the form of a diff without numbers: `@ FILE`, then whole lines that stand in the file (` `, or empty),
    that go (`-`), and that come (`+`). What stands there and what goes occurs once in the file.
    """

    name: str
    kind: str
    difficulty: Literal["easy", "medium", "hard"]
    shows: str
    changes: str

    @property
    def sample(self) -> str:
        """The sample's folder."""
        return self.name.split("-")[0].capitalize()

    @property
    def group(self) -> str:
        """The kind up to its colon."""
        return self.kind.split(":")[0]

    def apply(self, root: Path) -> dict[Path, str]:
        """Returns the changed files below a folder of the package, with their new texts. Writes nothing.

        Raises `ValueError` if a change doesn't fit exactly one place.
        """
        texts: dict[Path, str] = {}
        for change in self.changes.removeprefix("\n@ ").split("\n@ "):
            name, *lines = change.removesuffix("\n").split("\n")
            path = root / "Samples" / self.sample / name
            old = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "+")
            new = "".join(f"{line[1:]}\n" for line in lines if line[:1] != "-")
            text = texts.get(path, path.read_text())
            count = f"\n{text}".count(f"\n{old}")
            if count != 1:
                raise ValueError(f"{self.name}: {path} has {count} times:\n{old}")
            texts[path] = f"\n{text}".replace(f"\n{old}", f"\n{new}")[1:]
        return texts


MUTANTS = (
    # Tracker
    Mutant(
        "tracker-01-delete-keeps-items",
        "cascade: missing",
        "easy",
        "project.create p; item.create i of p; project.delete p: /items/i is still there (should be gone).",
        r"""
@ TrackerApp+Projects.swift
-      state.items = state.items.filter { $0.value.projectID != id }
""",
    ),
    Mutant(
        "tracker-02-orphan-item",
        "guard: dropped",
        "easy",
        "item.create i of the unknown project x in the initial state: the item is added instead of noSuchProject.",
        r"""
@ TrackerApp+Items.swift
-      guard state.projects[projectID] != nil else { throw .noSuchProject(projectID) }
""",
    ),
    Mutant(
        "tracker-03-delete-touches-wrong-id",
        "key: wrong id",
        "easy",
        "project.create p at 1; item.create i of p at 2; item.delete i at 3: /projects/p/updated stays 2 instead of 3.",
        r"""
@ TrackerApp+Items.swift
       guard let item = state.items.removeValue(forKey: id) else { throw .noSuchItem(id) }
-      state.projects[item.projectID]?.updated = time
+      state.projects[id]?.updated = time
""",
    ),
    Mutant(
        "tracker-04-new-project-first",
        "order: of elements",
        "easy",
        "project.create a; project.create b: projectIDs is [b, a] instead of [a, b].",
        r"""
@ TrackerApp+Projects.swift
-      state.projectIDs.append(id)
+      state.projectIDs.insert(id, at: 0)
""",
    ),
    Mutant(
        "tracker-05-notes-not-cleared",
        "boundary: of a condition",
        "medium",
        "project.create p; item.create i of p with notes 'x'; item.update i with notes '': the notes stay 'x'.",
        r"""
@ TrackerApp+Items.swift
-      if let notes { item.notes = notes }
+      if let notes, !notes.isEmpty { item.notes = notes }
""",
    ),
    Mutant(
        "tracker-06-title-or-units",
        "members: two interact",
        "medium",
        "project.create p; project.update p with a title and units in one action: the units stay as they were.",
        r"""
@ TrackerApp+Projects.swift
-      if let title { project.title = title }
-      if let units { project.units = units }
+      if let title {
+        project.title = title
+      } else if let units {
+        project.units = units
+      }
""",
    ),
    Mutant(
        "tracker-07-encoded-order-sorted",
        "coding: order lost",
        "medium",
        "project.create b; project.create a: projectIDs is [b, a] in memory, but encoded and decoded as [a, b].",
        r"""
@ TrackerState.swift
     self.navigation = navigation
   }
+
+  private enum CodingKeys: String, CodingKey {
+    case projects, projectIDs, items, navigation
+  }
+
+  /// Encodes the state, with the ids in a stable order.
+  public func encode(to encoder: any Encoder) throws {
+    var container = encoder.container(keyedBy: CodingKeys.self)
+    try container.encode(projects, forKey: .projects)
+    try container.encode(projectIDs.sorted(), forKey: .projectIDs)
+    try container.encode(items, forKey: .items)
+    try container.encodeIfPresent(navigation, forKey: .navigation)
+  }
""",
    ),
    Mutant(
        "tracker-08-drafts-stay-elsewhere",
        "cascade: missing",
        "medium",
        (
            "project.create p; navigation.setData for /projects/p/i; navigation.setRoute /projects; project.delete p: the"
            " draft of /projects/p/i stays, because the user isn't on the deleted screen."
        ),
        r"""
@ TrackerNavigation.swift
+    guard route.segments.starts(with: gone.segments) else { return }
     data = data.filter { !$0.key.segments.starts(with: gone.segments) }
-    if route.segments.starts(with: gone.segments) { route = gone.parent }
+    route = gone.parent
""",
    ),
    Mutant(
        "tracker-09-route-stays-in-editor",
        "cascade: missing",
        "medium",
        (
            "project.create p; navigation.setRoute /projects/p/i; project.delete p: the route stays in the editor of the "
            "deleted project instead of /projects."
        ),
        r"""
@ TrackerNavigation.swift
-    if route.segments.starts(with: gone.segments) { route = gone.parent }
+    if route == gone { route = gone.parent }
""",
    ),
    Mutant(
        "tracker-10-order-of-dictionary",
        "impurity",
        "medium",
        (
            "project.create a, b, c, d, e; project.delete c: projectIDs comes in the dictionary's order, which differs "
            "per process (should be [a, b, d, e])."
        ),
        r"""
@ TrackerApp+Projects.swift
-      state.projectIDs.removeAll { $0 == id }
+      state.projectIDs = Array(state.projects.keys)
""",
    ),
    Mutant(
        "tracker-11-item-taken-over",
        "guard: weakened",
        "hard",
        (
            "project.create p; project.create q; item.create i of p; item.create i of q: i moves to q instead of "
            "itemExists."
        ),
        r"""
@ TrackerApp+Items.swift
-      guard state.items[id] == nil else { throw .itemExists(id) }
+      guard state.items[id]?.projectID != projectID else { throw .itemExists(id) }
""",
    ),
    Mutant(
        "tracker-12-route-as-text-prefix",
        "key: wrong key",
        "hard",
        (
            "project.create run; item.create run-1 of run; navigation.setData for /projects/run/run-10; item.delete "
            "run-1: the draft of run-10 is lost as well (ids where one is a prefix of the other)."
        ),
        r"""
@ TrackerNavigation.swift
-    data = data.filter { !$0.key.segments.starts(with: gone.segments) }
+    data = data.filter { !$0.key.description.hasPrefix(gone.description) }
""",
    ),
    Mutant(
        "tracker-13-crash-same-draft-id",
        "crash",
        "hard",
        (
            "project.create p; navigation.setData for /projects/p/new; navigation.setData for /projects/q/new; "
            "project.delete p: traps, because two drafts have the same last segment."
        ),
        r"""
@ TrackerNavigation.swift
-    data = data.filter { !$0.key.segments.starts(with: gone.segments) }
+    let drafts = Dictionary(uniqueKeysWithValues: data.keys.map { ($0.segments.last, $0) })
+    for draft in drafts.values where draft.segments.starts(with: gone.segments) { data[draft] = nil }
""",
    ),
    Mutant(
        "tracker-14-crash-empty-route",
        "crash",
        "hard",
        (
            "project.create p; navigation.setData for /projects/p/i before any setRoute; project.delete p: index out of "
            "range, because there is a navigation with an empty route."
        ),
        r"""
@ TrackerNavigation.swift
+    guard route.segments[0] == gone.segments[0] else { return }
     if route.segments.starts(with: gone.segments) { route = gone.parent }
""",
    ),
    Mutant(
        "tracker-15-counts-not-restored",
        "coding: cache not restored, crash later",
        "hard",
        (
            "project.create p; item.create i of p; encode and decode the state; item.delete i: traps on the missing count"
            " (without the round trip all encoded states are right)."
        ),
        r"""
@ TrackerState.swift
   public var navigation: TrackerNavigation?
+  /// The number of items of each project; not encoded, because it follows from the items.
+  var counts: [Project.ID: Int] = [:]
+
+  private enum CodingKeys: String, CodingKey {
+    case projects, projectIDs, items, navigation
+  }
@ TrackerApp+Items.swift
       state.items[id] = Item(id: id, projectID: projectID, amount: amount, timestamp: timestamp, notes: notes)
+      state.counts[projectID, default: 0] += 1
@ TrackerApp+Items.swift
       guard let item = state.items.removeValue(forKey: id) else { throw .noSuchItem(id) }
+      state.counts[item.projectID]! -= 1
@ TrackerApp+Projects.swift
       state.projectIDs.removeAll { $0 == id }
+      state.counts[id] = nil
""",
    ),
    # Tasks
    Mutant(
        "tasks-01-due-not-removed",
        "write: forgotten",
        "easy",
        "tasks.add a with a due day; tasks.schedule a without one: the due day stays.",
        r"""
@ Tasks/TasksState+Reducer.swift
-      state.all.update(id) { $0.due = due }
+      state.all.update(id) { $0.due = due ?? $0.due }
""",
    ),
    Mutant(
        "tasks-02-counts-after-completing",
        "order: of the reducers",
        "easy",
        (
            "tasks.add a; tasks.complete a: /trends/days stays empty, because the task is already completed when it is "
            "counted."
        ),
        r"""
@ App/TasksApp.swift
+    TasksState.reducer.pullback(state: \.tasks, action: tasks),
     TrendsState.completions.pullback(state: \.self, action: tasks),
-    TasksState.reducer.pullback(state: \.tasks, action: tasks),
""",
    ),
    Mutant(
        "tasks-03-uncount-to-zero",
        "boundary: off by one",
        "easy",
        (
            "tasks.add a; tasks.complete a; tasks.reopen a: the day's trend stays with 0 completed tasks instead of being"
            " removed."
        ),
        r"""
@ Trends/TrendsState.swift
-    days[id: day] = trend.completed > 1 ? DayTrend(day: day, completed: trend.completed - 1) : nil
+    days[id: day] = trend.completed >= 1 ? DayTrend(day: day, completed: trend.completed - 1) : nil
""",
    ),
    Mutant(
        "tasks-04-off-setting-lost",
        "coding: member left out",
        "easy",
        "settings.showCompleted false: encoded without the member, and decoded as true.",
        r"""
@ Settings/SettingsState.swift
     self.showsCompleted = showsCompleted
   }
+
+  private enum CodingKeys: String, CodingKey {
+    case sort, firstWeekday, showsCompleted
+  }
+
+  /// Decodes settings; the first version had no `showsCompleted`.
+  public init(from decoder: any Decoder) throws {
+    let container = try decoder.container(keyedBy: CodingKeys.self)
+    sort = try container.decode(Sort.self, forKey: .sort)
+    firstWeekday = try container.decode(Weekday.self, forKey: .firstWeekday)
+    showsCompleted = try container.decodeIfPresent(Bool.self, forKey: .showsCompleted) ?? true
+  }
+
+  /// Encodes the settings that are on.
+  public func encode(to encoder: any Encoder) throws {
+    var container = encoder.container(keyedBy: CodingKeys.self)
+    try container.encode(sort, forKey: .sort)
+    try container.encode(firstWeekday, forKey: .firstWeekday)
+    if showsCompleted { try container.encode(true, forKey: .showsCompleted) }
+  }
""",
    ),
    Mutant(
        "tasks-05-copy-with-system-uuid",
        "impurity",
        "easy",
        (
            "tasks.add a; tasks.duplicate a: the copy's id is another one in each replay, although the action has the "
            "same inputs."
        ),
        r"""
@ Tasks/TasksState+Reducer.swift
 import StateCoding
+#if canImport(FoundationEssentials)
+  import FoundationEssentials
+#else
+  import Foundation
+#endif
@ Tasks/TasksState+Reducer.swift
-      state.all.add(TaskItem(id: "\(ReplayInputs.uuid())", title: task.title, notes: task.notes, due: task.due))
+      state.all.add(TaskItem(id: UUID().uuidString, title: task.title, notes: task.notes, due: task.due))
""",
    ),
    Mutant(
        "tasks-06-completed-twice-moves",
        "guard: dropped",
        "medium",
        (
            "tasks.add a; tasks.complete a on 2026-03-01; tasks.complete a on 2026-03-02: completed becomes 2026-03-02, "
            "and the trends still count it on 03-01."
        ),
        r"""
@ Tasks/TasksState+Reducer.swift
-      state.all.update(id) { $0.completed = $0.completed ?? day }
+      state.all.update(id) { $0.completed = day }
""",
    ),
    Mutant(
        "tasks-07-move-down-one-short",
        "boundary: off by one",
        "medium",
        "tasks.add a, b, c; tasks.move a to 2: [b, a, c] instead of [b, c, a]; moves up are right.",
        r"""
@ Tasks/TasksState+Reducer.swift
-      state.all.move(id, to: position)
+      state.all.move(id, to: position > (state.all.index(of: id) ?? 0) ? position - 1 : position)
""",
    ),
    Mutant(
        "tasks-08-removing-uncounts",
        "cascade: wrong",
        "medium",
        "tasks.add a; tasks.complete a; tasks.remove a: the day's trend goes, although removed tasks still count.",
        r"""
@ Trends/TrendsState+Reducer.swift
-    case .reopen(let id):
+    case .reopen(let id), .remove(let id):
@ Trends/TrendsState+Reducer.swift
-    case .add, .edit, .schedule, .move, .favourite, .unfavourite, .duplicate, .remove, .removeCompleted:
+    case .add, .edit, .schedule, .move, .favourite, .unfavourite, .duplicate, .removeCompleted:
""",
    ),
    Mutant(
        "tasks-09-completed-not-scheduled",
        "members: two interact",
        "medium",
        "tasks.add a; tasks.complete a; tasks.schedule a with a day: the due day stays nil.",
        r"""
@ Tasks/TasksState+Reducer.swift
-      state.all.update(id) { $0.due = due }
+      state.all.update(id) { $0.due = $0.completed == nil ? due : $0.due }
""",
    ),
    Mutant(
        "tasks-10-copy-is-completed",
        "write: stale value copied",
        "medium",
        "tasks.add a; tasks.complete a; tasks.duplicate a: the copy is completed instead of open, and not counted.",
        r"""
@ Tasks/TasksState+Reducer.swift
-      state.all.add(TaskItem(id: "\(ReplayInputs.uuid())", title: task.title, notes: task.notes, due: task.due))
+      state.all.add(TaskItem(id: "\(ReplayInputs.uuid())", title: task.title, notes: task.notes, due: task.due, completed: task.completed))
""",
    ),
    Mutant(
        "tasks-11-encoded-trends-sorted",
        "coding: order lost",
        "medium",
        (
            "tasks.add a; tasks.add b; tasks.complete a on 2026-03-10; tasks.complete b on 2026-03-05: days is [03-10, "
            "03-05] in memory, but encoded and decoded as [03-05, 03-10]."
        ),
        r"""
@ Trends/TrendsState.swift
     self.grouping = grouping
   }
+
+  private enum CodingKeys: String, CodingKey {
+    case days, grouping
+  }
+
+  /// Encodes the days in calendar order.
+  public func encode(to encoder: any Encoder) throws {
+    var container = encoder.container(keyedBy: CodingKeys.self)
+    var sorted = days
+    sorted.sort { $0.day < $1.day }
+    try container.encode(sorted, forKey: .days)
+    try container.encode(grouping, forKey: .grouping)
+  }
""",
    ),
    Mutant(
        "tasks-12-favourite-again",
        "guard: weakened",
        "hard",
        "tasks.add a; tasks.add b; tasks.favourite a; tasks.favourite b; tasks.favourite a: favourites is [a, b, a].",
        r"""
@ Tasks/TasksState+Reducer.swift
-      guard state.all.contains(id: id), !state.favourites.contains(id) else { return }
+      guard state.all.contains(id: id), state.favourites.last != id else { return }
""",
    ),
    Mutant(
        "tasks-13-crash-two-completed-favourites",
        "crash",
        "hard",
        (
            "tasks.add a; tasks.add b; favourite a; favourite b; complete a; complete b; removeCompleted: index out of "
            "range (with a third, open favourite the wrong one is removed instead); with one completed favourite all is "
            "right."
        ),
        r"""
@ Tasks/TasksState+Reducer.swift
-      state.favourites = state.favourites.filter { state.all.contains(id: $0) }
+      let gone = state.favourites.indices.filter { !state.all.contains(id: state.favourites[$0]) }
+      for index in gone { state.favourites.remove(at: index) }
""",
    ),
    Mutant(
        "tasks-14-crash-turning-too-far",
        "crash",
        "hard",
        (
            "calendar.show 2026-03-02; calendar.turn weeks 9223372036854775807: overflow; without a shown day it doesn't "
            "crash."
        ),
        r"""
@ Calendar/CalendarState+Reducer.swift
-      // A number of days that overflows `Int` changes nothing.
-      let days = weeks.multipliedReportingOverflow(by: 7)
-      guard !days.overflow else { return }
-      state.shown = state.shown?.advanced(by: days.partialValue)
+      state.shown = state.shown?.advanced(by: weeks * 7)
""",
    ),
    Mutant(
        "tasks-15-counted-not-restored",
        "coding: cache not restored",
        "hard",
        (
            "tasks.add a; tasks.complete a; encode and decode the state; tasks.reopen a: the trend stays (or complete a "
            "again: it counts twice). Without a round trip: add, complete, remove, add and complete the same id counts "
            "only once."
        ),
        r"""
@ Trends/TrendsState.swift
   public var grouping: Grouping
+  /// The tasks that are counted, so that none counts twice.
+  var counted: Set<TaskItem.ID> = []
+
+  private enum CodingKeys: String, CodingKey {
+    case days, grouping
+  }
@ Trends/TrendsState+Reducer.swift
-      guard let task = state.tasks.all[id: id], task.completed == nil else { return }
+      guard state.tasks.all.contains(id: id), state.trends.counted.insert(id).inserted else { return }
@ Trends/TrendsState+Reducer.swift
-      guard let day = state.tasks.all[id: id]?.completed else { return }
+      guard let day = state.tasks.all[id: id]?.completed, state.trends.counted.remove(id) != nil else { return }
""",
    ),
    # Movies
    Mutant(
        "movies-01-unsee-clears-wish",
        "key: wrong key",
        "easy",
        "AddToSeenlist 1; RemoveFromSeenlist 1: the film stays in the list of seen films.",
        r"""
@ Lists/ListsReducer.swift
-    state.seenlist[action.movie] = nil
+    state.wishlist[action.movie] = nil
""",
    ),
    Mutant(
        "movies-02-list-newest-first",
        "order: of elements",
        "easy",
        "CreateList l; AddToList l 1; AddToList l 2: [2, 1] instead of [1, 2].",
        r"""
@ Lists/ListsReducer.swift
-    state.custom[id: action.list]?.movies.append(action.movie)
+    state.custom[id: action.list]?.movies.insert(action.movie, at: 0)
""",
    ),
    Mutant(
        "movies-03-clear-forgets-generation",
        "write: forgotten",
        "easy",
        "SearchAction.request x page 1 generation 1; SearchAction.clear: the generation is 0 again instead of 1.",
        r"""
@ Search/SearchReducer.swift
-    state.results = Listing(generation: state.results.generation)
+    state.results = Listing()
""",
    ),
    Mutant(
        "movies-04-times-to-the-minute",
        "coding: rounding",
        "easy",
        "AddToWishlist 1 at 61 (or any time that isn't a full minute): encoded and decoded as 60.",
        r"""
@ Lists/ListsState.swift
     self.custom = custom
   }
+
+  private enum CodingKeys: String, CodingKey {
+    case wishlist, seenlist, custom
+  }
+
+  /// Encodes the lists, with times to the minute.
+  public func encode(to encoder: any Encoder) throws {
+    var container = encoder.container(keyedBy: CodingKeys.self)
+    try container.encode(wishlist.mapValues { ListsState.minute(of: $0) }, forKey: .wishlist)
+    try container.encode(seenlist.mapValues { ListsState.minute(of: $0) }, forKey: .seenlist)
+    try container.encode(custom, forKey: .custom)
+  }
+
+  private static func minute(of time: Date) -> Date {
+    Date(timeIntervalSinceReferenceDate: (time.timeIntervalSinceReferenceDate / 60).rounded(.down) * 60)
+  }
""",
    ),
    Mutant(
        "movies-05-seen-at-the-same-time",
        "boundary: of a condition",
        "medium",
        "AddToWishlist 1 at 100; AddToSeenlist 1 at 100 (or earlier): the film stays on the wish list.",
        r"""
@ Lists/ListsReducer.swift
 import StateTable
+
+#if canImport(FoundationEssentials)
+  import FoundationEssentials
+#else
+  import Foundation
+#endif
@ Lists/ListsReducer.swift
     state.seenlist[action.movie] = action.at
-    state.wishlist[action.movie] = nil
+    if let added = state.wishlist[action.movie], added < action.at { state.wishlist[action.movie] = nil }
""",
    ),
    Mutant(
        "movies-06-create-list-over-existing",
        "guard: dropped",
        "medium",
        "CreateList l 'A'; CreateList l 'B' (after AddToList, its films are lost, too): the list is replaced, not kept.",
        r"""
@ Lists/ListsReducer.swift
-    state.custom.add(CustomList(id: action.list, name: action.name))
+    state.custom.upsert(CustomList(id: action.list, name: action.name))
""",
    ),
    Mutant(
        "movies-07-person-keeps-old-name",
        "write: stale value",
        "medium",
        "ReceiveCredits 1 with person 5 'A'; ReceivePerson 5 with the name 'B': the name stays 'A'.",
        r"""
@ People/Person.swift
-    var person = newer
+    var person = self
""",
    ),
    Mutant(
        "movies-08-cast-through-a-set",
        "impurity",
        "medium",
        (
            "ReceiveCredits 1 with four or more unknown people: /people/all/ids has them in a set's order, another one "
            "per process."
        ),
        r"""
@ People/PeopleReducer.swift
-      state.learn(credits.cast.map { Person(id: $0.id, name: $0.name) })
+      state.learn(Array(Set(credits.cast.map { Person(id: $0.id, name: $0.name) })))
""",
    ),
    Mutant(
        "movies-09-awaited-not-encoded",
        "coding: member left out",
        "medium",
        (
            "RequestMenu popular page 1 generation 1; encode and decode the state; ReceiveMenu popular page 1 generation "
            "1: the answer no longer counts, the menu stays empty."
        ),
        r"""
@ Listing.swift
   public var failure: ServiceError?
+
+  private enum CodingKeys: String, CodingKey {
+    case ids, page, totalPages, generation, failure
+  }
""",
    ),
    Mutant(
        "movies-10-older-generation-counts",
        "guard: weakened, a late answer counts",
        "hard",
        (
            "RequestMenu popular page 1 generation 1; RequestMenu popular page 1 generation 2; ReceiveMenu popular page 1"
            " generation 1: the answer for the older list is shown (also SearchAction with the same text and page)."
        ),
        r"""
@ Listing.swift
-  public func awaits(page: Int, generation: Int) -> Bool { page == awaited && generation == self.generation }
+  public func awaits(page: Int, generation: Int) -> Bool { page == awaited && generation <= self.generation }
""",
    ),
    Mutant(
        "movies-11-seven-recent-searches",
        "boundary: off by one",
        "hard",
        "SearchAction.keep of eight different texts: seven remain instead of eight.",
        r"""
@ Search/SearchReducer.swift
-    state.recent.removeLast(max(0, state.recent.count - SearchState.recentLimit))
+    if state.recent.count >= SearchState.recentLimit { state.recent.removeLast() }
""",
    ),
    Mutant(
        "movies-12-crash-removing-absent-film",
        "crash",
        "hard",
        (
            "CreateList l; AddToList l 1; RemoveFromList l 2: traps on nil; an empty or unknown list, or a listed film, "
            "is fine."
        ),
        r"""
@ Lists/ListsReducer.swift
-    state.custom[id: action.list]?.movies.removeAll { $0 == action.movie }
+    guard let list = state.custom[id: action.list], !list.movies.isEmpty else { break }
+    state.custom[id: action.list]?.movies.remove(at: list.movies.firstIndex(of: action.movie)!)
""",
    ),
    Mutant(
        "movies-13-crash-page-after-the-last",
        "crash",
        "hard",
        (
            "SearchAction.request x page 1 generation 1; SearchAction.receive x page 1 generation 1 with totalPages 0 "
            "(nothing found), or page 2 of a list that has shrunk to one page: traps. An answer that isn't awaited "
            "doesn't."
        ),
        r"""
@ Listing.swift
+      precondition(page <= answer.totalPages, "page \(page) comes after the last one")
       if page == 1 { ids = [] }
""",
    ),
    Mutant(
        "movies-14-empty-genres-lost",
        "coding: lossy encode",
        "hard",
        "ReceiveMovie 1 whose film has genres [] (not nil): encoded without genres, and decoded with nil.",
        r"""
@ Movies/Movie.swift
     self.genres = genres
   }
+
+  private enum CodingKeys: String, CodingKey {
+    case id, title, year, overview, voteAverage, runtime, tagline, genres
+  }
+
+  /// Encodes the members that say something.
+  public func encode(to encoder: any Encoder) throws {
+    var container = encoder.container(keyedBy: CodingKeys.self)
+    try container.encode(id, forKey: .id)
+    try container.encode(title, forKey: .title)
+    try container.encode(year, forKey: .year)
+    try container.encode(overview, forKey: .overview)
+    try container.encode(voteAverage, forKey: .voteAverage)
+    try container.encodeIfPresent(runtime, forKey: .runtime)
+    try container.encodeIfPresent(tagline, forKey: .tagline)
+    if let genres, !genres.isEmpty { try container.encode(genres, forKey: .genres) }
+  }
""",
    ),
    Mutant(
        "movies-15-details-replaced-together",
        "members: two interact",
        "hard",
        (
            "ReceiveMovie 1 with runtime and tagline (or genres); ReceiveMovie 1 with a runtime but no tagline: the "
            "tagline is lost; an answer without a runtime, as in menus, keeps it."
        ),
        r"""
@ Movies/Movie.swift
+    if newer.hasDetails { return newer }
     var movie = newer
""",
    ),
    # Accounts
    Mutant(
        "accounts-01-updated-on-failure",
        "write: at the wrong place",
        "easy",
        "list.loading 1; list.loaded 1 with a failure: /list/updated is set although no accounts arrived.",
        r"""
@ List/ListFeature.swift
+      state.updated = time
       switch answer {
       case .success(let accounts):
         state.accounts.succeed(with: accounts)
-        state.updated = time
""",
    ),
    Mutant(
        "accounts-02-updated-by-the-clock",
        "impurity",
        "easy",
        "list.loading 1; list.loaded 1 with accounts at t: /list/updated is the clock's time instead of t.",
        r"""
@ List/ListFeature.swift
 import StateCoding
+
+#if canImport(FoundationEssentials)
+  import FoundationEssentials
+#else
+  import Foundation
+#endif
@ List/ListFeature.swift
-    case .loaded(let request, let answer, let time):
+    case .loaded(let request, let answer, _):
@ List/ListFeature.swift
-        state.updated = time
+        state.updated = Date()
""",
    ),
    Mutant(
        "accounts-03-expired-customer-stays",
        "write: stale value",
        "easy",
        (
            "session.signingIn 1; session.answered 1 with a customer; session.expired: the customer stays, and counts as "
            "signed in."
        ),
        r"""
@ Session/SessionFeature.swift
-      state = SessionState(customer: .failed(.sessionExpired, previous: nil))
+      state = SessionState(customer: .failed(.sessionExpired, previous: state.customer.value))
""",
    ),
    Mutant(
        "accounts-04-purpose-into-recipient",
        "key: wrong key",
        "easy",
        (
            "list.selected a; detail.transferTapped; transfer.purposeTyped x: the recipient becomes x, the purpose stays "
            "empty."
        ),
        r"""
@ Transfer/TransferFeature.swift
-    case .purposeTyped(let text): state.purpose = text
+    case .purposeTyped(let text): state.recipient = text
""",
    ),
    Mutant(
        "accounts-05-late-sign-in",
        "guard: dropped, a late answer counts",
        "medium",
        (
            "session.signingIn 1; session.signedOut; session.answered 1 with a customer: the customer is signed in after "
            "all."
        ),
        r"""
@ Session/SessionFeature.swift
-    case .answered(let request, let answer):
-      guard request == state.request else { return }
+    case .answered(_, let answer):
""",
    ),
    Mutant(
        "accounts-06-cursor-not-encoded",
        "coding: member left out",
        "medium",
        (
            "list.selected a; detail.loading 1 a; detail.loaded 1 with a page whose next is c: encoded without "
            "/detail/next, and decoded with nil, so no more pages."
        ),
        r"""
@ Detail/DetailState.swift
   public var request: RequestID?
+
+  private enum CodingKeys: String, CodingKey {
+    case accountID, transactions, request
+  }
""",
    ),
    Mutant(
        "accounts-07-crash-older-page-alone",
        "crash",
        "medium",
        (
            "list.selected a; detail.loading 1 a; detail.loaded 1 after c with a page, although no page has arrived: "
            "traps on nil."
        ),
        r"""
@ Detail/DetailFeature.swift
-        let newer = cursor == nil ? [] : state.transactions.value ?? []
+        let newer = cursor == nil ? [] : state.transactions.value!
""",
    ),
    Mutant(
        "accounts-08-key-error-as-offline",
        "coding: enum case encoded as another",
        "medium",
        (
            "list.selected a; detail.transferTapped; transfer.sending 1 k; transfer.answered 1 with the failure "
            "keyNotStored (or list.loading 1; list.loaded 1 with it): encoded and decoded as offline."
        ),
        r"""
@ Bank/BankError.swift
   case keyNotStored
+
+  /// Encodes the reason. Version 0.9 doesn't know `keyNotStored`, and takes it for `offline`.
+  public func encode(to encoder: any Encoder) throws {
+    var container = encoder.singleValueContainer()
+    try container.encode(self == .keyNotStored ? BankError.offline.rawValue : rawValue)
+  }
""",
    ),
    Mutant(
        "accounts-09-signed-out-keeps-accounts",
        "cascade: missing",
        "medium",
        (
            "list.loading 1; list.loaded 1 with accounts; session.signedOut: the accounts stay in the state (also detail "
            "and transfer)."
        ),
        r"""
@ App/AccountsApp+Flow.swift
-    case .session(.signedOut):
-      state = initialState
-
""",
    ),
    Mutant(
        "accounts-10-resumed-form-still-sending",
        "cascade: missing",
        "hard",
        (
            "session.signingIn 1; session.answered 1 with a customer; list.selected a; detail.transferTapped; "
            "transfer.sending 2 k; resumed: the form is still loading and awaits 2. Without a signed-in customer, resumed"
            " drops the form anyway."
        ),
        r"""
@ App/AccountsApp+Flow.swift
-      state.transfer?.stopWaiting()
""",
    ),
    Mutant(
        "accounts-11-reload-appends",
        "key: wrong key",
        "hard",
        (
            "list.selected a; detail.loading 1 a; detail.loaded 1 with [t] and next c; detail.loading 2 a; detail.loaded "
            "2 (no cursor) with [t] and next c: [t, t] instead of [t]; after the last page a reload is right."
        ),
        r"""
@ Detail/DetailFeature.swift
-    case .loaded(let request, let cursor, let answer):
+    case .loaded(let request, _, let answer):
@ Detail/DetailFeature.swift
-        let newer = cursor == nil ? [] : state.transactions.value ?? []
+        let newer = state.next == nil ? [] : state.transactions.value ?? []
""",
    ),
    Mutant(
        "accounts-12-new-key-per-attempt",
        "guard: dropped",
        "hard",
        (
            "list.selected a; detail.transferTapped; transfer.sending 1 k1; transfer.answered 1 with a failure; "
            "transfer.sending 2 k2: the key is k2 instead of k1."
        ),
        r"""
@ Transfer/TransferFeature.swift
-      state.key = state.key ?? key
+      state.key = key
""",
    ),
    Mutant(
        "accounts-13-crash-account-gone",
        "crash",
        "hard",
        (
            "list.loading 1; list.loaded 1 with only account b; list.selected a; detail.transferTapped; transfer.sending "
            "2 k; transfer.answered 2 with a receipt: traps on nil; without any loaded accounts it doesn't."
        ),
        r"""
@ App/AccountsApp+Flow.swift
-        guard let index = accounts.firstIndex(where: { $0.id == transfer.from }) else { return }
+        let index = accounts.firstIndex(where: { $0.id == transfer.from })!
""",
    ),
    Mutant(
        "accounts-14-key-not-encoded",
        "coding: member left out",
        "hard",
        (
            "list.selected a; detail.transferTapped; transfer.sending 1 k1; transfer.answered 1 with a failure; encode "
            "and decode the state; transfer.sending 2 k2: the key is k2 instead of k1."
        ),
        r"""
@ Transfer/TransferState.swift
   public var key: TransferKey?
+
+  private enum CodingKeys: String, CodingKey {
+    case from, recipient, iban, amount, purpose, receipt, request
+  }
""",
    ),
    Mutant(
        "accounts-15-balance-of-open-account",
        "key: wrong id",
        "hard",
        (
            "list.loading 1; list.loaded 1 with a and b; list.selected a; detail.transferTapped; transfer.sending 2 k; "
            "list.selected b (or detail.closed); transfer.answered 2 with a receipt: b gets the balance (or none does) "
            "instead of a."
        ),
        r"""
@ App/AccountsApp+Flow.swift
+      let account = state.detail?.accountID
       state.list.accounts.updateValue { accounts in
-        guard let index = accounts.firstIndex(where: { $0.id == transfer.from }) else { return }
+        guard let index = accounts.firstIndex(where: { $0.id == account }) else { return }
""",
    ),
)


def named(names: list[str]) -> list[Mutant]:
    """The mutants whose names begin with one of these texts; all without any."""
    chosen = [mutant for mutant in MUTANTS if not names or mutant.name.startswith(tuple(names))]
    unknown = [name for name in names if not any(mutant.name.startswith(name) for mutant in chosen)]
    if unknown:
        sys.exit(f"no mutant's name begins with {unknown[0]}")
    return chosen


def check() -> None:
    """Checks that each mutant applies and has a name of its own."""
    if len({mutant.name for mutant in MUTANTS}) < len(MUTANTS):
        sys.exit("two mutants have the same name")
    failures = 0
    for mutant in MUTANTS:
        try:
            mutant.apply(ROOT)
        except (OSError, ValueError) as error:
            failures += 1
            print(error, file=sys.stderr)
    if failures:
        sys.exit(f"{failures} of {len(MUTANTS)} mutants don't apply: change their edits, or replace them")
    difficulties = Counter(mutant.difficulty for mutant in MUTANTS)
    print(f"{len(MUTANTS)} mutants apply: " + ", ".join(f"{count} {word}" for word, count in difficulties.items()))


if __name__ == "__main__":
    check()
