import ReduxReplay

/// What a cart holds.
struct Cart: Codable, Equatable {
  var items: [String: Int] = [:]
}

/// What can happen to a cart.
enum CartAction: Codable {
  case add(String, count: Int)
  case clear
}

/// An app as its users have one, for the tests that they write.
enum CartApp: ReplayableApp {
  static let name = "cart"
  static var initialState: Cart { Cart() }

  static func reduce(_ cart: inout Cart, _ action: CartAction) {
    switch action {
    case .add(let item, let count): cart.items[item, default: 0] += count
    case .clear: cart.items = [:]
    }
  }
}
