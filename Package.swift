// swift-tools-version: 6.2

import PackageDescription

let package = Package(
  name: "reduxlog",
  platforms: [.iOS(.v18), .macOS(.v15), .tvOS(.v18), .watchOS(.v11), .visionOS(.v2)],
  products: [
    .library(name: "StateTree", targets: ["StateTree"]),
    .library(name: "StatePrivacy", targets: ["StatePrivacy"]),
    .library(name: "ReducerInputs", targets: ["ReducerInputs"]),
    .library(name: "StateCoding", targets: ["StateCoding"]),
    .library(name: "StateTable", targets: ["StateTable"]),
    .library(name: "ReduxStore", targets: ["ReduxStore"]),
    .library(name: "ReduxJournal", targets: ["ReduxJournal"]),
    .library(name: "ReduxRecorder", targets: ["ReduxRecorder"]),
    .library(name: "ReduxDiagnostics", targets: ["ReduxDiagnostics"]),
    .library(name: "ReduxReplay", targets: ["ReduxReplay"]),
    .library(name: "ReduxTimeTravel", targets: ["ReduxTimeTravel"]),
    .library(name: "ReduxLive", targets: ["ReduxLive"]),
    .library(name: "ReduxPersistence", targets: ["ReduxPersistence"]),
    .library(name: "ReduxLogTool", targets: ["ReduxLogTool"]),
    .library(name: "ReduxLogTesting", targets: ["ReduxLogTesting"]),
  ],
  traits: [
    .trait(name: "SQLite", description: "Keeps slices of the state in SQLite, by the system's library.")
  ],
  targets: [
    // L0: the operating system; values; a store that knows nothing of logging.
    .target(name: "SystemSupport"),
    // JSON values, their patches and their hash. Knows no Swift type but its own.
    .target(name: "StateTree", dependencies: ["SystemSupport"]),
    // All that depends on private layouts or the ABI, with a way around it.
    .target(name: "RuntimeLayout", dependencies: ["SystemSupport"]),
    // What must not be written: names, forms and places of secrets; and what hashes leave out.
    .target(name: "StatePrivacy", dependencies: ["StateTree", "RuntimeLayout"]),
    // The time and the randomness that a reducer may use, the same in each replay.
    .target(name: "ReducerInputs", dependencies: ["StateTree", "SystemSupport"]),
    // Swift values as JSON and back: redacted, hashed, and followed from one state to the next.
    .target(
      name: "StateCoding",
      dependencies: ["StateTree", "StatePrivacy", "ReducerInputs", "RuntimeLayout", "SystemSupport"]),
    // A collection that keeps its hash current.
    .target(name: "StateTable", dependencies: ["StateCoding", "StateTree"]),
    // What causes an action: between a store that knows no log and a recorder that knows no store.
    .target(name: "ReduxScope"),
    .target(name: "ReduxStore", dependencies: ["ReduxScope", "SystemSupport"]),
    // Text with styles that nothing in it can fake.
    .target(name: "TerminalText"),
    // The command line's parser, help and output. Knows no journal.
    .target(name: "CommandLineKit", dependencies: ["SystemSupport", "TerminalText"]),
    // L1: JSONPath queries, and conditions on documents. Knows no journal.
    .target(name: "JSONQuery", dependencies: ["StateTree"]),
    // L1: the file format.
    .target(name: "ReduxJournal", dependencies: ["StateTree", "StateCoding", "SystemSupport"]),
    // What actions, values, changes and times look like to people: for the inspector, and for a running app's console.
    .target(
      name: "ReduxNotation",
      dependencies: ["TerminalText", "StateTree", "StateCoding", "ReduxJournal", "SystemSupport"]),
    // L2: what ships inside an app, and what folds reducers over a journal.
    .target(
      name: "ReduxRecorder",
      dependencies: [
        "ReduxScope", "StateTree", "RuntimeLayout", "StateCoding", "ReduxJournal", "TerminalText", "SystemSupport",
      ]),
    // L1: what a running app and the tool say to each other.
    .target(name: "LiveProtocol", dependencies: ["StateTree", "StateCoding", "ReduxJournal", "SystemSupport"]),
    // L2: what a debug build adds to a recorder: an audit and a console.
    .target(
      name: "ReduxDiagnostics",
      dependencies: [
        "ReduxRecorder", "ReduxNotation", "ReduxJournal", "StateTable", "StateCoding", "StateTree", "RuntimeLayout",
        "TerminalText", "SystemSupport",
      ]),
    .target(
      name: "ReduxReplay",
      dependencies: ["StateTree", "StatePrivacy", "RuntimeLayout", "StateCoding", "ReduxJournal", "SystemSupport"]),
    // L2: live stores, looked at in the past.
    .target(
      name: "ReduxTimeTravel",
      dependencies: [
        "ReduxScope", "SystemSupport", "StateCoding", "ReduxStore", "ReduxJournal", "ReduxRecorder", "ReduxReplay",
      ]),
    // L2: a running app connected to the tool; debug builds.
    .target(
      name: "ReduxLive",
      dependencies: [
        "LiveProtocol", "ReduxScope", "ReduxRecorder", "ReduxTimeTravel", "ReduxJournal", "StateCoding", "StateTree",
        "SystemSupport",
      ]),
    // L2: the cached state: where its slices are kept, restored at launch.
    .target(
      name: "ReduxPersistence",
      dependencies: [
        "StateTree", "StateCoding", "ReduxStore", "SystemSupport",
        .target(name: "StateTable", condition: .when(traits: ["SQLite"])),
        .target(name: "CSQLite", condition: .when(platforms: [.linux, .android], traits: ["SQLite"])),
      ]),
    .systemLibrary(name: "CSQLite"),
    // The bytes of the page's script and style.
    .target(name: "CJournalPage", exclude: ["Assets"]),
    // L3: jobs that run an app's reducers, in a child process. Knows no question.
    .target(
      name: "ReducerIsolation",
      dependencies: [
        "SystemSupport", "CommandLineKit", "ReduxNotation", "StateTree", "StatePrivacy", "StateCoding", "ReduxJournal",
        "ReduxReplay",
      ]),
    // L3: questions about journals, and their results. No options, no output formats, no terminal.
    .target(
      name: "ReduxInspection",
      dependencies: [
        "SystemSupport", "CommandLineKit", "ReducerIsolation", "ReduxNotation", "StateTree", "StateCoding", "JSONQuery",
        "ReduxDiagnostics",
        "ReduxJournal", "ReduxRecorder", "ReduxReplay",
      ]),
    // L3: sessions that nothing recorded, made of what was recorded, played in search of faults.
    .target(
      name: "ReduxExploring",
      dependencies: [
        "SystemSupport", "CommandLineKit", "ReducerIsolation", "ReduxInspection", "StateTree", "StateCoding",
        "JSONQuery", "ReduxJournal", "ReduxReplay",
      ]),
    // L3: a journal in a terminal and as a page.
    .target(
      name: "ReduxViews",
      dependencies: [
        "SystemSupport", "CommandLineKit", "TerminalText", "CJournalPage", "ReducerIsolation", "ReduxInspection",
        "ReduxNotation", "StateTree", "StateCoding", "JSONQuery", "ReduxJournal", "ReduxReplay",
      ]),
    // L3: running apps: their connections, the copies of their journals, and HTTP for who watches them. Knows no option.
    .target(name: "LiveHost", dependencies: ["LiveProtocol", "ReduxJournal", "StateTree", "SystemSupport"]),
    // L4: the commands, embeddable in a user's own executable or test bundle.
    .target(
      name: "ReduxLogTool",
      dependencies: [
        "SystemSupport", "CommandLineKit", "TerminalText", "ReducerIsolation", "ReduxInspection", "ReduxExploring",
        "ReduxViews", "ReduxNotation", "StateTree", "StateCoding", "JSONQuery", "ReduxJournal", "ReduxDiagnostics",
        "ReduxRecorder", "ReduxReplay", "LiveHost", "LiveProtocol", "ReduxLive", "ReduxTimeTravel", "ReduxStore",
      ]),
    // L3: recorded sessions as tests. Imports Swift Testing.
    .target(
      name: "ReduxLogTesting",
      dependencies: [
        "ReduxInspection", "ReduxLogTool", "ReduxJournal", "ReduxRecorder", "ReduxReplay", "SystemSupport",
      ]),
    // L5: the command, with the app `json`.
    .executableTarget(name: "reduxlog", dependencies: ["ReduxLogTool"]),
    // The command with the sample apps. It is apart, because building the command shouldn't compile the samples.
    .executableTarget(
      name: "samples", dependencies: ["ReduxLogTool", "Accounts", "Feed", "Movies", "Tasks", "Tracker"]),

    // What is fast, and against what: `swift run -c release benchmarks`. Starts the command as well.
    .executableTarget(
      name: "benchmarks",
      dependencies: [
        "StateTree", "StateCoding", "StateTable", "ReduxStore", "ReduxJournal", "ReduxRecorder", "ReduxReplay",
        "ReduxTimeTravel", "LiveProtocol", "ReduxLive", "ReduxPersistence", "ReduxLogTool", "CommandLineKit",
        "SystemSupport", "TestSupport", "WebDriver", "reduxlog",
      ]),

    .target(
      name: "Accounts",
      dependencies: ["StateCoding", "ReduxStore", "ReduxReplay", "ReduxTimeTravel", "ReduxPersistence"],
      path: "Samples/Accounts",
      exclude: ["README.md", "Sessions", "Bugs"]),
    .target(
      name: "Tracker",
      dependencies: [
        "StateCoding", "ReduxStore", "ReduxRecorder", "ReduxReplay", "ReduxPersistence",
        .target(name: "StateTable", condition: .when(traits: ["SQLite"])),
      ],
      path: "Samples/Tracker",
      exclude: ["README.md", "Sessions", "Bugs"]),
    .target(
      name: "Movies",
      dependencies: ["StateCoding", "StateTable", "ReduxStore", "ReduxReplay", "ReduxPersistence"],
      path: "Samples/Movies",
      exclude: ["README.md", "Sessions", "Bugs", "Responses", "HTTP"]),
    // Apart from the rest, so that what only replays links nothing that connects.
    .target(name: "MoviesHTTP", dependencies: ["Movies"], path: "Samples/Movies/HTTP"),

    .target(
      name: "Feed",
      dependencies: [
        "StateTree", "StateTable", "ReduxStore", "ReduxRecorder", "ReduxReplay", "ReduxTimeTravel", "ReduxPersistence",
      ],
      path: "Samples/Feed",
      exclude: ["README.md", "Sessions", "Bugs"]),

    .target(
      name: "Tasks",
      dependencies: ["StateTree", "StateCoding", "StateTable", "ReduxStore", "ReduxReplay", "ReduxPersistence"],
      path: "Samples/Tasks",
      exclude: ["README.md", "Sessions", "Bugs"]),

    // What every test target needs.
    .target(name: "Expectations", path: "Tests/Expectations"),
    // What several test targets and the benchmarks need: temporary folders, built executables, seeded numbers.
    .target(name: "TestSupport", dependencies: ["SystemSupport"], path: "Tests/TestSupport"),
    // A real browser, for tests of pages.
    .target(name: "WebDriver", dependencies: ["StateTree", "SystemSupport", "TestSupport"], path: "Tests/WebDriver"),
    .testTarget(name: "WebDriverTests", dependencies: ["WebDriver", "StateTree", "TestSupport"]),
    // Journals for the views: the samples' bugs, and hard ones.
    .target(
      name: "ReportJournals",
      dependencies: [
        "ChangedSamples", "Accounts", "Feed", "Movies", "Tasks", "Tracker", "ReduxReplay", "ReduxJournal", "StateTree",
        "StateCoding",
        "TestSupport",
      ],
      path: "Tests/ReportJournals", exclude: ["Files"]),
    .testTarget(
      name: "ReportJournalsTests",
      dependencies: [
        "ReportJournals", "ReducerIsolation", "ReduxLogTool", "CommandLineKit", "ReduxReplay", "ReduxJournal",
        "StateTree", "Tracker",
        "TestSupport",
      ]),
    .testTarget(name: "BenchmarksTests", dependencies: ["benchmarks", "StateTree", "StateTable", "TestSupport"]),
    .testTarget(name: "SystemSupportTests", dependencies: ["SystemSupport", "TestSupport"]),
    .testTarget(
      name: "StateTreeTests",
      dependencies: ["StateTree", "StatePrivacy", "StateCoding", "StateTable", "RuntimeLayout", "TestSupport"]),
    .testTarget(name: "JSONQueryTests", dependencies: ["JSONQuery", "StateTree", "TestSupport"]),
    .testTarget(
      name: "JournalPageTests",
      dependencies: [
        "ReduxViews", "ReduxLogTool", "CommandLineKit", "ReduxReplay", "StateTree", "ReportJournals", "WebDriver",
        "Tracker", "ChangedSamples", "TestSupport",
      ]),
    // The page that reads journals by itself must judge them as the tool does.
    .testTarget(
      name: "JournalViewerTests",
      dependencies: [
        "ReduxViews", "WebDriver", "HostileInput", "ReportJournals", "ReduxLogTool", "ReduxNotation", "ReduxJournal",
        "StateTree", "TestSupport",
      ]),
    .testTarget(name: "ReduxStoreTests", dependencies: ["ReduxStore", "TestSupport"]),
    .testTarget(
      name: "ReduxPersistenceTests",
      dependencies: [
        "ReduxPersistence", "ReduxRecorder", "ReduxReplay", "ReduxTimeTravel", "ReduxStore", "ReduxJournal",
        "StateTree", "StateCoding", "StateTable",
        "TestSupport",
      ]),
    .testTarget(
      name: "ReduxJournalTests",
      dependencies: ["ReduxInspection", "ReduxJournal", "StateTree", "StateCoding", "TestSupport"]),
    .testTarget(
      name: "ReduxRecorderTests",
      dependencies: [
        "ReduxDiagnostics", "ReduxRecorder", "ReduxReplay", "ReduxTimeTravel", "ReduxStore", "ReduxScope",
        "ReduxJournal", "StateTree",
        "StateCoding", "StateTable",
        "SystemSupport", "TestSupport",
      ]),
    .testTarget(
      name: "ReduxReplayTests",
      dependencies: [
        "ReduxInspection", "ReduxReplay", "ReduxRecorder", "ReduxJournal", "StateTree", "StateCoding", "StateTable",
        "TestSupport", "VersionedNotes",
      ]),
    .testTarget(
      name: "ReduxTimeTravelTests",
      dependencies: [
        "ReduxTimeTravel", "ReduxReplay", "ReduxRecorder", "ReduxStore", "ReduxJournal", "StateTree", "StateCoding",
        "TestSupport",
      ]),
    // A running app and the tool, in one process.
    .testTarget(
      name: "ReduxLiveTests",
      dependencies: [
        "ReduxLive", "LiveHost", "LiveProtocol", "ReduxTimeTravel", "ReduxRecorder", "ReduxStore", "ReduxJournal",
        "StateTree", "StateCoding", "SystemSupport", "TestSupport", "LiveChild", "reduxlog", "WebDriver",
      ]),
    .executableTarget(
      name: "LiveChild",
      dependencies: [
        "ReduxLive", "LiveProtocol", "ReduxTimeTravel", "ReduxRecorder", "ReduxStore", "StateCoding", "SystemSupport",
      ],
      path: "Tests/LiveChild"),
    .testTarget(name: "CommandLineKitTests", dependencies: ["CommandLineKit", "TerminalText", "TestSupport"]),
    .testTarget(
      name: "ReduxLogToolTests",
      dependencies: [
        "ReduxLogTool", "ReduxViews", "ReduxInspection", "ReduxExploring", "ReducerIsolation", "CommandLineKit",
        "TerminalText",
        "ReduxNotation", "SystemSupport", "ReduxDiagnostics", "ReduxRecorder", "ReduxReplay", "ReduxJournal",
        "StatePrivacy", "StateTree", "StateCoding", "StateTable",
        "TestSupport", "ReportJournals", "Movies", "Tasks", "Tracker",
        "ChangedSamples", "HostileInput", "VersionedNotes", "reduxlog", "samples",
      ]),
    .testTarget(
      name: "ReduxLogTestingTests",
      dependencies: [
        "ReduxLogTesting", "ReduxLogTool", "ReduxRecorder", "ReduxReplay", "ReduxJournal", "StateTree", "TestSupport",
      ],
      exclude: ["Journals"]),
    // The samples with mistakes in them, which their pages find.
    .target(
      name: "ChangedSamples",
      dependencies: [
        "ReduxReplay", "ReduxStore", "StatePrivacy", "StateTable",
        "Accounts",
        "Movies",
        "Tasks",
        "Tracker",
      ],
      path: "Tests/ChangedSamples"),
    // An app in three schema versions, each of which has recorded a journal in Tests/OldJournals.
    .target(name: "VersionedNotes", dependencies: ["ReduxReplay", "StateTree"], path: "Tests/VersionedNotes"),
    // Real faults: a child process that is killed, starved of disk, descriptors and rights; see docs/explanation/reliability.md.
    .executableTarget(
      name: "RecordingChild",
      dependencies: [
        "ReduxLogTool", "ReduxPersistence", "ReduxRecorder", "ReduxReplay", "ReduxJournal", "StateTable", "StateCoding",
        "StateTree", "SystemSupport", "VersionedNotes", "Tasks", "Tracker", "TestSupport",
      ],
      path: "Tests/RecordingChild"),
    // What takes input of others, and input to try on it: for the tests, and for the fuzzer.
    .target(
      name: "HostileInput",
      dependencies: ["ReduxLogTool", "CommandLineKit", "ReduxNotation", "ReduxReplay", "ReduxJournal", "StateTree"],
      path: "Tests/HostileInput"),
    .testTarget(
      name: "ReliabilityTests",
      dependencies: [
        "RecordingChild", "HostileInput", "ReduxLogTool", "ReduxLogTesting", "ReduxInspection", "CommandLineKit",
        "ReduxRecorder", "ReduxReplay", "ReduxTimeTravel", "ReduxStore", "ReduxJournal", "StateTree", "StateCoding",
        "SystemSupport",
        "TestSupport", "reduxlog", "samples",
      ]),
    // What an app calls whose language is still that of Swift 5.
    .testTarget(name: "SwiftFiveTests", dependencies: ["ReduxRecorder", "TestSupport"]),
    // The shapes of other libraries' stores, written for the tests of docs/guides/stores.md: what its guides show is run on them.
    .target(name: "ReSwiftShape", path: "Tests/StoreShapes/ReSwiftShape"),
    .target(name: "SwiftUIFluxShape", path: "Tests/StoreShapes/SwiftUIFluxShape"),
    .target(name: "ComposableShape", path: "Tests/StoreShapes/ComposableShape"),
    .target(name: "SwiftDuxShape", path: "Tests/StoreShapes/SwiftDuxShape"),
    .target(name: "OtherShapes", path: "Tests/StoreShapes/OtherShapes"),
    .target(
      name: "MainActorShape", dependencies: ["ReduxRecorder", "ReduxReplay"], path: "Tests/StoreShapes/MainActorShape"),
    .testTarget(
      name: "StoresTests",
      dependencies: [
        "ReSwiftShape", "SwiftUIFluxShape", "ComposableShape", "MainActorShape", "OtherShapes", "SwiftDuxShape",
        "ReduxLogTool",
        "CommandLineKit",
        "ReduxDiagnostics",
        "ReduxRecorder",
        "ReduxReplay", "ReduxTimeTravel", "ReduxPersistence", "ReduxJournal", "StateCoding", "TestSupport",
      ]),
    .testTarget(
      name: "AccountsTests",
      dependencies: [
        "Accounts", "ChangedSamples", "ReduxReplay", "ReduxTimeTravel", "ReduxStore", "ReduxRecorder",
        "ReduxPersistence",
        "ReduxJournal", "StateTree", "StateCoding", "TestSupport",
      ]),
    .testTarget(
      name: "FeedTests",
      dependencies: [
        "Feed", "ReduxPersistence", "ReduxReplay", "ReduxRecorder", "ReduxTimeTravel", "ReduxStore", "ReduxJournal",
        "StateTree", "StateTable", "TestSupport",
      ]),
    .testTarget(
      name: "TasksTests",
      dependencies: [
        "Tasks", "ChangedSamples", "ReduxReplay", "ReduxTimeTravel", "ReduxStore", "ReduxRecorder", "ReduxPersistence",
        "ReduxJournal", "StateTree", "StateCoding", "StateTable", "TestSupport",
      ]),
    .testTarget(
      name: "MoviesTests",
      dependencies: [
        "Movies", "MoviesHTTP", "MoviesCommand", "ChangedSamples", "ReduxPersistence", "ReduxReplay", "ReduxTimeTravel",
        "ReduxStore", "ReduxRecorder", "ReduxDiagnostics", "ReduxJournal", "ReduxLogTool", "StateTree", "RuntimeLayout",
        "StateCoding", "StateTable", "TestSupport",
      ]),
    // A process without a run loop, which browses films and records it.
    .executableTarget(
      name: "MoviesCommand", dependencies: ["Movies", "ReduxRecorder", "ReduxJournal", "StateTable"],
      path: "Tests/MoviesCommand"),
    .testTarget(
      name: "TrackerTests",
      dependencies: [
        "Tracker", "ChangedSamples", "ReduxReplay", "ReduxTimeTravel", "ReduxStore", "ReduxRecorder",
        "ReduxPersistence",
        "ReduxJournal", "StateTree", "StateCoding", "TestSupport",
      ]),
  ],
  swiftLanguageModes: [.v6]
)

