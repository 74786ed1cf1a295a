import SystemSupport

/// Decides whether this process depends on private layouts, or does without them by public means.
///
/// The gate is open if the tests of the layouts have run on this platform, the environment variable `REDUXLOG_PORTABLE`
/// doesn't close it, and the self-test at first use passes. A closed gate costs time. Hashes, texts and patches stay the same, but
/// outlines name fewer elements, and the error for an unknown case doesn't list the known ones.
package struct LayoutGate: Sendable {
  package let isOpen: Bool

  /// The gate of this process.
  package static let process = LayoutGate(
    isPlatformChecked: Platform.hasCheckedLayouts, setting: Platform.environment("REDUXLOG_PORTABLE"),
    selfTest: LayoutSelfTest.passes)

  /// Uses public means only.
  package static let closed = LayoutGate(isOpen: false)
  /// Uses private layouts, for their own tests.
  package static let open = LayoutGate(isOpen: true)

  private init(isOpen: Bool) { self.isOpen = isOpen }

  /// Creates a gate.
  ///
  /// - Parameters:
  ///   - isPlatformChecked: Whether the tests of the layouts have run on this platform.
  ///   - setting: The value of `REDUXLOG_PORTABLE`, which closes the gate unless it is empty or 0.
  ///   - selfTest: Finds out whether the layouts are the expected ones; runs only if the gate would be open.
  package init(isPlatformChecked: Bool, setting: String?, selfTest: () -> Bool) {
    isOpen = isPlatformChecked && ["", "0"].contains(setting ?? "") && selfTest()
  }
}
