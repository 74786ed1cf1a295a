// A middleware that dispatches from a queue or a callback takes its cause along, and an app imports ReduxStore alone.
@_exported public import ReduxScope
