import ReduxJournal
import StateCoding
import StateTree

/// Checking what an app renames, and guessing what it should.
extension Replayer {
  /// Refuses a rename that fits no action of the journal, and whose new name isn't one of the app's actions.
  ///
  /// A rename whose action a short session lacks is fine. One that a closure may convert afterwards isn't checked. O(n) in
  /// the size of the journal.
  ///
  /// - Throws: `ReplayError`.
  func checkRenames() throws {
    for upgrade in schemas?.upgrades ?? [] where upgrade.changes.contains(where: { !$0.renames.isEmpty }) {
      do {
        // Finds names that can't be applied, too.
        _ = try upgrade.actions()
        for (rename, index) in try upgrade.unusedRenames() { try check(rename, at: index, of: upgrade) }
      } catch let cause as ActionRenameError {
        throw ReplayError(
          path: file.path, line: nil, offset: nil, seq: nil, problem: .wrongRename(reason: "\(cause)"))
      }
    }
  }

  private func check(_ rename: ActionRename, at index: Int, of upgrade: SchemaUpgrade) throws {
    var reason: String?
    for target in rename.targets(hasTypes: actions.type != nil) {
      guard let target = try upgrade.renamed(target, after: index) else { return }
      guard let against = reasonAgainst(target) else { return }
      // The app has the type of an unknown case.
      if reason == nil || against.isOfCase { reason = against.text }
    }
    // A short name doesn't show whose case it is.
    guard let reason, actions.type == nil || rename.namesType else { return }
    let journal = try upgrade.actions(before: index).map(\.label)
    throw ActionRenameError.unknown(rename, app: reason, journal: journal)
  }

  /// Why an action isn't one of the app's; `nil` if it is, or that can't be known.
  private func reasonAgainst(_ action: RecordedAction) -> (text: String, isOfCase: Bool)? {
    do {
      guard let name = action.type, let find = actions.type else {
        guard let type = App.Action.self as? any Decodable.Type else { return nil }
        return checkCases(action.cases, of: type).map { ($0, true) }
      }
      let modules = Set(schemas?.actions.all().compactMap(\.action.module) ?? []).sorted()
      var types = modules.lazy.compactMap { try? find(name, $0) }.makeIterator()
      return try checkCases(action.cases, of: types.next() ?? find(name, nil)).map { ($0, true) }
    } catch {
      return (error.explanation, false)
    }
  }

  /// Decodes values of an enum's cases, to find one that it doesn't have. Values that don't decode for another reason are fine.
  private func checkCases(_ cases: [String], of type: any Decodable.Type) -> String? {
    var labels = cases.map { _ in "_0" }
    for _ in cases {
      // Each case holds the next one under a label.
      var value = JSONValue.object(JSONObject())
      for index in cases.indices.reversed() {
        value = .object(JSONObject([(cases[index], value)]))
        if index > 0 { value = .object(JSONObject([(labels[index - 1], value)])) }
      }
      do {
        _ = try StateDecoder().decode(type, from: value)
        return nil
      } catch DecodingError.keyNotFound(let key, let context) {
        let level = context.codingPath.count / 2
        guard level < labels.count, labels[level] == "_0", context.codingPath.count % 2 == 1 else { return nil }
        labels[level] = key.stringValue
      } catch DecodingError.typeMismatch(_, let context) {
        guard context.underlyingError is UnknownCase, context.codingPath.count / 2 < cases.count else { return nil }
        return DecodingError.dataCorrupted(context).explanation
      } catch {
        return nil
      }
    }
    return nil
  }
}
