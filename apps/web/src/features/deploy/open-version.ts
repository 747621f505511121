/** Opens versions of the server's configuration as documents. */

import { SECRET } from "@sluice/engine";
import {
  emptyDocument,
  freeName,
  lineEndOf,
  MAX_NAME,
  MAX_TEXT,
  nameOfFile,
  normalizeText,
} from "../../core/model/document.ts";
import type { App } from "../../core/page/app.ts";
import { goTo } from "../../core/page/areas.ts";
import { closeDialog } from "../../core/page/dialogs.ts";
import { notify } from "../../core/page/notify.ts";
import { ConfigsApi } from "./configs-api.ts";
import { currentOf } from "./deploy-session.ts";
import { setBase } from "./document-bases.ts";
import { countHidden } from "./hide-known-secrets.ts";

/** Opens a version, or what runs, as a separate document that remembers its origin. */
export async function openVersion(app: App, number?: number): Promise<void> {
  const api = new ConfigsApi(app.access.ask);
  const [list, running] = await Promise.all([api.list(), api.running()]);
  const version = list.ok
    ? number === undefined
      ? currentOf(list.value)
      : (list.value.versions.find((one) => one.number === number) ?? null)
    : null;
  const read = version === null ? running : await api.text(version.number);
  if (!read.ok) return notify(app, "error", read.message, undefined, "open-version");
  const text = typeof read.value === "string" ? read.value : read.value.text;
  if (text.length > MAX_TEXT) {
    const most = MAX_TEXT.toLocaleString("en");
    return notify(app, "error", `It is longer than ${most} characters, the maximum of a document.`);
  }
  const file = (running.ok && nameOfFile(running.value.file.split(/[\\/]/).at(-1) ?? "")) || "Server";
  const base = `${file.slice(0, MAX_NAME - 20)}${version === null ? "" : ` v${version.number}`}`;
  const content = emptyDocument(freeName(base, app.documents.names()));
  closeDialog(app);
  const opened = app.documents.create({ ...content, text: normalizeText(text), lineEnd: lineEndOf(text) });
  if (version !== null) setBase(opened, version);
  goTo(opened, "design");
  const hidden =
    countHidden(text) > 0 ? ` The server hides its secrets: replace each ${SECRET} before you deploy it.` : "";
  notify(
    opened,
    "info",
    `Opened ${version === null ? "what runs" : `version ${version.number}`} as “${content.name}”.${hidden}`,
  );
}
