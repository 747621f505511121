/** Opens what others handed on, always as a document of its own. */
import { freeName } from "../../core/model/document.ts";
import { NO_SELECTION } from "../../core/model/settings.ts";
import type { App } from "../../core/page/app.ts";
import { goTo } from "../../core/page/areas.ts";
import { notify } from "../../core/page/notify.ts";
import { sameJson } from "../../core/text/same-json.ts";
import type { ReadShared, SharedDocument } from "./shared-document.ts";
import { isSharedFragment } from "./shared-name.ts";

/** The fragment of a page beside which an editor's document stands, as a bundle that is not compressed, and its name there. */
const BESIDE = "document";
const BESIDE_FILE = "./document.json";

/** Opens the link that the page was called with, if it was. A link is opened once: reloading the page opens no more. */
export async function openSharedLink(app: App): Promise<void> {
  const { address } = app.platform;
  // Some who hand links on, editors among them, escape the sign in the fragment.
  const fragment = address.fragment().replace(/^(s\d+)%3D/i, "$1=");
  if (fragment !== BESIDE && !isSharedFragment(fragment)) return;
  address.clear();
  const read = await reader();
  if (fragment === BESIDE) takeBeside(app, await readBeside(app, read));
  else take(app, read === undefined ? NOT_LOADED : await read.readFragment(fragment), "The link", "from the link");
}

async function readBeside({ platform }: App, read: Awaited<ReturnType<typeof reader>>): Promise<ReadShared> {
  const file = await platform.fetchFile(BESIDE_FILE);
  if (file === undefined) return { ok: false, why: "is not there any more: open it from the editor again" };
  return read === undefined ? NOT_LOADED : await read.readBundle(new Uint8Array(await file.arrayBuffer()), false);
}

/** An editor hands its document over again and again: one that did not change since is not opened twice. */
function takeBeside(app: App, read: ReadShared): void {
  const { name, text, lineEnd, samples } = app.stores.document.getState();
  const { content } = read.ok ? read.shared : {};
  const same = content && sameJson([text, lineEnd, samples], [content.text, content.lineEnd, content.samples]);
  if (same && text !== "") notify(app, "info", `“${name}” is what the editor has.`);
  else take(app, read, "The editor's document", "from the editor");
}

/** Opens a bundle; `compressed`: as it is downloaded, else the JSON in it. */
export async function openBundle(app: App, name: string, bytes: Uint8Array, compressed: boolean): Promise<void> {
  const read = await reader();
  take(app, read === undefined ? NOT_LOADED : await read.readBundle(bytes, compressed), name, `from ${name}`);
}

/** Few visits read something that was shared. */
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
  notify(opened, "info", `Opened “${name}” ${from} as a document of its own.`);
}
