// A state's reducers ask for the inputs that a replay repeats.
@_exported public import ReducerInputs
// The coder's API names JSON values, pointers, hashes and rules.
@_exported public import StatePrivacy
@_exported public import StateTree
