/** The page of limits: every limit on configurations, templates, patterns and log lines, from the constants themselves. */

import {
  MAX_BLOCK_DEPTH,
  MAX_ELEMENTS,
  MAX_EXECUTION_DEPTH,
  MAX_OUTPUT,
  MAX_TEMPLATE_DEPTH,
  MAX_TEMPLATE_LENGTH,
  MAX_WORK,
} from "@sluice/languages/gotemplate/limits";
import { MAX_EXPRESSION_DEPTH } from "@sluice/languages/jmespath/grammar";
import { MAX_STEPS, MAX_TEXT } from "@sluice/languages/jmespath/value";
import { MAX_ENCODED } from "@sluice/languages/json/encode";
import { MAX_JSON_DEPTH } from "@sluice/languages/json/grammar";
import { MAX_SPLIT_ELEMENTS, MAX_SPLIT_VALUES } from "@sluice/languages/json/split";
import { LINEAR_BUDGET, NATIVE_BUDGET } from "@sluice/languages/re2";
import { PROFILES_BOUNDS } from "../components/profiles/profiles-receive-http.ts";
import { GRPC_BOUNDS } from "../components/shared/grpc-server.ts";
import { JOURNAL_BOUNDS } from "../components/shared/journal-size.ts";
import { PUSH_DEFAULTS } from "../components/sources/source-api.ts";
import { MAX_LABELS_BYTES, MAX_METADATA_BYTES } from "../lokipush/index.ts";
import { MAX_STAGE_DEPTH, MAX_STAGES } from "../pipeline/decode-stages.ts";
import { ANALYSIS_STEPS, PATTERN_RUNES } from "../schema/compiled-text.ts";
import { MAX_JOINED_UNITS } from "../stages/cri.ts";
import { MAX_SERIES, MAX_SERIES_UNITS } from "../stages/metrics/metric-series.ts";
import { MAX_BLOCK_LINES, MAX_BLOCK_UNITS, MAX_HELD_UNITS, MAX_STREAMS } from "../stages/multiline/multiline.ts";
import { MAX_STREAMS as MAX_TIMESTAMP_STREAMS } from "../stages/timestamp.ts";
import { MAX_NESTING } from "../syntax/token-stream.ts";

type Row = readonly [what: string, bound: number, unit: string, beyond: string];

const REFUSED = "a diagnostic; the configuration is refused";
const UNCHANGED = "the stage does nothing to this entry; the trace, the log and `stage_errors_total` say which limit";

const TOO_MUCH = "answered 413; nothing of it is forwarded";

