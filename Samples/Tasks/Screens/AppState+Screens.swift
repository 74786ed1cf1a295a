import StateTable

/// The content of the screens, computed from the tasks, so that an edit on one screen shows on all.
extension AppState {
  /// The list, sorted and filtered by the settings. O(n), or O(n log n) when sorted.
  public var list: [TaskRow] {
    let rows = rows(of: settings.showsCompleted ? Array(tasks.all) : tasks.all.filter { $0.completed == nil })
    return switch settings.sort {
    case .manual: rows
    case .due: rows.sorted { ($0.due ?? .last, $0.title, $0.id) < ($1.due ?? .last, $1.title, $1.id) }
    case .title: rows.sorted { ($0.title.lowercased(), $0.id) < ($1.title.lowercased(), $1.id) }
    }
  }

  /// The favourites, in the order of their addition. O(1) per favourite, regardless of the number of tasks.
  public var favourites: [TaskRow] {
    rows(of: tasks.favourites.compactMap { tasks.all[id: $0] })
  }

  /// The week around the calendar's day; empty until it shows one. O(n).
  public var week: [CalendarDay] {
    guard let shown = calendar.shown else { return [] }
    let start = shown.startOfWeek(beginningOn: settings.firstWeekday)
    let days = start...start.advanced(by: 6)
    let due = tasks.all.filter { task in task.due.map(days.contains) ?? false }
    let rows = Dictionary(grouping: rows(of: due), by: \.due)
    return days.map { CalendarDay(day: $0, isShown: $0 == shown, rows: rows[$0] ?? []) }
  }

  /// Returns a task's detail screen, or `nil` if the task doesn't exist. Independent of the number of tasks.
  public func detail(of id: TaskItem.ID) -> TaskDetail? {
    guard let task = tasks.all[id: id] else { return nil }
    let row = TaskRow(task, isFavourite: tasks.favourites.contains(id))
    return TaskDetail(row: row, notes: task.notes, completed: task.completed)
  }

  /// The trend chart: the days or weeks with completed tasks, in order. O(n log n) in the days.
  public var chart: [TrendBar] {
    let counts = Dictionary(
      trends.days.map { (barStart(of: $0.day), $0.completed) }, uniquingKeysWith: +)
    return counts.sorted { $0.key < $1.key }.map { TrendBar(start: $0.key, completed: $0.value) }
  }

  private func barStart(of day: Day) -> Day {
    switch trends.grouping {
    case .day: day
    case .week: day.startOfWeek(beginningOn: settings.firstWeekday)
    }
  }

  private func rows(of items: [TaskItem]) -> [TaskRow] {
    let favourites = Set(tasks.favourites)
    return items.map { TaskRow($0, isFavourite: favourites.contains($0.id)) }
  }
}
