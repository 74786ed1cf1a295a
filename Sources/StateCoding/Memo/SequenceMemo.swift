@_spi(Kernel) import StateTree

/// A followed collection whose elements are written in the order in which it keeps them.
protocol SequenceMemo: FollowedCollection {
  associatedtype Element
  /// The elements that the last change replaced, if it was noted.
  var replaced: ReplacedElements<Element>? { get }
  /// The elements' ids, once they were needed.
  var ids: (version: Int, ids: ElementIDs)? { get set }
  /// An element of the last state.
  func element(_ index: Int) -> Element
  func elementHash(_ index: Int) -> StateHash
  /// The JSON of an element as it is written.
  func part(_ element: Element, _ session: EncodingSession) throws -> JSONDocument
}
