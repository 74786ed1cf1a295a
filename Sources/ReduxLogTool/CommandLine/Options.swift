package import CommandLineKit
import JSONQuery
import ReducerIsolation
import ReduxInspection
package import ReduxJournal
import ReduxNotation
import StateCoding
import StateTree
import SystemSupport

extension OptionSpecification {
  /// `--max-line`, for a command that reads journals.
  package static let maximumLine = OptionSpecification(
    "max-line", value: "BYTES", help: "Accept lines of up to BYTES, such as 16M or 1G (default: 256M).")

  /// `--jobs`, for a command that replays whole journals.
  package static let jobs = OptionSpecification(
    "jobs", value: "N",
    help: "Share journals, and the chunks between snapshots, among N threads (default: one per processor)."
  )

  /// `--timeout`, for a command that replays journals in a separate process.
  package static let timeout = OptionSpecification(
    "timeout", value: "DURATION",
    help:
      "Stop a reducer that takes longer for one action (default: 10s), and a check after ten times as long. 0 disables the limit."
  )

  /// `--allow-redacted`, for a command that proves states.
  package static let allowRedacted = OptionSpecification(
    "allow-redacted", help: "Accept states that differ where a redacted value may be the reason.")

  /// `--allow-unproven`, for a command that proves states.
  package static let allowUnproven = OptionSpecification(
    "allow-unproven", help: "Accept states that can't be proven, such as those after an action that can't be replayed.")

  /// `--allow-schema-changes`, for a command that proves states.
  package static let allowSchemaChanges = OptionSpecification(
    "allow-schema-changes",
    help: "Accept states whose shape changed since they were recorded, if no snapshot differs.")
}

extension ParsedArguments {
  /// The line limit from `--max-line`.
  package func maximumLineBytes() throws(UsageError) -> Int {
    try byteCount(of: .maximumLine) ?? JournalLimits.maximumLineBytes
  }

  /// The value of `--jobs`; without it, the number of processors.
  package func jobs() throws(UsageError) -> Int { try integer(of: .jobs, in: 1...256) ?? Platform.processorCount }

  /// The time limit for an action without `--timeout`.
  package static var defaultTimeout: Duration { .seconds(10) }

  /// The value of `--timeout`; by default 10 seconds. `nil` for no limit.
  package func timeout() throws(UsageError) -> Duration? {
    guard let text = value(of: .timeout) else { return ParsedArguments.defaultTimeout }
    if text == "0" { return nil }
    guard let microseconds = DurationFormat.parse(text) else {
      throw UsageError(
        "option '\(OptionSpecification.timeout.spelling)': expected a duration, such as 500ms, 10s or 2m, or 0 for no limit, "
          + "found '\(text)'")
    }
    return microseconds == 0 ? nil : .microseconds(microseconds)
  }
}

extension OptionSpecification {
  /// `--key-file`, for a command that reads or writes journals.
  package static let keyFile = OptionSpecification(
    "key-file", value: "PATH", isPath: true,
    help:
      "Read the journal's key, 32 hex digits, from PATH. Refuse lines that it doesn't prove; prove what is "
      + "written.")
}

extension CommandContext {
  /// Warns that nothing proves a copy, because its journal's key is missing.
  func warnOfMissingProof(in copy: String, ofJournalWith name: String?, given key: JournalKey?) throws {
    guard key == nil, let name else { return }
    try warn(
      "nothing proves the copy: the journal is recorded with the key \(name); pass it with --key-file", file: copy)
  }
}

extension ParsedArguments {
  /// The options for reading journals, from `--max-line` and `--key-file`.
  package func readingOptions(in context: CommandContext) throws -> JournalReader.Options {
    JournalReader.Options(maximumLineBytes: try maximumLineBytes(), key: try key(in: context))
  }

  /// The key from `--key-file`, if given. Warns if other users can access the file.
  package func key(in context: CommandContext) throws -> JournalKey? {
    guard let path = value(of: .keyFile) else { return nil }
    if Platform.isOpenToOthers(path) {
      try context.warn("other users can read or change the key; protect it with 'chmod 600'", file: path)
    }
    do {
      // `JournalKey(file:)` would refuse the pipe of a shell's `<(...)`.
      let input = try InputSource(path: path, interruption: context.interruption)
      return try JournalKey(fileText: input.readAll(limit: JournalKey.maximumFileByteCount))
    } catch let error as JournalKeyError {
      throw CommandFailure("\(error)", file: path)
    } catch let error as InputError {
      throw CommandFailure("\(error)", file: path)
    }
  }
}

extension OptionSpecification {
  /// `--utc`, for a command that prints times of day.
  static let utc = OptionSpecification(
    "utc", help: "Print times in UTC instead of this machine's zone, and read times without a zone as UTC.")

  /// `--relative`, for a command that prints when actions were recorded.
  static let relative = OptionSpecification(
    "relative", help: "Print only the time since the session's start, without the time of day.")
}

