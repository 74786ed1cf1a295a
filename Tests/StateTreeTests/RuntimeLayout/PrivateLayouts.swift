import RuntimeLayout
import Testing

extension Trait where Self == ConditionTrait {
  /// A test of what only an open gate gives: speed, or more detail.
  static var privateLayouts: Self { .enabled("the gate of private layouts is closed") { LayoutGate.process.isOpen } }
}
