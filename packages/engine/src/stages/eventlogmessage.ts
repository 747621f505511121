/** `stage.eventlogmessage`: the lines `key:value` of a Windows event's message become extracted values. */
import { type EventOptions, parseEventLogMessage, parseWindowsEvent } from "@sluice/languages/windowsevent";
import type { Doubt } from "../pipeline/stage.ts";
import { sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { EVENT_MESSAGE_FIELDS, EventMessageStage } from "./shared/event-message-stage.ts";
import { shown } from "./shared/explain-text.ts";

/** Longer messages are not read a second time for an explanation. */
const MAX_EXPLAINED = 100_000;
const MAX_NAMES = 100;

/** What stage.windowsevent calls the values of a message: a section's title stands before the name, and blanks are left out. */
function renamed(text: string, options: EventOptions): Doubt | undefined {
  if (text.length > MAX_EXPLAINED) return undefined;
  const [old, current] = [new Map<string, string>(), new Map<string, string>()];
  parseEventLogMessage(text, options, old);
  parseWindowsEvent(text, options, current);
  const names = new Map<string, string>();
  for (const [name, value] of [...old].slice(0, MAX_NAMES)) {
    const bare = name.replaceAll("_", "");
    const [meant, ...others] = [...current].filter(
      ([other, text]) =>
        value !== "" && text.startsWith(value) && (other === bare || other.endsWith(`_${bare}`)) && other !== name,
    );
    if (meant !== undefined && others.length === 0) names.set(name, meant[0]);
  }
  const [first] = names;
  if (first === undefined) return undefined;
  return {
    code: "deprecated-stage",
    clause: `stage.windowsevent has other names for the values: ${shown(first[1])} for ${shown(first[0])}`,
    fix: { title: "Change to stage.windowsevent, with its names", stage: "stage.windowsevent", names },
  };
}

/** Prometheus's classic rule, which this stage keeps for its source. */
const LEGACY_NAME = /^[A-Za-z_][A-Za-z0-9_]*$/;

export const eventlogmessage = defineStage({
  name: "eventlogmessage",
  summary: "Extracts the fields of a Windows event's message.",
  words: ["windows event", "message fields", "event viewer", "parse"],
  rules: [
    "Lines end in CRLF. A line `key:value` sets the extracted value `key`; a line without a colon is ignored.",
    "Every character of a key that is not a letter, digit or underscore becomes an underscore, or the field is dropped with `drop_invalid_labels`.",
    "A key that is set already gets the suffix `_extracted`, unless `overwrite_existing` is set; a third one of that name overwrites the second.",
    "A source that is missing changes nothing; one that has no text (null, a list, an object) drops the entry.",
  ],
  category: "parse",
  state: "none",
  deprecated: "use stage.windowsevent",
  fields: EVENT_MESSAGE_FIELDS,
  check(args, report) {
    if (!LEGACY_NAME.test(args.source))
      report.invalid("invalid-label-name", `invalid label name: ${args.source}`, "source");
  },
  examples: [
    {
      title: "Fields of a message",
      config: `stage.eventlogmessage { }
`,
      input: [{ line: "x", extracted: { message: "An account logged on\r\n\tLogon Type:\t3\r\nUser: ann" } }],
      output: [{ extracted: { _Logon_Type: "3", User: "ann" } }],
    },
    {
      title: "The message inside JSON",
      config: `stage.json {
  expressions = { message = "", User = "" }
}

stage.eventlogmessage {
  overwrite_existing = true
}
`,
      input: [{ line: '{"message":"User: ann\\r\\nCode:7","User":"system"}' }],
      output: [{ extracted: { User: "ann", Code: "7" } }],
    },
  ],
  flow: ({ source }) => ({
    reads: sourceRead(source),
    readsText: true,
    // Which names are set already decides under which one a field is.
    readsAny: ["extracted"],
    setsAny: ["extracted"],
  }),
  create: (args, env) => new EventMessageStage("eventlogmessage", args, parseEventLogMessage, env, renamed),
});
