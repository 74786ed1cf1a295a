import CommandLineKit
import ReduxJournal
import ReduxNotation
import ReduxReplay
import StateTree

/// Checking a condition on the state to which today's reducers lead, whatever was recorded.
extension ReplayCheck {
  /// Judges the journal's last state, as today's reducers make it.
  ///
  /// - Parameter text: The condition: an expression, or `check:NAME`.
  /// - Returns: Why the state doesn't satisfy the condition; `nil` if it does.
  package func finding(expecting text: String) -> Finding? {
    do { return try judged(by: text) } catch { return finding(error) }
  }

  private func judged(by text: String) throws -> Finding? {
    let file = try JournalFile(path: path, options: options)
    let expectation = try Expectation(parsing: text, named: "the condition", at: nil, in: file, apps)
    var search = try UncheckedSearch(expectation, in: file, app: apps.app(of: file))
    let last = try RevisionResolver(file).lastSeq()
    guard try !search.holds(at: last) else { return nil }
    var lines = [
      "\(name.escapedForTerminal): today's reducers lead to a state \(last) that \(expectation.predicate(false))"
    ]
    if let broken = try search.change(before: last) { lines += self.lines(of: broken, expectation, in: file) }
    if let state = try? search.state(at: last), let document = try? JSONDocument(state).root {
      lines += ((try? search.caveats(at: last)) ?? []).map { "  Note: \($0)" }
      let text = JSONPrinter.text(of: document.value, layout: .indented) + "\n"
      let state = Finding.Evidence(name: "\(stem) state \(last) today.json", bytes: Array(text.utf8))
      return Finding(text: lines.joined(separator: "\n"), evidence: journal() + [state], isUpdatable: false)
    }
    return Finding(text: lines.joined(separator: "\n"), evidence: journal(), isUpdatable: false)
  }

  /// The action after which the condition no longer holds.
  private func lines(of change: UncheckedSearch.Change, _ expectation: Expectation, in file: JournalFile) -> [String] {
    guard let good = change.good else { return ["  It \(expectation.predicate(false)) from state \(change.bad) on."] }
    var lines = [
      "  State \(good) \(expectation.predicate(true)). The first state after it that doesn't is \(change.bad):"
    ]
    if case .action(let record)? = try? file.entry(settingSeq: change.bad)?.record {
      lines.append("    \(ActionLine(columns: 120, room: 120).call(record).plain)")
    }
    return lines
  }
}
