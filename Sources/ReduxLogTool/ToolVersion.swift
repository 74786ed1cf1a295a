/// The version of the tool.
package enum ToolVersion {
  /// The version that `--version` prints.
  package static let current = "0.1.0"
}
