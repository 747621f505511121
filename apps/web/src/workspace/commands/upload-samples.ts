import { counted } from "../../domain/counted.ts";
import { MAX_LOG_BYTES, readLogFile } from "../../domain/log-file.ts";
import type { App } from "../app.ts";
import { addSamples, fileSource } from "./add-samples.ts";
import type { TextFile } from "./import-file.ts";
import { notify } from "./notify.ts";

/** Asks for a log file, and adds its lines as samples. */
export async function chooseSamples(app: App): Promise<void> {
  const file = await app.platform.chooseFile("");
  if (file !== undefined) await uploadSamples(app, file);
}

/** Adds the lines of a log file as samples, which have limits of their own. */
export async function uploadSamples(app: App, file: TextFile): Promise<void> {
  if (file.size > MAX_LOG_BYTES) {
    notify(app, "error", `${file.name} is larger than 50 MiB: cut a part out of it first. Nothing was added.`);
    return;
  }
  try {
    const read = await readLogFile(new Uint8Array(await file.arrayBuffer()));
    if (!read.ok) notify(app, "error", `${file.name} ${read.why}. Nothing was added.`);
    else if (read.text === "") notify(app, "error", `${file.name} is empty.`);
    else {
      addSamples(app, read.text, fileSource(file.name));
      if (read.broken) notify(app, "info", brokenBytes(file.name, read.text));
    }
  } catch {
    notify(app, "error", `${file.name} could not be read. Nothing was added.`);
  }
}

function brokenBytes(name: string, text: string): string {
  const lines = text.split("\n").filter((line) => line.includes("\ufffd")).length;
  return `${name} has bytes that are not UTF-8, in ${counted(lines, "line")}: � stands in their place.`;
}
