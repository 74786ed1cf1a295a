/// The subscription of an object, which the store doesn't keep alive.
@MainActor
protocol ObjectSubscription: AnyObject {
  /// Whether the object has been released.
  var isOver: Bool { get }
}
