/** Downloads from a recorded request: its body, or one of its profiles. */
import type { ProfileRequestDetail } from "@sluice/protocol";
import type { App } from "../../../core/page/app.ts";
import { notify } from "../../../core/page/notify.ts";
import { bodyFileName, profileFileName, pushJson } from "../reading/request-curl.ts";
import type { RequestSession } from "./request-session.ts";

const TOPIC = "requests";

/** Downloads the body that the command of `curlOf` sends: as received, or as JSON for a push. */
export async function downloadBody(app: App, { api }: RequestSession, detail: ProfileRequestDetail): Promise<void> {
  if (detail.route === "ingest") return downloadProfile(app, { api }, detail, 0, bodyFileName(detail));
  const profiles: string[] = [];
  for (const nth of detail.contents.keys()) {
    const profile = await api.profile(detail.id, nth);
    if (!profile.ok) return notify(app, "error", profile.message, undefined, TOPIC);
    profiles.push(toBase64(new Uint8Array(await profile.value.arrayBuffer())));
  }
  app.platform.download(bodyFileName(detail), pushJson(detail, profiles));
}

/** Downloads one profile as received. */
export async function downloadProfile(
  app: App,
  { api }: Pick<RequestSession, "api">,
  detail: ProfileRequestDetail,
  nth: number,
  name = profileFileName(detail, nth),
): Promise<void> {
  const profile = await api.profile(detail.id, nth);
  if (profile.ok) app.platform.download(name, profile.value);
  else notify(app, "error", profile.message, undefined, TOPIC);
}

/** Bytes converted at a time: a call has a limited number of arguments. */
const CHUNK = 0x8000;

function toBase64(bytes: Uint8Array): string {
  const parts: string[] = [];
  for (let at = 0; at < bytes.length; at += CHUNK) parts.push(String.fromCharCode(...bytes.subarray(at, at + CHUNK)));
  return btoa(parts.join(""));
}
