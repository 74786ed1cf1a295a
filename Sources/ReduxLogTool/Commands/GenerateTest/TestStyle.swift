/// The library of a generated test.
enum TestStyle: String, CaseIterable {
  case swiftTesting = "swift-testing"
  case xctest
}
