/** `stage.windowsevent`: the sections of a Windows event's message become extracted values. */
import { parseWindowsEvent } from "@sluice/languages/windowsevent";
import { sourceRead } from "../pipeline/stage-flow.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { EVENT_MESSAGE_FIELDS, EventMessageStage } from "./shared/event-message-stage.ts";
import { isLabelName } from "./shared/label-text.ts";

export const windowsevent = defineStage({
  name: "windowsevent",
  summary: "Extracts the sections and fields of a Windows event's message.",
  words: ["windows event", "message fields", "event viewer", "parse"],
  rules: [
    "Lines end in CRLF, and an empty line ends a section. The first section is stored as `Description`.",
    "In later sections a line `key:value` sets an extracted value; blanks and tabs are removed from its key.",
    "A first line that ends at its colon is the section's title: its keys get the form `Title_Key`. An empty value elsewhere is skipped.",
    "A line without a colon continues the value before it, after a comma; without such a value, or after an empty line, it is ignored.",
    "Carriage returns, newlines and tabs are removed from values, then blanks around them.",
    "Keys may be any UTF-8 text. A key that is set already gets the suffix `_extracted`, unless `overwrite_existing` is set; a third one of that name overwrites the second.",
    "A source that is missing changes nothing; one that has no text (null, a list, an object) drops the entry.",
  ],
  category: "parse",
  state: "none",
  fields: EVENT_MESSAGE_FIELDS,
  check(args, report) {
    if (!isLabelName(args.source)) report.invalid("invalid-label-name", `invalid label name: ${args.source}`, "source");
  },
  examples: [
    {
      title: "Sections of a logon event",
      config: `stage.windowsevent { }
`,
      input: [
        {
          line: "x",
          extracted: {
            message:
              "An account was logged on.\r\n\r\nSubject:\r\n\tSecurity ID:\tS-1-5-18\r\n\tAccount Name:\tHOST$\r\n\r\nLogon Type:\t3",
          },
        },
      ],
      output: [
        {
          extracted: {
            Description: "An account was logged on.",
            Subject_SecurityID: "S-1-5-18",
            Subject_AccountName: "HOST$",
            LogonType: "3",
          },
        },
      ],
    },
    {
      title: "Values of several lines",
      config: `stage.windowsevent {
  source = "body"
}
`,
      input: [{ line: "x", extracted: { body: "Privileges assigned.\r\n\r\nPrivileges:\tSeBackup\r\n\t\tSeRestore" } }],
      output: [{ extracted: { Description: "Privileges assigned.", Privileges: "SeBackup,SeRestore" } }],
    },
  ],
  flow: ({ source }) => ({
    reads: sourceRead(source),
    readsText: true,
    // Which names are set already decides under which one a field is.
    readsAny: ["extracted"],
    setsAny: ["extracted"],
  }),
  create: (args, env) => new EventMessageStage("windowsevent", args, parseWindowsEvent, env),
});
