/** Lints about the time of entries. */
import { isFixedFormat, layoutOfFormat } from "@sluice/languages/gotime";
import { argsBy } from "../../schema/args-by.ts";
import type { CompiledText } from "../../schema/compiled-text.ts";
import { pack } from "../../stages/pack.ts";
import { timestamp } from "../../stages/timestamp.ts";
import { quoteString } from "../../syntax/index.ts";
import { removeStatement, setArgument } from "../edits/edits.ts";
import type { Lint } from "./lint.ts";
import { isOf, isOnTheWayOf, named, placeOf } from "./view.ts";

export const timeOverwritten: Lint = {
  code: "time-overwritten",
  severity: "warning",
  title: "A time is set, and then overwritten by the current one",
  doc: "`ingest_timestamp` of stage.pack is true where it is left out: the entry's time becomes the current one, which undoes a stage.timestamp before it. Set it to false to keep the time of the text. There is no warning where it is written out.",
  example: `stage.json {
  expressions = { time = "", pod = "" }
}

stage.timestamp {
  source = "time"
  format = "RFC3339"
}

stage.pack {
  labels = ["pod"]
}
`,
  fixed: `stage.json {
  expressions = { time = "", pod = "" }
}

stage.timestamp {
  source = "time"
  format = "RFC3339"
}

stage.pack {
  labels = ["pod"]
  ingest_timestamp = false
}
`,
  *find(pipeline) {
    const { file, stages } = pipeline;
    for (const stage of stages) {
      if (stage.flow.setsTime !== "to now" || !isOf(stage, pack)) continue;
      if (stage.block.body.some(({ name }) => name === "ingest_timestamp")) continue;
      const meets = (one: (typeof stages)[number]): boolean =>
        isOf(one, timestamp) && (isOnTheWayOf(one, stage) || isOnTheWayOf(stage, one));
      const undone = stages.findLast((one) => one.order < stage.order && meets(one));
      const isSetAgain = stages.some((one) => one.order > stage.order && meets(one) && isOnTheWayOf(one, stage));
      if (undone === undefined || isSetAgain) continue;
      yield {
        message: `stage.pack sets the time to the current one (ingest_timestamp), which undoes ${named(pipeline, undone)}`,
        span: stage.block.nameSpan,
        related: [{ message: "sets the time", span: undone.block.nameSpan }],
        fix: {
          title: "Set ingest_timestamp to false",
          edits: setArgument(file, stage.block, "ingest_timestamp", "false"),
        },
      };
    }
  },
};

export const locationIgnored: Lint = {
  code: "location-ignored",
  severity: "warning",
  title: "A time zone has no effect",
  doc: "`location` of stage.timestamp is for layouts of your own. Named layouts pay no heed to it: those without a zone are read as UTC. Write the layout instead of its name. The texts of other names, such as RFC3339 and Unix, are instants by themselves, so that `location` can be left out.",
  example: `stage.regex {
  expression = "^(?P<at>\\\\w+ \\\\w+ +\\\\d+ \\\\S+ \\\\d+) "
}

stage.timestamp {
  source   = "at"
  format   = "ANSIC"
  location = "Europe/Berlin"
}
`,
  fixed: `stage.regex {
  expression = "^(?P<at>\\\\w+ \\\\w+ +\\\\d+ \\\\S+ \\\\d+) "
}

stage.timestamp {
  source   = "at"
  format   = "Mon Jan _2 15:04:05 2006"
  location = "Europe/Berlin"
}
`,
  *find({ file, stages }) {
    for (const stage of stages) {
      const args = argsBy(timestamp, stage.node);
      const location = args?.location;
      if (args === undefined || location === undefined || location === "" || UTC_NAMES.has(location)) continue;
      const formats: readonly CompiledText[] = [args.format, ...args.fallback_formats];
      if (!formats.every(({ text }) => isFixedFormat(text))) continue;
      const attribute = stage.block.body.find(({ name }) => name === "location");
      if (attribute?.kind !== "attribute") continue;
      const zoneless = formats.find(({ text }) => hasNoOffset(text));
      const place = placeOf(stage, { kind: "extracted", name: zoneless?.text ?? "", argument: "format" });
      const layout = zoneless && layoutOfFormat(zoneless.text);
      yield {
        message: `location has no effect with ${args.format.text}${
          layout === undefined
            ? ": its texts are instants by themselves"
            : `, which is read as UTC; write ${JSON.stringify(layout)}`
        }`,
        span: attribute.span,
        fix:
          layout === undefined
            ? { title: "Leave out location", edits: removeStatement(file, attribute) }
            : place.replaceable && {
                title: `Change to ${layout}`,
                edits: [{ span: place.replaceable, text: quoteString(layout) }],
              },
      };
    }
  },
};

const UTC_NAMES: ReadonlySet<string> = new Set(["UTC", "Etc/UTC", "GMT", "Etc/GMT", "Zulu", "Etc/Zulu"]);

/** A named layout whose texts have no zone, or only the abbreviation of one. */
const hasNoOffset = (format: string): boolean => /^(?:ANSIC|UnixDate|RFC822|RFC850|RFC1123)$/.test(format);
