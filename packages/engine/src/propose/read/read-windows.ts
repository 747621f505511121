/** Reads the sections of a Windows event's message, as `stage.windowsevent` does. */
import { writeStage } from "../../detect/index.ts";
import { writeText } from "../../syntax/index.ts";
import { runRows, textOf } from "../run.ts";
import type { Reading, Texts } from "./reading.ts";

/** A section, and a name in it. */
const SECTIONS = /\r\n\r\n[^\r\n]+:/;

export function readWindowsMessage(texts: Texts): Reading | undefined {
  const rows = new Set(texts.flatMap((text, row) => (text !== undefined && SECTIONS.test(text) ? [row] : [])));
  if (rows.size === 0) return undefined;
  const given = texts.map((text, row) => ({
    sample: { line: "", labels: {}, extracted: { message: rows.has(row) ? text! : "" } },
    origins: [row],
  }));
  const read = runRows(writeStage("windowsevent"), given, 0n);
  const names = new Set(read.flatMap(({ sample }) => Object.keys(sample.extracted ?? {})));
  names.delete("message");
  return {
    kind: "pairs",
    title: "the sections of Windows events",
    values: [...names].map((name) => ({ name, texts: read.map((row) => textOf(row, name)) })),
    rows,
    write: (source) =>
      writeStage("windowsevent", source === undefined || source === "message" ? {} : { source: writeText(source) }),
    selector: "",
  };
}
