import SystemSupport

// swift run -c release benchmarks: compares speed with baselines. See docs/explanation/performance.md.

do {
  Platform.exitProcess(try Command(Array(CommandLine.arguments.dropFirst())).run())
} catch let error as Command.UsageError {
  Platform.write("benchmarks: \(error)\nSee benchmarks --help.\n", to: 2)
  Platform.exitProcess(2)
} catch {
  Platform.write("benchmarks: \(error)\n", to: 2)
  Platform.exitProcess(1)
}
