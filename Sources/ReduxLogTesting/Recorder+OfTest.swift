public import ReduxRecorder

extension Recorder {
  @TaskLocal static var current: Recorder?

  /// The recorder of the running test, which the trait `recorded(as:)` provides.
  ///
  /// Tasks that a test starts inherit it; detached tasks and queues don't, so read it first and pass it on.
  ///
  /// - Throws: `ReplayFailure` in a test without the trait.
  public static var ofTest: Recorder {
    get throws {
      guard let current else {
        throw ReplayFailure(
          description: "this test has no recorder; give it the trait '.recorded(as: YourApp.self)', and don't read "
            + "Recorder.ofTest in a detached task")
      }
      return current
    }
  }
}
