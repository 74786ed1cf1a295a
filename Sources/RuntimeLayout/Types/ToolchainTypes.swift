extension TypeName {
  /// Whether a type belongs to the toolchain or to the platform's frameworks.
  ///
  /// The name of the module decides. The image of the type's metadata doesn't: one that is linked statically holds the
  /// app's types too, and the metadata of generic types is made at run time. Classes of Objective-C have no module in
  /// their names, and count as the platform's. A type in an app's extension of such a type is the app's.
  package static func isOfToolchain(_ type: Any.Type) -> Bool {
    let name = _typeName(type, qualified: true)
    guard let dot = name.firstIndex(of: ".") else { return true }
    let module = name[..<dot]
    return module.hasPrefix("_") || toolchainModules.contains(String(module))
  }

  private static let toolchainModules: Set = [
    // The toolchain's.
    "Swift", "Foundation", "FoundationEssentials", "FoundationInternationalization", "FoundationNetworking",
    "FoundationXML", "CoreFoundation", "Dispatch", "Synchronization", "Observation", "Distributed", "RegexBuilder",
    "Cxx",
    "CxxStdlib", "Testing", "XCTest", "Builtin", "Glibc", "Musl", "Android", "WinSDK",
    // Those of Apple's platforms that have classes written in Swift.
    "ActivityKit", "AppIntents", "AppKit", "CarPlay", "Charts", "CloudKit", "Combine", "CoreData", "CoreGraphics",
    "CoreLocation", "CoreML", "CreateML", "CryptoKit", "Darwin", "GameController", "GroupActivities", "HealthKit",
    "MapKit", "Metal", "MusicKit", "Network", "ObjectiveC", "OSLog", "Photos", "PhotosUI", "RealityKit", "SceneKit",
    "ShazamKit", "SpriteKit", "StoreKit", "SwiftData", "SwiftUI", "SwiftUICore", "System", "TabularData", "TipKit",
    "UIKit", "UniformTypeIdentifiers", "UserNotifications", "Vision", "VisionKit", "WatchKit", "WeatherKit", "WebKit",
    "WidgetKit", "os",
  ]
}
