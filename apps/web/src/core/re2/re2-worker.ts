/** The script of the worker that has RE2 itself. It starts with the first pattern that is edited. */
import moduleUrl from "re2-wasm/build/wasm/re2.wasm?url";
import { serveRe2 } from "./serve-re2.ts";

const scope: unknown = self;
serveRe2(scope as Parameters<typeof serveRe2>[0], async () => {
  const response = await fetch(moduleUrl);
  if (!response.ok) throw new Error(`its file is not there (${response.status})`);
  return response.arrayBuffer();
});