// libFuzzer has a `main` of its own, so that its executable can't be built with the others: `.ci/fuzz` asks for it.
if Context.environment["REDUXLOG_FUZZ"] != nil {
  package.targets.append(.executableTarget(name: "fuzz", dependencies: ["HostileInput"], path: "Tests/Fuzz"))
}

for target in package.targets where target.type == .test { target.dependencies.append("Expectations") }

for target in package.targets where target.type != .system {
  target.swiftSettings = [
    .enableUpcomingFeature("ExistentialAny"),
    .enableUpcomingFeature("InternalImportsByDefault"),
    .enableUpcomingFeature("MemberImportVisibility"),
    .enableUpcomingFeature("NonisolatedNonsendingByDefault"),
    .enableUpcomingFeature("InferIsolatedConformances"),
  ]
  // `.ci/run` asks for it. Others must be able to build with a newer compiler, which may warn of more.
  if Context.environment["REDUXLOG_STRICT"] != nil {
    target.swiftSettings?.append(.treatAllWarnings(as: .error))
  }
  // A library of its time, whose store hops to the main queue unchecked, and an app of that time.
  if ["SwiftUIFluxShape", "SwiftFiveTests"].contains(target.name) {
    target.swiftSettings?.append(.swiftLanguageMode(.v5))
  }
}

// A project as Xcode 26 makes one.
for target in package.targets where target.name == "MainActorShape" {
  target.swiftSettings?.append(.defaultIsolation(MainActor.self))
}

// Only these targets and what they depend on, as `.ci/run` asks for: less to build, also while you work on one of them.
if let names = Context.environment["REDUXLOG_ONLY"] {
  var kept: Set<String> = []
  var queue = names.split(separator: ",").map(String.init)
  while let name = queue.popLast() {
    guard kept.insert(name).inserted else { continue }
    for dependency in package.targets.first(where: { $0.name == name })?.dependencies ?? [] {
      if case .byNameItem(let name, _) = dependency { queue.append(name) }
      if case .targetItem(let name, _) = dependency { queue.append(name) }
    }
  }
  package.targets.removeAll { !kept.contains($0.name) }
  package.products.removeAll { product in
    let targets = (product as? Product.Library)?.targets ?? (product as? Product.Executable)?.targets ?? []
    return !kept.isSuperset(of: targets)
  }
}
