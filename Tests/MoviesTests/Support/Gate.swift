import Movies

/// Holds answers back until a test lets them go, one by one.
actor Gate {
  private var isOpen: Set<Endpoint> = []
  private var waiting: [Endpoint: CheckedContinuation<Void, Never>] = [:]

  /// Waits until the answer may go.
  func pass(_ endpoint: Endpoint) async {
    if isOpen.contains(endpoint) { return }
    await withCheckedContinuation { waiting[endpoint] = $0 }
  }

  /// Lets an answer go, now or when it comes.
  func open(_ endpoint: Endpoint) {
    isOpen.insert(endpoint)
    waiting.removeValue(forKey: endpoint)?.resume()
  }
}