extension OptionRule {
  /// `--relative` changes only what people read.
  static let relativeTimes = OptionRule { arguments in
    let format = arguments.format()
    guard arguments.has(.relative), [.json, .ndjson].contains(format) else { return nil }
    return "option '--relative' doesn't change '--format \(format.rawValue)', whose times are in UTC"
  }
}

extension CommandContext {
  /// The context in which a command prints the times that its options want.
  func showingTimes(as arguments: ParsedArguments) -> CommandContext {
    var context = self
    if arguments.has(.utc) { context.times = .namedUTC }
    context.times.isRelative = arguments.has(.relative)
    return context
  }
}

extension OptionSpecification {
  /// `--redact`, for a command that writes under rules.
  static let redact = OptionSpecification(
    "redact", value: "PTR", isRepeatable: true,
    help:
      "Redact the value at a JSON Pointer in states and actions; * matches any key or index. With the app json, also in what "
      + "an action merges or replaces. Repeatable.")

  /// `--redact-name`, for a command that writes under rules.
  static let redactName = OptionSpecification(
    "redact-name", value: "NAME", isRepeatable: true,
    help: "Also redact members with this name. Repeatable.")

  /// `--exempt`, for a command that writes under rules.
  static let exempt = OptionSpecification(
    "exempt", value: "PTR", isRepeatable: true,
    help: "Write the value at a JSON Pointer, whatever its name and form; * matches any key or index. Repeatable.")

  /// `--exempt-name`, for a command that writes under rules.
  static let exemptName = OptionSpecification(
    "exempt-name", value: "NAME", isRepeatable: true,
    help: "Don't redact members because of this name. Repeatable.")

  /// `--allow`, for a command that writes under rules.
  static let allow = OptionSpecification(
    "allow", value: "PTR", isRepeatable: true,
    help: "Redact everything except the value at a JSON Pointer; * matches any key or index. Repeatable.")

  /// `--no-default-rules`, for a command that writes under rules.
  static let noDefaultRules = OptionSpecification(
    "no-default-rules",
    help: "Don't redact members with common secret names, such as password and token, or texts in the form of secrets.")

  /// `--keep-text`, for a command that writes under rules.
  static let keepText = OptionSpecification(
    "keep-text", help: "Write the texts of errors and marks. No rule can find secrets in them.")

  /// The options that define rules.
  static let rules = [redact, redactName, exempt, exemptName, allow, noDefaultRules, keepText]
}

extension ParsedArguments {
  /// The rules from the options for the journals of an app; `off` if they redact nothing.
  func rules(for app: String) throws(UsageError) -> RedactionRules {
    let names = self[.redactName]
    let redacted = try pointers(of: .redact, in: app)
    let allowed = has(.allow) ? try pointers(of: .allow, in: app) : nil
    if has(.noDefaultRules), names.isEmpty, redacted.isEmpty, allowed == nil { return .off }
    var detection = has(.noDefaultRules) ? SecretDetection.none : .usual
    if detection != .none { detection.exceptions += self[.exemptName] }
    let rules = RedactionRules(
      redacting: redacted, exempting: try pointers(of: .exempt, in: app), names: names, detecting: detection,
      allowing: allowed,
      writingFreeText: has(.keepText))
    if let limit = rules.brokenLimit { throw UsageError("rules may have \(limit)") }
    return rules
  }

  /// The pointers of an option, and those to the same values in the actions of an app.
  private func pointers(of option: OptionSpecification, in app: String) throws(UsageError) -> [RedactionRules.Pointer] {
    var pointers = try pointers(of: option)
    guard app == JSONApp.name else { return pointers }
    for pointer in pointers {
      for action in ["/merge", "/replace"] {
        if let inAction = try? RedactionRules.Pointer(parsing: action + pointer.description) {
          pointers.append(inAction)
        }
      }
    }
    return pointers
  }

  /// The pointers of an option.
  func pointers(of option: OptionSpecification) throws(UsageError) -> [RedactionRules.Pointer] {
    var pointers: [RedactionRules.Pointer] = []
    for text in self[option] {
      do { pointers.append(try RedactionRules.Pointer(parsing: text)) } catch {
        throw UsageError("option '\(option.spelling)': '\(text)' isn't a JSON Pointer: \(error)")
      }
    }
    return pointers
  }
}

extension OptionGroup {
  /// The options of commands that read or write journals.
  static let journals = OptionGroup(
    "journal-options", abstract: "Options for reading and writing journals.", [.maximumLine, .keyFile])

  /// The options of commands that replay journals.
  static let replaying = OptionGroup(
    "replay-options", abstract: "Options for replaying journals with an app's reducers.",
    [.jobs, .timeout, .allowRedacted, .allowUnproven, .allowSchemaChanges])

  /// The options of commands that print times.
  static let times = OptionGroup(
    "time-options", abstract: "Options for printed times, which are local by default.", [.utc, .relative])

  /// The options of commands that write under rules.
  static let redaction = OptionGroup(
    "redaction-options", abstract: "Options for redacting secrets.", OptionSpecification.rules)
}

