/** The profile worker, with the page's requests. */
import { describe, expect, it } from "vitest";
import type { WorkerScope } from "../../../core/workers/port.ts";
import type { KindOf, Reply, Request } from "../../../core/workers/requests.ts";
import type { ProfileKinds } from "./profile-protocol.ts";
import { serveProfiles } from "./serve-profiles.ts";

/** A served worker; `ask` returns its answer. */
function serve() {
  const waiting = new Map<number, (reply: Reply<ProfileKinds>) => void>();
  const scope: WorkerScope<Request<ProfileKinds>, Reply<ProfileKinds>> = {
    postMessage: (reply) => waiting.get(reply.id)?.(reply),
    onmessage: null,
  };
  serveProfiles(scope);
  let id = 0;
  const ask = async <N extends KindOf<ProfileKinds>>(
    kind: N,
    asked: ProfileKinds[N]["ask"],
  ): Promise<ProfileKinds[N]["answer"]> => {
    const nth = ++id;
    const reply = await new Promise<Reply<ProfileKinds>>((resolve) => {
      waiting.set(nth, resolve);
      scope.onmessage?.({ data: { id: nth, kind, ask: asked } as Request<ProfileKinds> });
    });
    if (!reply.ok) throw new Error(reply.message);
    return reply.answer as ProfileKinds[N]["answer"];
  };
  const open = (name: string, text: string) => ask("open", { id: name, file: new Blob([text]) });
  const build = (ids: readonly string[], before: readonly string[] = [], through = "") =>
    ask("build", { ids, before, type: null, label: null, through });
  return { ask, open, build };
}

describe("the worker of profiles", () => {
  it("opens files, and builds a tree of one, of several combined, and of two compared", async () => {
    const { open, build } = serve();
    expect(await open("a", "main;x 3\nmain;y 1")).toMatchObject({
      ok: true,
      value: { format: "folded", facts: { samples: 2, sums: [4], types: [{ type: "samples", unit: "count" }] } },
    });
    await open("b", "main;x 1");
    const one = await build(["a"]);
    const merged = await build(["a", "b"]);
    const compared = await build(["b"], ["a"]);
    expect([one, merged, compared].map((result) => result.ok && result.value.tree.totals.map(([all]) => all))).toEqual([
      [4],
      [5],
      [4, 1],
    ]);
    expect(compared).toMatchObject({ value: { compared: true, samples: 3 } });
    const through = await build(["a"], [], "Y");
    expect(through.ok && [through.value.samples, through.value.top.map(({ name }) => name)]).toEqual([
      1,
      ["main", "y"],
    ]);
  });

  it("reports an error in a sentence, and forgets closed profiles", async () => {
    const { ask, open, build } = serve();
    expect(await open("empty", "")).toEqual({ ok: false, message: "The file is empty." });
    await open("a", "main 1");
    await ask("close", "a");
    expect(await build(["a"])).toEqual({
      ok: false,
      message: "This profile is no longer open: open it again.",
    });
  });

  it("refuses a file beyond the limit before it is read", async () => {
    const { ask } = serve();
    const file = Object.defineProperty(new Blob(["x"]), "size", { value: 2 ** 40 });
    expect(await ask("open", { id: "a", file })).toMatchObject({
      ok: false,
      message: expect.stringContaining("64 MiB"),
    });
  });
});
