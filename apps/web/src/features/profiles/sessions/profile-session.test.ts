import { describe, expect, it } from "vitest";
import { paletteCommands } from "../../../app/find-commands.ts";
import { takeFiles } from "../../../app/take-files.ts";
import { chooseProfiles, isProfileName, openProfiles } from "../../../core/page/areas.ts";
import { createTestApp, ManualWorker, settle } from "../../../testing/testing.ts";
import type { ProfileAbout } from "../reading/about.ts";
import { buildCallTree } from "../reading/call-tree.ts";
import { readFolded } from "../reading/read-folded.ts";
import type { BuiltTree, ProfileKinds } from "./profile-protocol.ts";
import { ProfileSession } from "./profile-session.ts";

const named = (name: string) => Object.assign(new Blob(["a 1"]), { name });
const TYPE = { type: "samples", unit: "count" };
const ABOUT: ProfileAbout = {
  format: "folded",
  gzip: false,
  bytes: 3,
  plainBytes: 3,
  parts: [],
  facts: {
    types: [TYPE],
    defaultType: 0,
    sums: [1],
    samples: 1,
    time: undefined,
    durationNanos: undefined,
    period: undefined,
    comments: [],
    labels: [],
  },
};
const BUILT: BuiltTree = {
  tree: buildCallTree(readFolded("a 1")),
  top: [],
  compared: false,
  type: TYPE,
  types: [TYPE],
  samples: 1,
};

function start() {
  const worker = new ManualWorker<ProfileKinds>();
  const session = new ProfileSession(() => worker);
  const opened = async (about: ProfileAbout = ABOUT) => {
    worker.answer("open", { ok: true, value: about });
    await settle();
  };
  return { worker, session, opened, state: () => session.store.getState() };
}

describe("the open profiles", () => {
  it("show the first of several files that are opened at once", async () => {
    const { worker, session, opened, state } = start();
    const told = session.open([named("a.folded"), named("b.folded"), named("c.jfr")]);
    await opened();
    await opened();
    await opened({ ...ABOUT, format: "jfr", facts: undefined });
    expect(await told).toEqual({
      tone: "info",
      message:
        "a.folded is shown. Combine or compare the others with it in the list. 1 of 3 cannot be drawn: the list says why.",
    });
    expect(state().shown).toEqual({ title: "a.folded", ids: [state().opened[0]!.id] });
    worker.answer("build", { ok: true, value: BUILT });
    await settle();
    expect(state()).toMatchObject({ built: { samples: 1 }, building: false, problem: null });
  });

  it("ignore an answer that a later request overtook", async () => {
    const { worker, session, opened, state } = start();
    void session.open([named("a.folded")]);
    await opened();
    session.setType(TYPE);
    worker.answer("build", { ok: false, message: "Too late." }, 1);
    await settle();
    expect(state()).toMatchObject({ problem: null, building: true });
  });

  it("show another when the shown one is closed, and finally none", async () => {
    const { session, opened, state } = start();
    void session.open([named("a.folded"), named("b.folded")]);
    await opened();
    await opened();
    const [a, b] = state().opened.map(({ id }) => id);
    session.compareWith(b!);
    expect(state()).toMatchObject({ shown: { ids: [a] }, before: { ids: [b] } });
    session.close(b!);
    expect(state()).toMatchObject({ shown: { ids: [a] }, before: null });
    session.close(a!);
    expect(state()).toMatchObject({ opened: [], shown: null, built: null });
  });

  it("list a recording that cannot be drawn without showing it", async () => {
    const { session, opened, state } = start();
    void session.open([named("a.jfr")]);
    await opened({ ...ABOUT, format: "jfr", facts: undefined });
    expect(state()).toMatchObject({ opened: [{ about: { format: "jfr" } }], shown: null });
  });

  it("are twenty at most, with a message beyond that", async () => {
    const { session, opened } = start();
    const problem = session.open(Array.from({ length: 22 }, (_, i) => named(`${i}.folded`)));
    for (let i = 0; i < 20; i++) await opened();
    expect(await problem).toMatchObject({ tone: "error", message: /At most 20 profiles can be open/ });
  });
});

describe("the areas of the page", () => {
  it.each([
    ["cpu.pprof", true],
    ["profile.pb.gz", true],
    ["out.folded", true],
    ["app.jfr", true],
    ["app.log.gz", false],
    ["shop.alloy", false],
  ])("%s is a profile by its name: %s", (name, is) => expect(isProfileName(name)).toBe(is));

  it("let the user choose several files at once", async () => {
    const files = [named("a.pprof"), named("b.pprof")];
    const { app } = createTestApp({}, { chooseFiles: async () => files });
    await chooseProfiles(app);
    expect(app.stores.area.getState()).toMatchObject({ area: "profiles", side: "files", handed: files });
  });

  it("open a dropped profile in its area, and keep anything dropped there in it", async () => {
    const { app } = createTestApp();
    await takeFiles(app, [named("cpu.pprof")]);
    const { area } = app.stores;
    expect(area.getState()).toMatchObject({ area: "profiles", handed: [{ name: "cpu.pprof" }] });
    await takeFiles(app, [named("stacks.txt")]);
    expect(area.getState().handed.map(({ name }) => name)).toEqual(["cpu.pprof", "stacks.txt"]);
    expect(app.stores.document.getState().samples).toHaveLength(3);
  });

  it("hide commands that would change something out of sight", () => {
    const { app } = createTestApp();
    openProfiles(app, [named("cpu.pprof")]);
    const ids = paletteCommands(app).map(({ id }) => id);
    expect(ids).toContain("area.design");
    expect(ids).not.toContain("samples.clear");
    expect(ids).not.toContain("document.remove");
  });
});
