/** The recorded requests in the page: polled while visible, opened, combined, compared, sent again. */
import type { ProfileRequest } from "@sluice/protocol";
import { describe, expect, it } from "vitest";
import { createTestApp, ManualWorker, settle } from "../../../testing/testing.ts";
import { buildCallTree } from "../reading/call-tree.ts";
import { readFolded } from "../reading/read-folded.ts";
import type { BuiltTree, ProfileKinds } from "./profile-protocol.ts";
import { ProfileSession } from "./profile-session.ts";
import { isLeftOut, RequestSession } from "./request-session.ts";

const TYPE = { type: "samples", unit: "count" };
const BUILT: BuiltTree = {
  tree: buildCallTree(readFolded("a 1")),
  top: [],
  compared: false,
  type: TYPE,
  types: [TYPE],
  samples: 1,
};
const request = (id: string, seconds: number, change: Partial<ProfileRequest> = {}): ProfileRequest => ({
  id,
  time: seconds * 1000,
  receiver: "profiles.receive_http.in",
  client: "",
  route: "ingest",
  labels: { service_name: "shop" },
  serviceRule: "",
  type: "cpu",
  format: "folded",
  bytes: 3,
  milliseconds: 1,
  status: 200,
  profiles: 1,
  targets: [],
  bodyKept: true,
  ...change,
});
const listOf = (requests: readonly ProfileRequest[], received = requests.length) => ({
  recording: true,
  received,
  receivers: [{ id: "profiles.receive_http.in", address: "127.0.0.1:1", tls: false, targets: [] }],
  requests,
});
const json = (value: unknown, status = 200) => ({
  status,
  type: "application/json",
  body: new Blob([JSON.stringify(value)]),
});