extension ParsedArguments {
  /// The query of an option; `nil` if the option isn't given.
  func query(of option: OptionSpecification) throws(UsageError) -> JSONPath? {
    guard let text = value(of: option) else { return nil }
    do { return try JSONPath(text) } catch { throw UsageError("option '\(option.spelling)': \(error.explanation)") }
  }

  /// The expressions with values of an option.
  func values(of option: OptionSpecification) throws(UsageError) -> [ValueExpression] {
    var values: [ValueExpression] = []
    for text in self[option] {
      do { values.append(try ValueExpression(text)) } catch {
        throw UsageError("option '\(option.spelling)': \(error.explanation)")
      }
    }
    return values
  }

  /// The expression of an option; `nil` if the option isn't given.
  func expression(of option: OptionSpecification) throws(UsageError) -> JSONExpression? {
    guard let text = value(of: option) else { return nil }
    do { return try JSONExpression(text) } catch {
      throw UsageError("option '\(option.spelling)': \(error.explanation)")
    }
  }
}

extension Expectation {
  /// The argument `run COMMAND…`.
  static let command = ArgumentSpecification(
    "COMMAND", arity: .rest(after: "run"),
    help: "After 'run': a command that reads a state from standard input and judges it by its exit code.")

  /// How a command judges states, for its help.
  static func commandSection(of command: String) -> HelpSection {
    HelpSection(
      "COMMAND",
      [
        "Input": "The state as JSON. REDUXLOG_SEQ has its seq, REDUXLOG_TYPE the type of the action that led to it.",
        "Exit code 0": "The state is good.",
        "Exit code 125": "The state can't be judged. \(command) tries others.",
        "Exit codes 1-124": "The state is bad. Any other code stops \(command).",
        "Output": "Standard output goes to standard error.",
      ])
  }

  /// Reads the condition of `--expect EXPR` or `run COMMAND…`; with a pointer alone, that it has a value. `nil` for none.
  init?(
    _ arguments: ParsedArguments, _ option: OptionSpecification, of journal: OpenJournal, at pointer: JSONPointer?,
    in context: CommandContext
  ) throws {
    let words = arguments[Expectation.command]
    if let text = arguments.value(of: option) {
      guard words.isEmpty else { throw UsageError("'\(option.spelling)' and 'run COMMAND' can't be combined") }
      try self.init(parsing: text, of: option, at: pointer, in: journal.file, context.apps)
    } else if !words.isEmpty {
      self.init(.command(words), at: pointer)
    } else if pointer != nil {
      self.init(.exists, at: pointer)
    } else {
      return nil
    }
  }

  /// The arguments of a command that searches with this condition.
  var arguments: String {
    switch condition {
    case .expression, .check: " --expect \(ShellWord.quoted(text))"
    case .exists: ""
    case .command: " run \(text)"
    }
  }
}

extension OptionSpecification {
  /// `--batch`, for a command that checks journals one by one.
  static let batch = OptionSpecification(
    "batch", help: "Read jobs from standard input, one per line; print a result line for each.")

  /// `--jobs`, for a command that has threads only with `--batch`.
  static let batchJobs = OptionSpecification(
    "jobs", value: "N", help: "With --batch, do N jobs at a time (default: one per processor).")
}

extension ParsedArguments {
  /// The files of a command that needs some unless it reads jobs.
  func requiredFiles(_ files: ArgumentSpecification) throws(UsageError) -> [String] {
    guard !self[files].isEmpty else { throw UsageError("missing argument \(files.name)") }
    return self[files]
  }
}

extension [OptionRule] {
  /// The rules of `--batch`: no file and none of these options can be given with it.
  static func batch(_ files: ArgumentSpecification, excluding options: [OptionSpecification]) -> [OptionRule] {
    [
      OptionRule { arguments in
        guard arguments.has(.batch), let path = arguments[files].first else { return nil }
        return "'--batch' reads jobs, not the file '\(path)'"
      },
      .excludes(.batch, options + [.format([])]),
    ]
  }
}

extension ParsedArguments {
  /// The differences that the options accept.
  var tolerance: Tolerance {
    Tolerance(redacted: has(.allowRedacted), schemaChanges: has(.allowSchemaChanges), unproven: has(.allowUnproven))
  }

  /// The value of an option such as `3/16`.
  func shard(of option: OptionSpecification) throws(UsageError) -> Shard? {
    guard let text = value(of: option) else { return nil }
    let numbers = text.split(separator: "/", omittingEmptySubsequences: false)
      .map { $0.utf8.allSatisfy { (0x30...0x39).contains($0) } ? Int($0) : nil }
    if numbers.count == 2, let number = numbers[0], let count = numbers[1],
      let shard = Shard(number: number, of: count)
    {
      return shard
    }
    throw UsageError("option '\(option.spelling)': expected I/N, such as 3/16, with I from 1 to N, found '\(text)'")
  }
}
