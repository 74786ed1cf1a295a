import CommandLineKit
import Testing

@Suite struct ArgumentParserTests {
  private func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    try ArgumentParser(SampleCommand.specification).parse(arguments)
  }

  @Test(
    arguments: [
      ["a", "--number", "5"], ["a", "--number=5"], ["-n", "5", "a"], ["-n5", "a"], ["--number=5", "--", "a"],
    ])
  func `an option's value is attached or separate`(arguments: [String]) throws {
    let parsed = try parse(arguments)
    #expect(try parsed.integer(of: SampleCommand.number) == 5)
    #expect(parsed[SampleCommand.file] == ["a"])
  }

  @Test func `a value may begin with a dash`() throws {
    #expect(try parse(["a", "--since", "-1"]).value(of: SampleCommand.since) == "-1")
    #expect(try parse(["a", "--since", "--x"]).value(of: SampleCommand.since) == "--x")
    #expect(try parse(["a", "--since="]).value(of: SampleCommand.since) == "")
    #expect(try parse(["-"])[SampleCommand.file] == ["-"])
    #expect(try parse(["--", "--type"])[SampleCommand.file] == ["--type"])
  }

  @Test func `a repeatable option collects its values in order`() throws {
    #expect(try parse(["a", "--type", "x", "--type=y=z"])[SampleCommand.type] == ["x", "y=z"])
  }

  @Test(arguments: ["\u{301}x", "=", "\u{fe0f}", "👩‍👧", "", "a\u{301}=\u{301}"])
  func `a value is everything behind the sign, whatever it joins with`(value: String) throws {
    let parsed = try parse(["a", "--since=" + value])
    #expect(parsed.value(of: SampleCommand.since).map { Array($0.utf8) } == Array(value.utf8))
    let short = try parse(["a", "-o" + value] + (value.isEmpty ? [""] : []))
    #expect(short.value(of: SampleCommand.output).map { Array($0.utf8) } == Array(value.utf8))
  }

  @Test func `flags, formats and colours are parsed`() throws {
    let parsed = try parse(["a", "-p", "--format", "json", "--color=never"])
    #expect(parsed.has(SampleCommand.patch))
    #expect(!parsed.has(.force))
    #expect(parsed.format() == .json)
    #expect(parsed.value(of: .color) == "never")
    #expect(try parse(["a"]).format() == .human)
  }

  @Test(
    arguments: [
      (["a", "--since"], "option '--since' needs a value: --since TIME"),
      (["a", "--since", "--force"], "option '--since' needs a value: --since TIME"),
      (["a", "--force=yes"], "option '--force' takes no value"),
      (["a", "-x"], "unknown option '-x'"),
      (["a", "-px"], "unknown option '-px'"),
      (["a", "-type"], "unknown option '-type'; did you mean '--type'?"),
      (["a", "--sinec", "1"], "unknown option '--sinec'; did you mean '--since'?"),
      (["a", "-n1", "-n2"], "option '--number' is given twice"),
      (
        ["a", "--color", "allways"],
        "option '--color': 'allways' is not one of auto, always, never; did you mean 'always'?"
      ),
      (["a", "b"], "unexpected argument 'b'"),
      ([], "missing argument FILE[@A..B]"),
    ])
  func `invalid arguments are refused with a message`(arguments: [String], message: String) {
    #expect(throws: UsageError(message)) { try parse(arguments) }
  }

  @Test func `numbers are validated`() throws {
    let parsed = try parse(["a", "-n", "5x"])
    #expect(throws: UsageError("option '--number': expected a whole number of at least 0, found '5x'")) {
      try parsed.integer(of: SampleCommand.number)
    }
    #expect(throws: UsageError("option '--number': expected a whole number from 1 to 9, found '5x'")) {
      try parsed.integer(of: SampleCommand.number, in: 1...9)
    }
  }

  @Test(
    arguments: [
      (["-p", "--force"], "options '--patch' and '--force' can't be combined"),
      (["-p", "--since", "1"], nil), (["--since", "1", "--type", "x"], "'--since' and '--type' can't be combined"),
      (["--type", "x"], "'--type' needs '--number' or '--force'"), (["--type", "x", "-n", "1"], nil),
      (["--type", "x", "--help"], nil), ([], nil),
    ])
  func `options are refused as the rules say`(arguments: [String], problem: String?) {
    let (patch, since, type, number) = (
      SampleCommand.patch, SampleCommand.since, SampleCommand.type, SampleCommand.number
    )
    let specification = CommandSpecification(
      name: "x", abstract: "", options: [patch, since, type, number, .force],
      rules: [
        .exclusive(patch, number, .force), .excludes(since, [type]),
        .needs(type, number, .force, as: "'--number' or '--force'"),
      ])
    let parser = ArgumentParser(specification)
    var found: UsageError?
    do throws(UsageError) { _ = try parser.parse(arguments) } catch { found = error }
    #expect(found?.message == problem)
  }

  @Test(
    arguments: [
      (["x", "y"], ["x"], ["y"]),
      (["x", "y", "z"], ["x", "y"], ["z"]),
      (["x", "--", "-o", "y"], ["x", "-o"], ["y"]),
    ])
  func `positional arguments fill required places first`(arguments: [String], sources: [String], target: [String])
    throws
  {
    let many = ArgumentSpecification("SOURCE", arity: .oneOrMore, help: "")
    let one = ArgumentSpecification("TARGET", help: "")
    let specification = CommandSpecification(name: "x", abstract: "", arguments: [many, one])
    let parsed = try ArgumentParser(specification).parse(arguments)
    #expect(parsed[many] == sources)
    #expect(parsed[one] == target)
  }
}

@Suite struct HandoverTests {
  @Test func `the option and the variable are removed after one use`() {
    let environment = ["REDUXLOG_TOOL": "/b", "HOME": "/h"]
    let byOption = Handover(arguments: ["log", "--tool", "/a", "x"], environment: environment)
    #expect(byOption?.path == "/a")
    #expect(byOption?.arguments == ["log", "x"])
    #expect(byOption?.environment == ["HOME": "/h"])
    let attached = Handover(arguments: ["--tool=/a", "log", "--", "--tool", "/c"], environment: [:])
    #expect(attached?.path == "/a")
    #expect(attached?.arguments == ["log", "--", "--tool", "/c"])
    #expect(Handover(arguments: ["--tool=\u{301}a"], environment: [:])?.path == "\u{301}a")
    let byVariable = Handover(arguments: ["log"], environment: environment)
    #expect(byVariable?.path == "/b")
    #expect(byVariable?.arguments == ["log"])
  }

  @Test func `without a request, no other tool is used`() {
    #expect(Handover(arguments: ["log", "--", "--tool", "/a"], environment: ["REDUXLOG_TOOL": ""]) == nil)
  }
}

@Suite struct SuggestionTests {
  @Test(
    arguments: [
      ("verfiy", "verify"), ("shwo", "show"), ("re", "record"), ("rewnd", "rewind"), ("repaly", "replay"),
      ("banana", nil), ("x", nil),
    ] as [(String, String?)])
  func `a suggestion is close to the word, or absent`(word: String, meant: String?) {
    let commands = [
      "record", "log", "show", "replay", "verify", "diff", "rewind", "mark", "stats", "summary", "tour", "help",
    ]
    #expect(Suggestion.nearest(to: word, among: commands) == meant)
  }

  @Test(
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("kitten", "sitting", 3), ("ab", "ba", 1),
    ])
  func `distance counts insertions, removals, replacements and swaps`(left: String, right: String, distance: Int) {
    #expect(Suggestion.distance(left, right) == distance)
  }
}