/** A page whose server has these; `answers` has its other answers, by path. */
function start(requests: readonly ProfileRequest[], server: "present" | "absent" = "present") {
  const asked: [path: string, post: unknown][] = [];
  const answers: Record<string, unknown> = { "api/profiles/requests": listOf(requests) };
  const test = createTestApp(
    {},
    {
      askServer: async (path, post) => {
        asked.push([path, post]);
        if (/\/profiles\/\d+$/.test(path)) return { status: 200, type: "", body: new Blob(["a 1"]) };
        if (path in answers) return json(answers[path]);
        const found = requests.find(({ id }) => path === `api/profiles/requests/${id}`);
        if (found === undefined) return json({ error: "not known" }, 404);
        return json({ ...found, method: "POST", path: "/ingest", headers: [], contents: [] });
      },
    },
  );
  test.app.stores.server.setState({ status: server });
  const worker = new ManualWorker<ProfileKinds>();
  const profiles = new ProfileSession(() => worker);
  const session = new RequestSession(
    {
      askServer: test.app.access.ask,
      scheduler: test.time,
      serverStatus: () => test.app.stores.server.getState().status,
      isVisible: test.platform.isVisible,
    },
    profiles,
  );
  /** Lets the worker read and draw everything that it received. */
  const work = async () => {
    await settle();
    for (const { kind, id } of worker.received.splice(0)) {
      const about = {
        format: "folded" as const,
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
      const answer = kind === "open" ? { ok: true, value: about } : { ok: true, value: BUILT };
      if (kind !== "close") worker.onmessage?.({ data: { id, ok: true, answer } as never });
    }
    await settle();
    if (worker.received.some(({ kind }) => kind !== "close")) await work();
  };
  const state = () => session.store.getState();
  return { ...test, asked, answers, worker, profiles, session, work, state };
}

describe("the list of requests", () => {
  it("is polled every two seconds, and not after its end", async () => {
    const { session, asked, time, state } = start([request("1", 1)]);
    const end = session.follow();
    await settle();
    expect(state()).toMatchObject({ phase: "ready", list: { received: 1 } });
    time.pass(1999);
    await settle();
    expect(asked).toHaveLength(1);
    time.pass(1);
    await settle();
    expect(asked).toHaveLength(2);
    end();
    time.pass(10_000);
    await settle();
    expect(asked).toHaveLength(2);
  });

  it("is not polled without a server", async () => {
    const { session, asked, state } = start([], "absent");
    session.follow();
    await settle();
    expect([asked, state().phase]).toEqual([[], "no-server"]);
  });

  it("does not change while it is paused, and then catches up", async () => {
    const { session, answers, time, state } = start([request("1", 1)]);
    session.follow();
    await settle();
    session.setPaused(true);
    answers["api/profiles/requests"] = listOf([request("2", 2), request("1", 1)]);
    time.pass(2000);
    await settle();
    expect([state().list?.received, state().latest?.received]).toEqual([1, 2]);
    session.setPaused(false);
    expect([state().list?.received, state().latest]).toEqual([2, null]);
  });

  it("explains an unreadable answer, and keeps the last list", async () => {
    const { session, answers, time, state } = start([request("1", 1)]);
    session.follow();
    await settle();
    answers["api/profiles/requests"] = "what?";
    time.pass(2000);
    await settle();
    expect(state()).toMatchObject({ phase: "failed", list: { received: 1 } });
    expect(state().message).toContain("reload the page");
  });
});

describe("an opened request", () => {
  const all = [
    request("3", 100),
    request("2", 90),
    request("1", 80),
    request("gone", 70, { bodyKept: false }),
    // The same profile again, at a receiver that the first one forwards to.
    request("twin", 100, { receiver: "profiles.receive_http.next" }),
  ];
  async function opened(nth = 0) {
    const test = start(all);
    test.session.follow();
    await settle();
    void test.session.open(all[nth]!);
    await test.work();
    return test;
  }

  it("is drawn, and the previous one is removed from memory", async () => {
    const { session, profiles, work, state } = await opened();
    expect(state().opened).toMatchObject({ request: { id: "3" }, detail: { method: "POST" } });
    expect(profiles.store.getState()).toMatchObject({ subject: "request", shown: { ids: ["request-3-0"] } });
    void session.open(all[1]!);
    await work();
    expect(profiles.store.getState().opened.map(({ id }) => id)).toEqual(["request-2-0"]);
  });

  it("gives way to the nearest that a filter shows; if it shows none, it stays and is marked as left out", async () => {
    const other = { labels: { service_name: "bank" } };
    const requests = [request("4", 40, other), request("3", 30), request("2", 20, other), request("1", 10, other)];
    const { session, work } = start(requests);
    const stop = session.follow();
    await work();
    const now = () => [session.store.getState().opened?.request.id, isLeftOut(session.store.getState())];
    void session.open(requests[1]!);
    await work();
    session.setFilter({ text: "service_name=bank" });
    await work();
    expect(now()).toEqual(["2", false]);
    session.setFilter({ text: "nowhere" });
    await work();
    expect(now()).toEqual(["2", true]);
    session.setFilter({ text: "" });
    expect(now()).toEqual(["2", false]);
    stop();
  });

  it("is drawn with earlier ones whose bodies are kept", async () => {
    const { session, profiles, work, state } = await opened();
    session.setScope({ span: Number.POSITIVE_INFINITY });
    await work();
    expect(profiles.store.getState().shown?.ids).toEqual(["request-3-0", "request-2-0", "request-1-0"]);
    expect(state().opened?.chosen).toHaveLength(4);
  });

  it("is compared with the previous one, and with a held one", async () => {
    const { session, profiles, worker, work } = await opened();
    void session.compareWithEarlier();
    await work();
    expect(profiles.store.getState()).toMatchObject({
      before: { ids: ["request-2-0"] },
      shown: { ids: ["request-3-0"] },
    });
    // A comparison of its own ends with it; a held base stays.
    void session.open(all[0]!);
    await work();
    expect(profiles.store.getState()).toMatchObject({ before: null, shown: { ids: ["request-3-0"] } });
    profiles.holdAsBefore();
    await work();
    void session.open(all[2]!);
    await settle();
    await work();
    expect(profiles.store.getState()).toMatchObject({
      before: { ids: ["request-3-0"] },
      shown: { ids: ["request-1-0"] },
    });
    expect(worker.terminated).toBe(false);
  });

  it("receives later results, and keeps what was read from its body", async () => {
    const { answers, time, state } = await opened();
    const late = { target: "profiles.write.a", ok: true, status: 200, retries: 0, milliseconds: 3 };
    answers["api/profiles/requests"] = listOf([{ ...all[0]!, targets: [late], bodyKept: false }, ...all.slice(1)]);
    time.pass(2000);
    await settle();
    const later = { id: "3", targets: [late], bodyKept: false };
    expect(state().opened).toMatchObject({ request: later, detail: { ...later, method: "POST" } });
    const { opened: before } = state();
    time.pass(2000);
    await settle();
    expect(state().opened).toBe(before);
  });

  it("is not confused with the one of the same id on a restarted server", async () => {
    const { answers, time, state } = await opened();
    answers["api/profiles/requests"] = listOf([{ ...all[0]!, time: 200_000, bodyKept: false }]);
    time.pass(2000);
    await settle();
    expect(state().opened?.request).toMatchObject({ time: 100_000, bodyKept: true });
  });

  it("is shown in its current state, even if opened from an older list", async () => {
    const { session, answers, work, state } = await opened(1);
    answers["api/profiles/requests/3"] = {
      ...all[0]!,
      bodyKept: false,
      method: "POST",
      path: "/",
      headers: [],
      contents: [],
    };
    void session.open(all[0]!);
    await work();
    expect(state().opened).toMatchObject({ request: { id: "3", bodyKept: false }, detail: { path: "/" } });
  });

  it("without a body is shown without a drawing", async () => {
    const { profiles } = await opened(3);
    expect(profiles.store.getState()).toMatchObject({ shown: { ids: [] }, built: null, problem: null });
  });

  it("is sent again to one target, and keeps the result", async () => {
    const { session, answers, asked, state } = await opened();
    const result = { target: "profiles.write.a", ok: true, status: 200, retries: 0, milliseconds: 3 };
    answers["api/profiles/requests/3/send"] = result;
    const sending = session.sendAgain("profiles.write.a");
    expect(state().opened?.sent).toEqual({ "profiles.write.a": null });
    await sending;
    expect(state().opened?.sent).toEqual({ "profiles.write.a": { ok: true, value: result } });
    expect(asked.at(-1)).toEqual(["api/profiles/requests/3/send", { target: "profiles.write.a" }]);
    await session.sendAgain("profiles.write.b").then(() => settle());
    expect(state().opened?.sent["profiles.write.b"]).toMatchObject({ ok: true });
  });

  it("is replaced by an opened file, except for a held base", async () => {
    const { profiles, work } = await opened();
    profiles.holdAsBefore();
    await work();
    void profiles.open([Object.assign(new Blob(["a 1"]), { name: "a.folded" })]);
    await work();
    expect(profiles.store.getState()).toMatchObject({
      subject: "file",
      shown: { title: "a.folded" },
      before: { ids: ["request-3-0"] },
    });
  });
});

it("a sample is sent through a receiver, and the list is refreshed at once", async () => {
  const { session, answers, asked, state } = start([]);
  answers["api/profiles/sample"] = { status: 200 };
  await session.sendSample("profiles.receive_http.in");
  expect(asked.map(([path]) => path)).toEqual(["api/profiles/sample", "api/profiles/requests"]);
  expect(state().sample).toEqual({ ok: true, value: "The receiver accepted the sample profile and answered 200." });
  answers["api/profiles/sample"] = { status: 503 };
  await session.sendSample("profiles.receive_http.in");
  expect(state().sample).toMatchObject({ ok: false });
});
