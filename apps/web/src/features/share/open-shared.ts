/** Opens documents that others shared, always as separate documents. */
import { freeName } from "../../core/model/document.ts";
import { NO_SELECTION } from "../../core/model/settings.ts";
import type { App } from "../../core/page/app.ts";
import { goTo } from "../../core/page/areas.ts";
import { notify } from "../../core/page/notify.ts";
import { sameJson } from "../../core/text/same-json.ts";
import type { ReadShared, SharedDocument } from "./shared-document.ts";
import { isSharedFragment } from "./shared-name.ts";

/** The fragment of a page whose server also has an editor's document, as an uncompressed bundle, and its file name. */
const BESIDE = "document";
const BESIDE_FILE = "./document.json";

/** Opens the link in the page's address, if there is one. It is opened once: reloading the page does not repeat it. */
export async function openSharedLink(app: App): Promise<void> {
  const { address } = app.platform;
  // Some programs, editors among them, escape the `=` in the fragment of a link.
  const fragment = address.fragment().replace(/^(s\d+)%3D/i, "$1=");
  if (fragment !== BESIDE && !isSharedFragment(fragment)) return;
  address.clear();
  const read = await reader();
  if (fragment === BESIDE) takeBeside(app, await readBeside(app, read));
  else take(app, read === undefined ? NOT_LOADED : await read.readFragment(fragment), "The link", "from the link");
}

async function readBeside({ platform }: App, read: Awaited<ReturnType<typeof reader>>): Promise<ReadShared> {
  const file = await platform.fetchFile(BESIDE_FILE);
  if (file === undefined) return { ok: false, why: "no longer exists: open it from the editor again" };
  return read === undefined ? NOT_LOADED : await read.readBundle(new Uint8Array(await file.arrayBuffer()), false);
}

/** An editor provides its document repeatedly: an unchanged one is not opened twice. */
function takeBeside(app: App, read: ReadShared): void {
  const { name, text, lineEnd, samples } = app.stores.document.getState();
  const { content } = read.ok ? read.shared : {};
  const same = content && sameJson([text, lineEnd, samples], [content.text, content.lineEnd, content.samples]);
  if (same && text !== "") notify(app, "info", `“${name}” already matches the editor.`);
  else take(app, read, "The editor's document", "from the editor");
}

/** Opens a bundle; `compressed`: as downloaded, otherwise its JSON. */
export async function openBundle(app: App, name: string, bytes: Uint8Array, compressed: boolean): Promise<void> {
  const read = await reader();
  take(app, read === undefined ? NOT_LOADED : await read.readBundle(bytes, compressed), name, `from ${name}`);
}

/** Loaded on demand: few visits open something shared. */
const reader = () => import("./shared-document.ts").catch(() => undefined);

const NOT_LOADED: ReadShared = {
  ok: false,
  why: "could not be read, as a part of the page could not be loaded: reload the page and try again",
};

function take(app: App, read: ReadShared, what: string, from: string): void {
  if (read.ok) open(app, read.shared, from);
  else notify(app, "error", `${what} ${read.why}. Nothing was changed.`);
}

function open(app: App, { content, selection }: SharedDocument, from: string): void {
  goTo(app, "design");
  const name = freeName(content.name, app.documents.names());
  const opened = app.documents.create({ ...content, name });
  if (selection !== null)
    opened.stores.selection.setState({
      ...NO_SELECTION,
      sampleId: content.samples[selection.sample ?? 0]?.id ?? null,
      stagePath: selection.stage,
      pipelineId: selection.pipeline,
    });
  notify(opened, "info", `Opened “${name}” ${from} as a separate document.`);
}
