import { detectSampleFormat, splitLines } from "@sluice/engine";
import type { ChosenFile } from "../../core/model/chosen-file.ts";
import type { App } from "../../core/page/app.ts";
import { openDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { counted } from "../../core/text/counted.ts";
import { addSamples, fileSource } from "./add-samples.ts";
import { type LogText, MAX_LOG_BYTES, MAX_WHOLE_BYTES, readHead, readLogFile } from "./log-file.ts";

const TOO_LARGE: LogText = {
  ok: false,
  why: `is larger than ${MAX_LOG_BYTES >> 20} MiB: cut a part out of it first`,
  tooLarge: true,
};

/** From this size on, in bytes, a file with bytes of zero is no log. */
const BINARY_FROM = 4 * 1024 * 1024;

/** Adds the lines of a log file as samples, within their limits; for a large file it asks which lines. */
export async function uploadSamples(app: App, file: ChosenFile): Promise<void> {
  const refuse = (why: string) => notify(app, "error", `${file.name} ${why}. Nothing was added.`);
  try {
    const head = await readHead(file);
    if (!head.ok) return refuse(head.why);
    // Some logs have them where they were truncated; in a large file they say that it is none.
    if (file.size > BINARY_FROM && head.text.includes("\0")) return refuse("is not a text file");
    const format = detectSampleFormat(splitLines(head.text));
    const most = format === "push" ? MAX_LOG_BYTES : MAX_WHOLE_BYTES;
    const read = file.size > most ? TOO_LARGE : await readLogFile(new Uint8Array(await file.arrayBuffer()), most);
    if (!read.ok && read.tooLarge && format !== "push") {
      openDialog(app, { kind: "large-file", edits: true, of: { file, head: head.text, format } });
    } else if (!read.ok) refuse(read.why);
    else if (read.text === "") notify(app, "error", `${file.name} is empty.`);
    else {
      addSamples(app, read.text, fileSource(file));
      if (read.broken) notify(app, "info", brokenBytes(file.name, read.text));
    }
  } catch {
    refuse("could not be read");
  }
}

function brokenBytes(name: string, text: string): string {
  const lines = text.split("\n").filter((line) => line.includes("\ufffd")).length;
  return `${name} has bytes that are not UTF-8, in ${counted(lines, "line")}: � replaces them.`;
}
