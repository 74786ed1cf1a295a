package import ReduxReplay

/// The sample apps as they are not, or no longer: with a mistake in them that a page of the documentation finds.
package enum ChangedSamples {
  /// The apps, by the remark before the blocks of a page that are run with their reducers.
  package static let apps: [String: any ReplayableApp.Type] = [
    "changed reducer": ChangedTrackerApp.self,
    "tasks 1.0": CopyingTasksApp.self,
    "late answer": LateAnswerMoviesApp.self,
    "wish list clock": ClockMoviesApp.self,
    "wish list volatile": VolatileMoviesApp.self,
    "accounts 0.9": ChangedAccountsApp.self,
    "forgotten date": ForgetfulTrackerApp.self,
  ]

  /// The remarks before blocks whose commands print other hashes in each run, because the reducers are not pure.
  package static let unrepeatable: Set<String> = ["wish list clock"]
}
