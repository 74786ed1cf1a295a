import CommandLineKit
import Expectations
import Foundation
import HostileInput
import ReduxLogTool
import TestSupport
import Testing

/// Every command on hostile journals, each in its own process with limits.
///
/// Takes a quarter of a minute: hundreds of processes by default, and thousands in a soak.
@Suite(.timeLimit(.minutes(300))) struct HostileJournalTests {
  /// The arguments of commands: `J` is the journal, `O` a file to write, `A` a file with an action, `T` the tool itself. The default
  /// tests use the first, a soak all of them.
  static let calls: [String: [String]] = [
    "record": ["-o J --append --actions A"],
    "log": [
      "J -p", "J", "J --json", "J --format json", "J --format ndjson -p", "J@1.. -n 20 --grep x --touches /a",
      "J -n 20 --grep x",
      "J --since +1s --type t",
    ],
    "show": [
      "J", "J@0 --format json", "J@1 --action", "J@1 --meta", "J@m", "J@:/merge", "J@h:0", "J@{+1s}", "J@-2:/0",
    ],
    "replay": ["J", "J --from-snapshot", "J --unchecked", "J --skip 1 --jobs 1"],
    "verify": [
      "J", "J --no-replay", "J --jobs 1", "J --keep-going --ignore /a/*", "J --format json", "J --format github",
      "J --format junit",
    ],
    "bisect": [
      "J --expect count($.*)<2", "J --expect $.a --scan --format json", "J@-1:/a --good 1", "J --bad 1 run false",
    ],
    "blame": ["J", "J --depth 3 --format json", "J@1:/a --history", "J:/none", "J:/a --history -n 2 --format json"],
    "assert": [
      "J --always count($..*)<9", "J --never $.a --eventually $.b --format json",
      "J --over step --always $.after==$.before",
      "J --format github --always $.a", "J",
    ],
    "minimize": [
      "J --expect count($.*)<2 -o O --seconds 2", "J --crashes -o O --seconds 2", "J@-1:/a -o O --format json",
      "J@1 -o O --force run false",
    ],
    "coverage": ["J", "J --format json", "J --keep O"],
    "drift": ["J --against T", "J --against T --format json --jobs 1"],
    "export": ["J --as redux-devtools -o O", "J --as ndjson", "J@-1 --as actions"],
    "generate-test": ["J -o O", "J@1 -o O --style xctest", "J --expect count($.*)<2 -o O"],
    "diff": [
      "J@0..", "J@-1 J@0 --format json-patch", "J J --format json", "J J --history", "J J@1 --history --format json",
    ],
    "rewind": ["J --to 0 -o O", "J --to 0"],
    "mark": ["J@0 name"],
    "index": ["J -o O --every 1K", "J -o O --force"],
    "bake": ["J -o O"],
    "slice": ["J@1.. -o O", "J@0..1 -o O --force"],
    "repair": ["J -o O", "J -n"],
    "redact": ["J -o O", "J -o O --redact /*"],
    "stats": ["J", "J --format json"],
    "summary": ["J --format markdown", "J", "J -n 1000", "J --format json"],
    "inspect": ["J --print", "J@1 --print --size 60x12 --keys b", "J --print --keys /a]]]e"],
    "report": ["J -o O", "J@1.. -o O --force"],
  ]

  /// Commands with the same traits read a journal in similar ways. By default, each journal gets the command that
  /// judges a whole one, and a command of each sixth group, in turn.
  private static let groups: [[String]] = {
    let others = CommandCall.all.filter { !["verify", "repair"].contains($0.command) }
    // In the order of the help: each process tries the same commands on a journal.
    let groups = Dictionary(grouping: others.enumerated(), by: \.element.traits).values
      .sorted { $0[0].offset < $1[0].offset }.map { $0.map(\.element.command) }
    return [["verify"], ["repair"]]
      + groups.flatMap { names in
        stride(from: 0, to: names.count, by: 9).map { Array(names[$0..<min($0 + 9, names.count)]) }
      }
  }()

  /// The commands for a journal.
  private static func names(for journal: HostileJournal) -> [String] {
    let index = HostileJournals.all.firstIndex { $0.name == journal.name }
    guard !Soak.isOn, let index else { return groups.flatMap(\.self) }
    return groups.indices.filter { $0 == 0 || ($0 + index) % 9 == 0 }.map { group in
      groups[group][index / 9 % groups[group].count]
    }
  }

  /// The arguments to try on a journal.
  private static func calls(of name: String) -> ArraySlice<String> {
    let shortest = CommandCall.all.filter { $0.command == name }.map { call in
      call.words(journal: "J", output: "O", expression: "count($.*)<2").dropFirst().joined(separator: " ")
    }
    return (calls[name] ?? shortest).prefix(Soak.isOn ? Int.max : 1)
  }

  @Test
  func `the tests try every command`() {
    expectEqual(Self.groups.flatMap(\.self).sorted(), CommandTable.standard.names(with: .readsJournal).sorted())
    #expect(Self.groups.flatMap(\.self).flatMap(Self.calls).allSatisfy { $0.contains("J") })
    expectEqual(Set(HostileJournals.all.flatMap(Self.names)), Set(Self.groups.flatMap(\.self)))
    expectEqual(Set(HostileJournals.all.map(\.name)).count, HostileJournals.all.count)
  }

  @Test(arguments: HostileJournals.all)
  func `each command ends in time, within its memory, and reports what is wrong`(_ journal: HostileJournal) async throws
  {
    try await onOwnThread {
      try HostileJournalTests.tryAll(journal, HostileRunner(journal.make(HostileRunner.scale)))
    }
  }

  @Test(.enabled(if: Soak.isOn, "a file of 1 GiB: only with REDUXLOG_SOAK=1"))
  func `a last line of 1 GiB is refused within time and memory`() async throws {
    let journal = HostileJournal.fault("a line of 1 GiB", line: 3) { forge, _ in
      forge.header()
      forge.state()
    }
    try await onOwnThread {
      let runner = try HostileRunner(journal.make(1), byteCount: 1 << 30)
      try HostileJournalTests.tryAll(journal, runner, microseconds: 10_000_000)
    }
  }

  private static func tryAll(
    _ journal: HostileJournal, _ runner: HostileRunner, microseconds: Int = HostileRunner.microseconds
  ) throws {
    var worst = HostileRunner.Result(code: 0, errors: "", microseconds: 0, kibibytes: 0)
    for name in names(for: journal) {
      for call in calls(of: name) {
        let result = try runner.run("\(name) \(call)")
        let place: Comment = "\(name) \(call): \(result)"
        #expect([0, 1, 2, 3, 64].contains(result.code), place)
        // With annotations, the output is the report. A search that finds no single step exits with 2.
        let isReport = call.contains("--format github") || name == "bisect" && result.code == 2
        let isSilent = result.code == 0 || result.code == 1 || isReport
        #expect(isSilent || result.errors.contains("error: "), place)
        #expect(result.microseconds <= microseconds, place)
        #expect(result.kibibytes <= HostileRunner.kibibytes, place)
        if name == "verify" { check(journal, call, result, place) }
        if journal.code == 2, result.code == 2 { checkPlace(journal, name, call, result, place) }
        worst.microseconds = max(worst.microseconds, result.microseconds)
        worst.kibibytes = max(worst.kibibytes, result.kibibytes)
      }
    }
    Soak.report("\(journal.name): \(worst.microseconds / 1000) ms, \(worst.kibibytes / 1024) MiB at most")
  }

  /// Checks that a command which fails because of a line names its place.
  private static func checkPlace(
    _ journal: HostileJournal, _ name: String, _ call: String, _ result: HostileRunner.Result, _ place: Comment
  ) {
    // With annotations, the output is the report. So is that of a search that finds no single step.
    if call.contains("--format github") || name == "bisect" && result.errors.isEmpty { return }
    // If the readable part doesn't contain the revision, the error names no line.
    let namesState = call.contains("@") || call.contains("--bad")
    if namesState, result.errors.contains(#/error: (there is no |state -?[0-9]+ doesn't exist)/#) { return }
    // If no record matches a revision, a state has no value there, or is too large, the error names these.
    let misses =
      #/error: (no (state's hash begins|action's type contains|mark is named|state in the history)|state \d+ has (no value|more than))/#
    if call.contains(#/[@:]/#), result.errors.contains(misses) { return }
    // A search that has nothing to shrink before the damage doesn't read that far.
    let hasNothing = #/error: (no action leads from|state \d+, the first from which all actions can be reduced again,)/#
    if name == "minimize", result.errors.contains(hasNothing) { return }
    // Without a header, the journal can't be repaired, and the error names no line.
    if name == "repair", result.errors.contains("it has no header that can be proven") { return }
    #expect(result.errors.contains(#/session\.jsonl:[0-9]+: /#), place)
    #expect(result.errors.contains(#/ byte [0-9]+/#), place)
    // The other commands search for a state from the end of the file, and may find another wrong line first.
    guard CommandTable.standard.names(with: .readsFromStart).contains(name), !call.contains("@") else { return }
    if let line = journal.line { #expect(result.errors.contains("session.jsonl:\(line): "), place) }
  }

  /// Checks the result of reading all of a journal.
  private static func check(_ journal: HostileJournal, _ call: String, _ result: HostileRunner.Result, _ place: Comment)
  {
    guard call == "J" || call == "J --jobs 1" else { return }
    expectEqual(result.code, journal.code, place)
    guard let line = journal.line else { return }
    #expect(result.errors.contains("session.jsonl:\(line): "), place)
    if journal.code == 2 { #expect(result.errors.contains(#/ byte [0-9]+/#), place) }
  }
}
