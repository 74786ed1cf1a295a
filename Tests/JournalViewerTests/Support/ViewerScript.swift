import StateTree
import TestSupport
import WebDriver

/// The page's script up to its views, for tests that call its functions.
enum ViewerScript {
  private static let folder = "Sources/CJournalPage/Assets/"
  /// The first file of the views; the worker stops before it, too.
  private static let end = "worker.js"

  /// Defines the script's names in the browser's empty page.
  static func load(in browser: WebBrowser) throws {
    let names = try Repository.lines("Sources/CJournalPage/assets.c").compactMap { line in
      line.hasPrefix("#embed") ? line.split(separator: "/").last.map { String($0.dropLast()) } : nil
    }
    let script = try names.prefix { $0 != end }.map { try Repository.text(folder + $0) }.joined()
    try browser.script(
      """
      const names = "ValueSearch JournalReader JournalSteps JournalReading JournalSource Recording segmentsIn headerOfFile parseJSON shownAction printJSON equalJSON applyPatch textDifference "
        + "undoPatch changesBetween toldOperations Comparisons parseJSONInSlices readFilter printFilter mayBeCopies unknownAfter ownTime holdsText numberDifference "
        + "differingSides Model linePath numbersIn joinedOperations reshapedArrays parsePointer undoablePatch rowsThatSetAgain byDistance "
        + "reshapedPlaces PartialState UnknownValue Slice Needle JSONNumber staleCopies LineSums "
        + "unpackedLists duration lanesOf LaneScale ChangesView rowSentence";
      window.viewer = new Function(`"use strict"; ${arguments[0]} return { ${names.split(" ")} };`)();
      window.fileOf = (name, base64) => new File([Uint8Array.from(atob(base64), (character) => character.charCodeAt(0))], name);
      // Reads the segments of a journal.
      window.read = async (files) => {
        const { segments } = await viewer.segmentsIn(files, viewer.headerOfFile);
        const reader = new viewer.JournalReader();
        await reader.read(segments, () => {});
        return reader;
      };
      // A journal as the page reads it, without a worker.
      window.sourceOf = (reading) => {
        const source = Object.create(viewer.JournalSource.prototype);
        source.begin(reading.growth());
        source.block = async (index) => reading.steps.block(index);
        return source;
      };
      // A reader tells its rows once.
      window.recordingOf = (reader) => {
        const reading = new viewer.JournalReading([]);
        reading.reader = reader;
        reading.steps = new viewer.JournalSteps(reader.rows, (start, end) => reader.bytes.subarray(start, end));
        return new viewer.Recording(sourceOf(reading));
      };
      """, .string(script))
  }
}
