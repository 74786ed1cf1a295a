import StateTree

extension Divergence {
  /// Pairs of members that may be one under an old and a new name: the recorded action and the replayed one gave them the same
  /// value, each only one of the two.
  package var possibleRenames: [RenameGuess] {
    func hash(_ effect: Effect, besides other: Effect) -> String? {
      guard case .set(let hash) = effect, other == .unchanged else { return nil }
      return hash
    }
    return members.compactMap { member in
      guard let value = hash(member.recorded, besides: member.replayed) else { return nil }
      let olds = members.filter { hash($0.recorded, besides: $0.replayed) == value }
      let news = members.filter { hash($0.replayed, besides: $0.recorded) == value }
      guard olds.count == 1, news.count == 1, let old = try? JSONPointer(member.pointer),
        let new = try? JSONPointer(news[0].pointer)
      else { return nil }
      return RenameGuess(old: old, new: new)
    }
  }
}
