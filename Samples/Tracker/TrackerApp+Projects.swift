extension TrackerApp {
  static func reduceProjects(_ state: inout TrackerState, _ action: ProjectAction) throws(TrackerError) {
    switch action {
    case .create(let id, let title, let units, let frequency, let time):
      guard state.projects[id] == nil else { throw .projectExists(id) }
      state.projects[id] = Project(
        id: id, title: title, units: units, frequency: frequency, created: time, updated: time)
      state.projectIDs.append(id)

    case .update(let id, let title, let units, let frequency, let time):
      guard var project = state.projects[id] else { throw .noSuchProject(id) }
      if let title { project.title = title }
      if let units { project.units = units }
      if let frequency { project.frequency = frequency }
      project.updated = time
      state.projects[id] = project

    case .delete(let id, _):
      guard state.projects.removeValue(forKey: id) != nil else { throw .noSuchProject(id) }
      state.projectIDs.removeAll { $0 == id }
      state.items = state.items.filter { $0.value.projectID != id }
      state.navigation?.leave(.project(id))
    }
  }
}
