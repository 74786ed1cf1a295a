/// The shape of SwiftRex 0.8: a reducer that takes the action first.
package struct Reducer<ActionType, StateType> {
  package let reduce: (ActionType, inout StateType) -> Void

  package static func reduce(_ reduce: @escaping (ActionType, inout StateType) -> Void) -> Reducer {
    Reducer(reduce: reduce)
  }
}
