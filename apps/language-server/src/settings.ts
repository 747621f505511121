/** What an editor may set: in the options with which it starts the server, and later in its settings. */

export interface Settings {
  /** The page that documents are opened in, with a slash at its end; undefined: one of the language server's own. */
  readonly previewServer: string | undefined;
}

export type ReadSettings =
  | { readonly ok: true; readonly settings: Settings }
  | { readonly ok: false; readonly message: string };

export const DEFAULT_SETTINGS: Settings = { previewServer: undefined };

/** `{ "previewServer": URL }`, or the same below `sluice`; undefined where nothing is said of ours. */
export function readSettings(given: unknown): ReadSettings | undefined {
  const own = fieldOf(given, "sluice") ?? given;
  const server = fieldOf(own, "previewServer");
  if (server === undefined) return undefined;
  if (server === null || server === "") return { ok: true, settings: DEFAULT_SETTINGS };
  const refused: ReadSettings = {
    ok: false,
    message: "previewServer takes the URL of a running server, such as http://127.0.0.1:3180",
  };
  if (typeof server !== "string" || !URL.canParse(server)) return refused;
  const url = new URL(server);
  if (!["http:", "https:"].includes(url.protocol)) return refused;
  url.hash = "";
  url.search = "";
  if (!url.pathname.endsWith("/")) url.pathname += "/";
  return { ok: true, settings: { previewServer: url.href } };
}

const fieldOf = (given: unknown, key: string): unknown =>
  given !== null && typeof given === "object" ? (given as Readonly<Record<string, unknown>>)[key] : undefined;
