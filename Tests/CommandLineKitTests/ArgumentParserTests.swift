import CommandLineKit
import Expectations
import Testing

struct ArgumentParserTests {
  private func parse(_ arguments: [String]) throws(UsageError) -> ParsedArguments {
    try ArgumentParser(SampleCommand.specification).parse(arguments)
  }

  @Test(
    arguments: [
      ["a", "--number", "5"], ["a", "--number=5"], ["-n", "5", "a"], ["-n5", "a"], ["--number=5", "--", "a"],
    ])
  func `an option's value is attached or separate`(arguments: [String]) throws {
    let parsed = try parse(arguments)
    try expectEqual(parsed.integer(of: SampleCommand.number), 5)
    expectEqual(parsed[SampleCommand.file], ["a"])
  }

  @Test func `a value may begin with a dash`() throws {
    try expectEqual(parse(["a", "--since", "-1"]).value(of: SampleCommand.since), "-1")
    try expectEqual(parse(["a", "--since", "--x"]).value(of: SampleCommand.since), "--x")
    try expectEqual(parse(["a", "--since="]).value(of: SampleCommand.since), "")
    try expectEqual(parse(["-"])[SampleCommand.file], ["-"])
    try expectEqual(parse(["--", "--type"])[SampleCommand.file], ["--type"])
  }

  @Test func `a repeatable option collects its values in order`() throws {
    try expectEqual(parse(["a", "--type", "x", "--type=y=z"])[SampleCommand.type], ["x", "y=z"])
  }

  @Test(arguments: ["\u{301}x", "=", "\u{fe0f}", "👩‍👧", "", "a\u{301}=\u{301}"])
  func `a value is everything behind the sign, whatever it joins with`(value: String) throws {
    let parsed = try parse(["a", "--since=" + value])
    expectEqual(parsed.value(of: SampleCommand.since).map { Array($0.utf8) }, Array(value.utf8))
    let short = try parse(["a", "-o" + value] + (value.isEmpty ? [""] : []))
    expectEqual(short.value(of: SampleCommand.output).map { Array($0.utf8) }, Array(value.utf8))
  }

  @Test func `flags, formats and colours are parsed`() throws {
    let parsed = try parse(["a", "-p", "--format", "json", "--color=never"])
    #expect(parsed.has(SampleCommand.patch))
    #expect(!parsed.has(.force))
    expectEqual(parsed.format(), .json)
    expectEqual(parsed.value(of: .color), "never")
    try expectEqual(parse(["a"]).format(), .human)
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
      name: "x", abstract: "", traits: [], options: [patch, since, type, number, .force],
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
    let specification = CommandSpecification(name: "x", abstract: "", traits: [], arguments: [many, one])
    let parsed = try ArgumentParser(specification).parse(arguments)
    expectEqual(parsed[many], sources)
    expectEqual(parsed[one], target)
  }
}

struct HandoverTests {
  private func handover(_ arguments: String..., environment: [String: String] = [:]) -> Handover? {
    Handover(name: "./reduxlog", arguments: arguments, environment: environment)
  }

  @Test func `the option and the variable are removed after one use, and the variable's tool keeps this one's name`() {
    let environment = ["REDUXLOG_TOOL": "/b", "HOME": "/h"]
    let byOption = handover("log", "--tool", "/a", "x", environment: environment)
    expectEqual(byOption?.path, "/a")
    expectEqual(byOption?.words, ["/a", "log", "x"])
    expectEqual(byOption?.environment, ["HOME": "/h"])
    let attached = handover("--tool=/a", "log", "--", "--tool", "/c")
    expectEqual(attached?.path, "/a")
    expectEqual(attached?.words, ["/a", "log", "--", "--tool", "/c"])
    expectEqual(handover("--tool=\u{301}a")?.path, "\u{301}a")
    let byVariable = handover("log", environment: environment)
    expectEqual(byVariable?.path, "/b")
    expectEqual(byVariable?.words, ["./reduxlog", "log"])
  }

  @Test func `without a request, no other tool is used`() {
    expectEqual(handover("log", "--", "--tool", "/a", environment: ["REDUXLOG_TOOL": ""]), nil)
  }
}

struct SuggestionTests {
  @Test(
    arguments: [
      ("verfiy", "verify"), ("shwo", "show"), ("re", "record"), ("rewnd", "rewind"), ("repaly", "replay"),
      ("banana", nil), ("x", nil),
    ] as [(String, String?)])
  func `a suggestion is close to the word, or absent`(word: String, meant: String?) {
    let commands = [
      "record", "log", "show", "replay", "verify", "diff", "rewind", "mark", "stats", "summary", "tour", "help",
    ]
    expectEqual(Suggestion.nearest(to: word, among: commands), meant)
  }

  @Test(
    arguments: [
      ("", "", 0), ("", "abc", 3), ("abc", "", 3), ("abc", "abc", 0), ("kitten", "sitting", 3), ("ab", "ba", 1),
    ])
  func `distance counts insertions, removals, replacements and swaps`(left: String, right: String, distance: Int) {
    expectEqual(Suggestion.distance(left, right), distance)
  }
}
