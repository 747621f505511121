/** A static host for folders, for pages without a Sluice server. */
interface StaticHost {
  readonly url: string;
  /** Requested paths that do not exist. */
  readonly missing: readonly string[];
  close(): Promise<void>;
}

/** Serves `folder` below `path`, on a free port of the loopback. */
export async function serveFolder(folder: string, path = "/"): Promise<StaticHost> {
  const host = (await import(new URL("../scripts/base/static-host.mjs", import.meta.url).href)) as {
    serveFolder(folder: string, path: string): Promise<StaticHost>;
  };
  return host.serveFolder(folder, path);
}
