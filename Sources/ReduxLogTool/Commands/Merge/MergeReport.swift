import CommandLineKit
import StateTree

/// A digest of many results: their counts, where journals differ, and the worst of them.
struct MergeReport {
  private static let exampleLimit = 10
  /// The most notes and warnings, and jobs without a result, that are listed.
  private static let remarkLimit = 20
  /// The most places and reasons that are listed.
  private static let findingLimit = 100

  /// A result that is given as an example.
  private struct Example {
    let code: ExitCode
    let text: ReportText
  }

  /// Results for the same reason.
  private struct Reason {
    let status: String
    let text: String
    var journals = 0
    let first: String
  }

  private var statuses = StatusCounts()
  private var places = PlaceGroups<(path: String, seq: Int?)>()
  private var reasons: [Reason] = []
  private var numbers: [[String]: Int] = [:]
  private var examples: [Example] = []
  private var missing: [ReportText] = []
  /// Notes and warnings, with the number of journals that have each, and the first.
  private var remarks: [String: (journals: Int, first: String)] = [:]
  /// The highest exit code of all journals.
  private(set) var exitCode = ExitCode.fine

  mutating func add(_ result: RecordedResult) {
    statuses.add(result.status)
    exitCode = max(exitCode, result.exitCode)
    for remark in Set(result.notes + result.warnings.map(\.message)) {
      remarks[remark] = ((remarks[remark]?.journals ?? 0) + 1, remarks[remark]?.first ?? result.path)
    }
    guard result.exitCode != .fine else { return }
    guard result.status != MissingResult.status else {
      return missing.append("\(result.id ?? ""): \(result.path)")
    }
    let differences = result.differences
    // All places of a type at once, so that a journal counts once in a group.
    let types = Dictionary(grouping: differences, by: \.type).sorted { ($0.key ?? "") < ($1.key ?? "") }
    for (type, group) in types {
      places.add(
        group.flatMap { difference in difference.pointers.map { ($0, (result.path, difference.seq)) } }, after: type)
    }
    if differences.isEmpty { add(reason: result) }
    note(result)
  }

  private mutating func add(reason result: RecordedResult) {
    let text = result.json["type"]?.string.map { "at \($0)" } ?? result.problems.first?.message ?? ""
    let number = numbers[[result.status, text]] ?? reasons.count
    if number == reasons.count {
      reasons.append(Reason(status: result.status, text: text, first: result.path))
      numbers[[result.status, text]] = number
    }
    reasons[number].journals += 1
  }

  /// Keeps a result as an example, unless there are enough that are as bad.
  private mutating func note(_ result: RecordedResult) {
    guard let problem = result.problems.first else { return }
    let index = examples.firstIndex { $0.code < result.exitCode } ?? examples.count
    guard index < MergeReport.exampleLimit else { return }
    let place = problem.line.map { "\(problem.file):\($0)" } ?? problem.file
    let text: ReportText = "\(result.status) \(place): \(problem.message)"
    examples.insert(Example(code: result.exitCode, text: text), at: index)
    examples = Array(examples.prefix(MergeReport.exampleLimit))
  }

  var page: ReportPage {
    var page = ReportPage(title: "\(own: statuses.summary())")
    let differences: [ReportText] = places.sorted.map { group in
      let place = group.pointer.map { $0.isEmpty ? "(the whole state)" : $0 } ?? "(refusals)"
      let first = group.first.path + (group.first.seq.map { "@\($0)" } ?? "")
      return "\(own: group.journals.counted("journal")) after \(group.type ?? "") at \(place), first in \(first)"
    }
    page.add("Differences", MergeReport.limited(differences, to: MergeReport.findingLimit))
    let findings: [ReportText] = reasons.sorted { $0.journals > $1.journals }.map { reason in
      "\(own: reason.journals.counted("journal")) \(reason.status): \(reason.text), first in \(reason.first)"
    }
    page.add("Other findings", MergeReport.limited(findings, to: MergeReport.findingLimit))
    page.add("The worst", examples.map(\.text))
    page.add("Jobs without a result", MergeReport.limited(missing))
    page.add("Notes and warnings", MergeReport.limited(remarkRows))
    return page
  }

  private var remarkRows: [ReportText] {
    remarks.sorted { (-$0.value.journals, $0.key) < (-$1.value.journals, $1.key) }.map { remark, of in
      "\(own: of.journals.counted("journal")): \(remark), first in \(of.first)"
    }
  }

  private static func limited(_ rows: [ReportText], to limit: Int = remarkLimit) -> [ReportText] {
    rows.count > limit ? rows.prefix(limit) + ["and \(rows.count - limit) more"] : rows
  }
}

extension RecordedResult {
  /// Where states differ, each with the actions' type.
  fileprivate var differences: [(type: String?, pointers: [JSONPointer?], seq: Int?)] {
    func pointer(_ place: JSONValue) -> JSONPointer? { place["pointer"]?.string.flatMap { try? JSONPointer($0) } }
    if let places = json["divergences"]?["places"]?.array, !places.isEmpty {
      return places.flatMap { place in
        let first = place["first"]
        return (place["types"]?.object?.keys ?? []).map { type in
          (type, [pointer(place)], first?["type"]?.string == type ? first?["seq"]?.integer : nil)
        }
      }
    }
    if let divergence = json["divergence"] {
      let members = divergence["members"]?.array ?? []
      return [
        (divergence["type"]?.string, members.isEmpty ? [nil] : members.map(pointer), divergence["seq"]?.integer)
      ]
    }
    if let impurity = json["impurity"], let places = impurity["places"]?.array, !places.isEmpty {
      return [(impurity["type"]?.string, places.map(pointer), impurity["to"]?.integer)]
    }
    return []
  }
}
