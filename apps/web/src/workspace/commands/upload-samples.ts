import type { App } from "../app.ts";
import { addSamples, fileSource } from "./add-samples.ts";
import type { TextFile } from "./import-file.ts";
import { notify } from "./notify.ts";

/** Bytes of a log file at most; the samples themselves have their own limits. */
const MAX_LOG_BYTES = 50 * 1024 * 1024;

/** Asks for a log file, and adds its lines as samples. */
export async function chooseSamples(app: App): Promise<void> {
  const file = await app.platform.chooseFile("");
  if (file !== undefined) await uploadSamples(app, file);
}

/** Adds the lines of a log file as samples. */
export async function uploadSamples(app: App, file: TextFile): Promise<void> {
  if (file.size > MAX_LOG_BYTES) {
    notify(app, "error", `${file.name} is larger than 50 MiB: cut a part out of it first. Nothing was added.`);
    return;
  }
  try {
    const text = await file.text();
    if (text === "") notify(app, "error", `${file.name} is empty.`);
    else addSamples(app, text, fileSource(file.name));
  } catch {
    notify(app, "error", `${file.name} could not be read. Nothing was added.`);
  }
}
