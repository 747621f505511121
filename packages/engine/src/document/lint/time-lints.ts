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
