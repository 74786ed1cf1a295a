// The page's script and style. The preprocessor embeds the files at once; a Swift array literal of their bytes takes the
// compiler 20 seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CJournalPage.h"

// What shows a recording. A file only declares, and may use what the files before it declare.
static const char page[] = {
#embed "Assets/json.js"
    ,
#embed "Assets/json-print.js"
    ,
#embed "Assets/patch.js"
    ,
#embed "Assets/differences.js"
    ,
#embed "Assets/reshaped-arrays.js"
    ,
#embed "Assets/slices.js"
    ,
#embed "Assets/embedded-source.js"
    ,
#embed "Assets/partial-state.js"
    ,
#embed "Assets/recording.js"
    ,
#embed "Assets/model.js"
    ,
#embed "Assets/address.js"
    ,
#embed "Assets/dom.js"
    ,
#embed "Assets/find-cursor.js"
    ,
#embed "Assets/keys.js"
    ,
#embed "Assets/model-comparison.js"
    ,
#embed "Assets/model-lanes.js"
    ,
#embed "Assets/model-order.js"
    ,
#embed "Assets/model-today.js"
    ,
#embed "Assets/page.js"
    ,
#embed "Assets/player.js"
    ,
#embed "Assets/recording-copies.js"
    ,
#embed "Assets/recording-history.js"
    ,
#embed "Assets/recording-search.js"
    ,
#embed "Assets/text-difference.js"
    ,
#embed "Assets/view-action.js"
    ,
#embed "Assets/view-changes.js"
    ,
#embed "Assets/view-commands.js"
    ,
#embed "Assets/view-detail.js"
    ,
#embed "Assets/view-find.js"
    ,
#embed "Assets/view-help.js"
    ,
#embed "Assets/view-history.js"
    ,
#embed "Assets/view-lanes.js"
    ,
#embed "Assets/view-line.js"
    ,
#embed "Assets/view-list.js"
    ,
#embed "Assets/view-state.js"
    ,
#embed "Assets/view-types.js"
    ,
#embed "Assets/view-value.js"
    ,
#embed "Assets/view-verdict.js"
    ,
#embed "Assets/view-watches.js"
    ,
#embed "Assets/words.js"
};

// What reads a journal, which only the viewer needs.
static const char reader[] = {
#embed "Assets/siphash.js"
    ,
#embed "Assets/headers.js"
    ,
#embed "Assets/records.js"
    ,
#embed "Assets/redacted.js"
    ,
#embed "Assets/torn.js"
    ,
#embed "Assets/validator.js"
    ,
#embed "Assets/notation.js"
    ,
#embed "Assets/segments.js"
    ,
#embed "Assets/journal-rows.js"
    ,
#embed "Assets/journal-steps.js"
    ,
#embed "Assets/journal-reader.js"
    ,
#embed "Assets/journal.js"
    ,
#embed "Assets/viewer.js"
    ,
#embed "Assets/worker.js"
};

// What shows a running app, with what reads a journal.
static const char live[] = {
#embed "Assets/live-dialogs.js"
    ,
#embed "Assets/live-tool.js"
    ,
#embed "Assets/live.js"
};

// What starts the page.
static const char start[] = {
#embed "Assets/main.js"
};

static const char style[] = {
#embed "Assets/page.css"
    ,
#embed "Assets/static.css"
};

struct page_asset page_script(void) { return (struct page_asset){page, sizeof page}; }
struct page_asset page_reader(void) { return (struct page_asset){reader, sizeof reader}; }
struct page_asset page_live(void) { return (struct page_asset){live, sizeof live}; }
struct page_asset page_start(void) { return (struct page_asset){start, sizeof start}; }
struct page_asset page_style(void) { return (struct page_asset){style, sizeof style}; }
