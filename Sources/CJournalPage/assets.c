// The page's script and style. The preprocessor embeds the files at once; a Swift array literal of their bytes takes the
// compiler 20 seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CJournalPage.h"

// What shows a recording. A file only declares, and may use what the files before it declare.
static const char page[] = {
#embed "../JournalPage/Assets/json.js"
    ,
#embed "../JournalPage/Assets/json-print.js"
    ,
#embed "../JournalPage/Assets/patch.js"
    ,
#embed "../JournalPage/Assets/differences.js"
    ,
#embed "../JournalPage/Assets/recording.js"
    ,
#embed "../JournalPage/Assets/model.js"
    ,
#embed "../JournalPage/Assets/address.js"
    ,
#embed "../JournalPage/Assets/dom.js"
    ,
#embed "../JournalPage/Assets/find-cursor.js"
    ,
#embed "../JournalPage/Assets/keys.js"
    ,
#embed "../JournalPage/Assets/model-lanes.js"
    ,
#embed "../JournalPage/Assets/page.js"
    ,
#embed "../JournalPage/Assets/recording-history.js"
    ,
#embed "../JournalPage/Assets/recording-search.js"
    ,
#embed "../JournalPage/Assets/view-action.js"
    ,
#embed "../JournalPage/Assets/view-changes.js"
    ,
#embed "../JournalPage/Assets/view-detail.js"
    ,
#embed "../JournalPage/Assets/view-find.js"
    ,
#embed "../JournalPage/Assets/view-help.js"
    ,
#embed "../JournalPage/Assets/view-history.js"
    ,
#embed "../JournalPage/Assets/view-lanes.js"
    ,
#embed "../JournalPage/Assets/view-list.js"
    ,
#embed "../JournalPage/Assets/view-state.js"
    ,
#embed "../JournalPage/Assets/view-value.js"
    ,
#embed "../JournalPage/Assets/view-verdict.js"
    ,
#embed "../JournalPage/Assets/words.js"
};

// What reads a journal, which only the viewer needs.
static const char reader[] = {
#embed "../JournalPage/Assets/siphash.js"
    ,
#embed "../JournalPage/Assets/headers.js"
    ,
#embed "../JournalPage/Assets/records.js"
    ,
#embed "../JournalPage/Assets/torn.js"
    ,
#embed "../JournalPage/Assets/validator.js"
    ,
#embed "../JournalPage/Assets/notation.js"
    ,
#embed "../JournalPage/Assets/segments.js"
    ,
#embed "../JournalPage/Assets/journal-rows.js"
    ,
#embed "../JournalPage/Assets/journal-steps.js"
    ,
#embed "../JournalPage/Assets/journal-reader.js"
    ,
#embed "../JournalPage/Assets/journal.js"
    ,
#embed "../JournalPage/Assets/viewer.js"
    ,
#embed "../JournalPage/Assets/worker.js"
};

// What starts the page.
static const char start[] = {
#embed "../JournalPage/Assets/main.js"
};

static const char style[] = {
#embed "../JournalPage/Assets/page.css"
    ,
#embed "../JournalPage/Assets/static.css"
};

struct page_asset page_script(void) { return (struct page_asset){page, sizeof page}; }
struct page_asset page_reader(void) { return (struct page_asset){reader, sizeof reader}; }
struct page_asset page_start(void) { return (struct page_asset){start, sizeof start}; }
struct page_asset page_style(void) { return (struct page_asset){style, sizeof style}; }
