extension TrackerApp {
  static func reduceItems(_ state: inout TrackerState, _ action: ItemAction) throws(TrackerError) {
    switch action {
    case .create(let id, let projectID, let amount, let timestamp, let notes, let time):
      guard state.projects[projectID] != nil else { throw .noSuchProject(projectID) }
      guard state.items[id] == nil else { throw .itemExists(id) }
      state.items[id] = Item(id: id, projectID: projectID, amount: amount, timestamp: timestamp, notes: notes)
      state.projects[projectID]?.updated = time

    case .update(let id, let amount, let timestamp, let notes, let time):
      guard var item = state.items[id] else { throw .noSuchItem(id) }
      if let amount { item.amount = amount }
      if let timestamp { item.timestamp = timestamp }
      if let notes { item.notes = notes }
      state.items[id] = item
      state.projects[item.projectID]?.updated = time

    case .delete(let id, let time):
      guard let item = state.items.removeValue(forKey: id) else { throw .noSuchItem(id) }
      state.projects[item.projectID]?.updated = time
      state.navigation?.leave(.item(id, of: item.projectID))
    }
  }
}
