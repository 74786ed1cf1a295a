import ReduxReplay

/// What a cart holds.
struct Cart: Codable, Equatable, Sendable {
  var items: [String: Int] = [:]
  var total = 0
}

/// What can happen to a cart.
enum CartAction: Codable, Sendable {
  case add(String, count: Int)
  case coupon(String)
  case clear
}

/// An app as its users have one.
enum CartApp: ReplayableApp {
  static let name = "cart"
  static var initialState: Cart { Cart() }

  static func reduce(_ cart: inout Cart, _ action: CartAction) {
    switch action {
    case .add(let item, let count):
      cart.items[item, default: 0] += count
      cart.total += 3 * count
    case .coupon: cart.total -= 1
    case .clear: cart = Cart()
    }
  }
}

/// The app after a change: a coupon is worth more.
enum ChangedCartApp: ReplayableApp {
  static let name = CartApp.name
  static var initialState: Cart { Cart() }

  static func reduce(_ cart: inout Cart, _ action: CartAction) {
    CartApp.reduce(&cart, action)
    if case .coupon = action { cart.total -= 1 }
  }
}
