package import ReduxReplay

/// Past or faulty versions of the sample apps, whose bugs the documentation's pages find.
package enum ChangedSamples {
  /// The apps by the remark that marks a page's blocks to run with their reducers.
  package static let apps: [String: any ReplayableApp.Type] = [
    "changed reducer": ChangedTrackerApp.self,
    "tasks 1.0": CopyingTasksApp.self,
    "tasks 1.0 mended": MendedTasksApp.self,
    "late answer": LateAnswerMoviesApp.self,
    "wish list clock": ClockMoviesApp.self,
    "wish list volatile": VolatileMoviesApp.self,
    "accounts 0.9": ChangedAccountsApp.self,
    "forgotten date": ForgetfulTrackerApp.self,
  ]

  /// The remarks of blocks whose commands print other hashes in each run, because the reducers are impure.
  package static let unrepeatable: Set<String> = ["wish list clock"]
}
