#!/usr/bin/env bash
# SwiftPM 6.3 accepts a versioned dependency whose target has unsafeFlags, if that package's tools version is 6.2 or later.
#
# Expected: "As some build flags can be exploited for unsupported or malicious behavior, the use of unsafe flags makes the
# products containing this target ineligible for use by other packages" (documentation of SwiftSetting.unsafeFlags, SE-0238).
# Seen with Swift 6.3.1 on Linux: tools version 6.1 is refused ("contains unsafe build flags"), 6.2 builds.
#
# Exits with 0 while both are so, otherwise with 1. Needs a Swift toolchain and git.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
swift --version 2>&1 | head -n 1

build() {
  mkdir -p "dep-$1/Sources/Flagged" "app-$1/Sources/app"
  printf '// swift-tools-version: %s\nimport PackageDescription\nlet package = Package(name: "dep-%s", products: [.library(name: "Flagged", targets: ["Flagged"])], targets: [.target(name: "Flagged", swiftSettings: [.unsafeFlags(["-Xfrontend", "-function-sections"])])])\n' "$1" "$1" >"dep-$1/Package.swift"
  echo 'public func answer() -> Int { 42 }' >"dep-$1/Sources/Flagged/Flagged.swift"
  git -C "dep-$1" init -q
  git -C "dep-$1" add -A
  git -C "dep-$1" -c user.name=n -c user.email=n@example.org commit -qm 'First'
  git -C "dep-$1" tag 1.0.0
  printf '// swift-tools-version: 6.0\nimport PackageDescription\nlet package = Package(name: "app", dependencies: [.package(url: "file://%s/dep-%s", from: "1.0.0")], targets: [.executableTarget(name: "app", dependencies: [.product(name: "Flagged", package: "dep-%s")])])\n' "$work" "$1" "$1" >"app-$1/Package.swift"
  printf 'import Flagged\nprint(answer())\n' >"app-$1/Sources/app/main.swift"
  swift run --package-path "app-$1" 2>&1
}

old=$(build 6.1 || true)
new=$(build 6.2 || true)
printf 'tools version 6.1: %s\ntools version 6.2: %s\n' "$(grep -m1 -o 'contains unsafe build flags' <<<"$old" || tail -n 1 <<<"$old")" "$(tail -n 1 <<<"$new")"
grep -q 'contains unsafe build flags' <<<"$old" && [ "$(tail -n 1 <<<"$new")" = 42 ]
