import Movies

/// Holds answers back until a test releases them one by one.
actor Gate {
  private var isOpen: Set<Endpoint> = []
  private var waiting: [Endpoint: CheckedContinuation<Void, Never>] = [:]

  /// Waits until the answer is released.
  func pass(_ endpoint: Endpoint) async {
    if isOpen.contains(endpoint) { return }
    await withCheckedContinuation { waiting[endpoint] = $0 }
  }

  /// Releases an answer, now or when it arrives.
  func open(_ endpoint: Endpoint) {
    isOpen.insert(endpoint)
    waiting.removeValue(forKey: endpoint)?.resume()
  }
}
