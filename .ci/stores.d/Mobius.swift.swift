// module: MobiusCore
// sources: MobiusCore/Source
// exclude: "EffectHandlers/EnumRoute.swift"
import MobiusCore
import ReduxRecorder
import ReduxReplay

enum ItemsEvent: Codable { case rename(Int), toggle(Int), select(Int) }
enum ItemsEffect {}

func update(_ items: Items, _ event: ItemsEvent) -> Next<Items, ItemsEffect> {
  var items = items
  switch event {
  case .rename(let index): items.rename(index, to: "renamed")
  case .toggle(let index): items.toggle(index)
  case .select(let index) where index == items.selected: return .noChange
  case .select(let index): items.selected = index
  }
  return .next(items)
}

// adapter
func recording<Model: Encodable, Event, Effect>(
  _ update: @escaping (Model, Event) -> Next<Model, Effect>, with recorder: Recorder
) -> (Model, Event) -> Next<Model, Effect> {
  { model, event in
    var model = model
    return recorder.record(event, in: &model) { model in
      let next = update(model, event)
      if let changed = next.model { model = changed }
      return next
    }
  }
}
// end

enum ItemsApp: ReplayableApp {
  static let name = "items"
  static var initialState: Items { Items() }
  static func reduce(_ items: inout Items, _ event: ItemsEvent) { items = update(items, event).model ?? items }
}

Trial<ItemsApp> { recorder in
  let loop = Mobius.loop(
    update: recorder.map { recording(update, with: $0) } ?? update,
    effectHandler: EffectRouter<ItemsEffect, ItemsEvent>().asConnectable
  ).start(from: Items())
  let events: [(Int) -> ItemsEvent] = [ItemsEvent.rename, ItemsEvent.toggle, ItemsEvent.select]
  return { loop.dispatchEvent(events[$0]($1)) }
}.run()
