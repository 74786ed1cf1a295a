// The page's script and style. The preprocessor embeds the files at once; a Swift array literal of their bytes takes the
// compiler 20 seconds.
#pragma clang diagnostic ignored "-Wc23-extensions"
#include "CJournalPage.h"

// The last file starts the page. The others only declare, but a class must follow the class that it extends.
static const char script[] = {
#embed "../JournalPage/Assets/json.js"
    ,
#embed "../JournalPage/Assets/patch.js"
    ,
#embed "../JournalPage/Assets/recording.js"
    ,
#embed "../JournalPage/Assets/siphash.js"
    ,
#embed "../JournalPage/Assets/records.js"
    ,
#embed "../JournalPage/Assets/headers.js"
    ,
#embed "../JournalPage/Assets/validator.js"
    ,
#embed "../JournalPage/Assets/torn.js"
    ,
#embed "../JournalPage/Assets/notation.js"
    ,
#embed "../JournalPage/Assets/journal-rows.js"
    ,
#embed "../JournalPage/Assets/journal-steps.js"
    ,
#embed "../JournalPage/Assets/segments.js"
    ,
#embed "../JournalPage/Assets/journal.js"
    ,
#embed "../JournalPage/Assets/worker.js"
    ,
#embed "../JournalPage/Assets/model.js"
    ,
#embed "../JournalPage/Assets/address.js"
    ,
#embed "../JournalPage/Assets/dom.js"
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
    ,
#embed "../JournalPage/Assets/viewer.js"
    ,
#embed "../JournalPage/Assets/main.js"
};

static const char style[] = {
#embed "../JournalPage/Assets/page.css"
};

struct page_asset page_script(void) { return (struct page_asset){script, sizeof script}; }
struct page_asset page_style(void) { return (struct page_asset){style, sizeof style}; }
