#if canImport(SwiftUI)
  import ReduxTimeTravel
  import SwiftUI

  // docs/guides/stores.md: slider
  struct TimelineBar: View {
    @Bindable var slider: TimelineSlider

    var body: some View {
      VStack(alignment: .leading) {
        Text(slider.label).lineLimit(1).monospacedDigit()
        HStack {
          Button("Back", systemImage: "backward.frame", action: slider.back)
          Slider(
            value: position, in: Double(slider.range.lowerBound)...Double(max(1, slider.range.upperBound)), step: 1)
          Button("Forward", systemImage: "forward.frame", action: slider.forward)
          Button(slider.isPlaying ? "Pause" : "Play", systemImage: slider.isPlaying ? "pause" : "play") {
            if slider.isPlaying { slider.pause() } else { Task { await slider.play() } }
          }
        }
        .labelStyle(.iconOnly)
        if let failure = slider.failure { Text(failure.description).foregroundStyle(.red) }
      }
    }

    private var position: Binding<Double> {
      Binding {
        Double(slider.position)
      } set: {
        slider.position = Int($0)
      }
    }
  }
// docs/guides/stores.md: end
#endif