const TABLES: readonly (readonly [title: string, rows: readonly Row[]])[] = [
  [
    "Configuration",
    [
      ["Nesting of blocks and expressions", MAX_NESTING, "levels", REFUSED],
      ["Stages inside stages", MAX_STAGE_DEPTH, "levels", REFUSED],
      ["Stages of one pipeline", MAX_STAGES, "stages", REFUSED],
    ],
  ],
  [
    "Regular expressions",
    [
      [
        "Length of the text to the power of the pattern's degree, for the platform's own engine",
        NATIVE_BUDGET,
        "steps",
        "the linear engine takes over",
      ],
      ["Class bounds and literal characters in all patterns of one configuration", PATTERN_RUNES, "of them", REFUSED],
      [
        "Finding the degrees of all patterns of one configuration",
        ANALYSIS_STEPS,
        "steps",
        "the remaining patterns run on the linear engine",
      ],
      [
        "Size of the program times length of the text, for the linear engine",
        LINEAR_BUDGET,
        "steps",
        `limit \`regex-work\`: ${UNCHANGED}`,
      ],
    ],
  ],
  [
    "Templates",
    [
      ["Length of a template", MAX_TEMPLATE_LENGTH, "characters", REFUSED],
      ["Blocks inside blocks", MAX_BLOCK_DEPTH, "levels", REFUSED],
      [
        "Work of one execution (actions, loop turns, arguments and results of functions)",
        MAX_WORK,
        "units",
        "a run-time error; the extracted value is not changed",
      ],
      ["Output, and any intermediate text", MAX_OUTPUT, "characters", "the same"],
      ["Elements of a list (`until`, `seq`, `splitList` …)", MAX_ELEMENTS, "elements", "the same"],
      ["Templates calling templates", MAX_TEMPLATE_DEPTH, "levels", "the same"],
      ["Blocks open at once, over all calls", MAX_EXECUTION_DEPTH, "levels", "the same"],
    ],
  ],
  [
    "JSON and JMESPath",
    [
      ["Nesting of a JSON text", MAX_JSON_DEPTH, "levels", "the text counts as malformed"],
      ["A text that needs escapes, as JSON (`pack`, `json`)", MAX_ENCODED, "characters", UNCHANGED],
      ["`split_json`: elements of one list", MAX_SPLIT_ELEMENTS, "elements", UNCHANGED],
      ["`split_json`: values of one list, nested ones included", MAX_SPLIT_VALUES, "values", UNCHANGED],
      ["Nesting of an expression", MAX_EXPRESSION_DEPTH, "levels", REFUSED],
      ["Steps of one evaluation", MAX_STEPS, "steps", UNCHANGED],
      ["Text that one evaluation makes", MAX_TEXT, "characters", UNCHANGED],
    ],
  ],
  [
    "One push",
    [
      ["Bytes, at each step of decompression", PUSH_DEFAULTS.bytes, "bytes (`max_send_message_size`)", TOO_MUCH],
      ["Streams", PUSH_DEFAULTS.streams, "streams (`max_send_streams`)", TOO_MUCH],
      ["Entries", PUSH_DEFAULTS.entries, "entries (`max_send_entries`)", TOO_MUCH],
      ["Labels and pieces of structured metadata, together", PUSH_DEFAULTS.pairs, "pairs (`max_send_pairs`)", TOO_MUCH],
      ["Labels of one stream", MAX_LABELS_BYTES, "bytes", TOO_MUCH],
      ["One piece of structured metadata, name and value", MAX_METADATA_BYTES, "bytes", TOO_MUCH],
    ],
  ],
  [
    "OTLP over gRPC",
    [
      [
        "Bytes of a message, also after decompression",
        GRPC_BOUNDS.message,
        "bytes (`max_recv_msg_size`)",
        "answered RESOURCE_EXHAUSTED; nothing of it is forwarded",
      ],
      [
        "Connections",
        GRPC_BOUNDS.connections,
        "connections (`conn_limit`)",
        "further ones wait until one closes or falls idle",
      ],
      [
        "Calls at a time on one connection",
        GRPC_BOUNDS.streamsUsually,
        `calls (\`max_concurrent_streams\`, at most ${GRPC_BOUNDS.streams.toLocaleString("en-US")})`,
        "the client waits with further ones",
      ],
      ["Calls at a time on all connections", GRPC_BOUNDS.calls, "calls", "answered UNAVAILABLE"],
    ],
  ],
  [
    "Journals (`logs.journal`, `wal` of `logs.write`)",
    [
      [
        "Size on disk",
        JOURNAL_BOUNDS.usual,
        "bytes (`max_size`)",
        "it takes nothing until receivers have delivered some: clients get 429 or 503, files are not read on",
      ],
      ["`max_size`", JOURNAL_BOUNDS.least, "bytes at least", REFUSED],
      [
        "One entry, or `max_size`, if that is less",
        JOURNAL_BOUNDS.entry,
        "bytes",
        "it is given up and counted (`logs_journal_failed_entries_total`)",
      ],
      [
        "Memory of entries that wait to be written",
        JOURNAL_BOUNDS.unwritten,
        "bytes",
        "it is full until some are written",
      ],
      [
        "Memory of entries on the way to one receiver, about",
        JOURNAL_BOUNDS.onTheWay,
        "bytes",
        "further ones are read once some of these are settled",
      ],
      [
        "Memory of the newest records, for receivers that keep up",
        JOURNAL_BOUNDS.recent,
        "bytes",
        "receivers that are behind read from disk",
      ],
      [
        "One file, or a part of `max_size`, if that is less",
        JOURNAL_BOUNDS.segment,
        `bytes (1/${JOURNAL_BOUNDS.segments} of \`max_size\`)`,
        "the next one begins; what all receivers have is removed by files",
      ],
    ],
  ],
  [
    "Profiles",
    [
      ["Requests that are recorded", PROFILES_BOUNDS.recorded.requests, "requests", "the oldest are discarded"],
      [
        "Bodies that are recorded, together",
        PROFILES_BOUNDS.recorded.bodies,
        "bytes",
        "the oldest bodies are discarded",
      ],
      [
        "Headers and labels that are recorded, together",
        PROFILES_BOUNDS.recorded.texts,
        "bytes",
        "the oldest requests are discarded",
      ],
      [
        "Labels of one recorded request",
        PROFILES_BOUNDS.recorded.labels,
        "bytes",
        "they are not recorded; the profile is still forwarded",
      ],
      [
        "Bodies of one receiver in flight with their parsed forms, or three times `max_body_size` if that is more",
        PROFILES_BOUNDS.inFlight,
        "bytes",
        "answered 429",
      ],
      [
        "Connections of one receiver",
        PROFILES_BOUNDS.connections,
        "connections (`conn_limit`)",
        "further ones wait until one closes or is idle for half a second",
      ],
      [
        "Recorded bodies that are read for the page at a time, with their parsed forms",
        PROFILES_BOUNDS.reading,
        "bytes",
        "answered 429",
      ],
      [
        "Files with debug information that one receiver forwards at a time",
        PROFILES_BOUNDS.debugInfo.uploads,
        "files",
        "answered 429",
      ],
      ["One question about debug information", PROFILES_BOUNDS.debugInfo.question, "bytes", "answered 429"],
      ["Headers of one request", PROFILES_BOUNDS.headers, "bytes", "answered 431"],
    ],
  ],
  [
    "Stages with state",
    [
      [
        "`multiline`: streams with an open block",
        MAX_STREAMS,
        "streams",
        "the block that has waited longest is sent on",
      ],
      [
        "`multiline`: lines of one block when `max_lines` is 0",
        MAX_BLOCK_LINES,
        "lines",
        "the block is sent on and a new one begins",
      ],
      ["`multiline`: text of one block", MAX_BLOCK_UNITS, "characters", "the same"],
      [
        "`multiline`: text of all open blocks",
        MAX_HELD_UNITS,
        "characters",
        "the block that has waited longest is sent on",
      ],
      ["`cri`: text of one joined line", MAX_JOINED_UNITS, "characters", "what was joined so far is sent on"],
      [
        "`metrics`: series of one metric",
        MAX_SERIES,
        "series",
        "further label sets are not counted, and `skipped_observations_total` rises",
      ],
      ["`metrics`: text of the labels of one metric's series", MAX_SERIES_UNITS, "characters", "the same"],
      [
        "`timestamp`: streams whose last time is remembered",
        MAX_TIMESTAMP_STREAMS,
        "streams",
        "the one not seen for longest is removed",
      ],
    ],
  ],
];

/** The page, in Markdown. */
export function limitsReference(): string {
  const tables = TABLES.map(([title, rows]) => {
    const lines = rows.map(
      ([what, bound, unit, beyond]) => `| ${what} | ${bound.toLocaleString("en-US")} ${unit} | ${beyond} |`,
    );
    return `## ${title}\n\n| what | limit | beyond it |\n|---|---|---|\n${lines.join("\n")}`;
  });
  return `# Limits

Nothing in a configuration, a template, a pattern or a log line can make the engine throw, hang it, or make
it grow without bound. These are the limits. Arguments that set limits of their own (\`max_partial_lines\`,
\`max_distinct_labels\` …) are on the pages of their stages; timeouts and total sizes for clients of the push API
(\`server_read_timeout\`, \`max_in_flight_size\` …) are on the page of \`logs.source.api\`.

The limits of a whole preview on the server are described with [its answers](../trace.md#from-the-server).

${tables.join("\n\n")}
`;
}
