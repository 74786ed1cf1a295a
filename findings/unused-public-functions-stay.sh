#!/usr/bin/env bash
# The linker keeps public functions that an executable never calls, although SwiftPM links release builds with --gc-sections.
#
# Expected: an unused function goes, whatever its access level, since an executable exports nothing.
# Seen with Swift 6.3.1 on Linux (gold and lld): the internal function goes, the package and the public one stay. The compiler
# marks the sections of such functions with SHF_GNU_RETAIN (`R` in readelf), as if they were used elsewhere. What only
# they call stays, too. A library's size in an app is therefore that of all its public API.
#
# Exits with 0 while that is so, otherwise with 1. Needs a Swift toolchain and binutils.
set -euo pipefail
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cd "$work"
swift --version 2>&1 | head -n 1

mkdir -p Sources/Library Sources/app
cat >Package.swift <<'EOF'
// swift-tools-version: 6.0
import PackageDescription
let package = Package(name: "app", targets: [.target(name: "Library"), .executableTarget(name: "app", dependencies: ["Library"])])
EOF
cat >Sources/Library/Library.swift <<'EOF'
public func used() -> Int { 1 }
@inline(never) public func unusedPublic() -> Int { Int.random(in: 2...9) }
@inline(never) package func unusedPackage() -> Int { Int.random(in: 2...9) }
@inline(never) func unusedInternal() -> Int { Int.random(in: 2...9) }
EOF
printf 'import Library\nprint(used())\n' >Sources/app/main.swift
swift build -c release >/dev/null 2>&1
kept=$(nm "$(swift build -c release --show-bin-path)/app" | swift demangle --simplified | grep -oE 'unused(Public|Package|Internal)' | sort -u | tr '\n' ' ')
echo "kept: $kept"
[ "$kept" = 'unusedPackage unusedPublic ' ]
