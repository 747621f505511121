/** Deploying, and rolling back, against a server that keeps versions. */

import type { ConfigVersion, Foreseen } from "@sluice/protocol";
import { describe, expect, it, vi } from "vitest";
import { countDiff } from "../../core/text/fold-diff.ts";
import type { ChangeAnswer, ChangeCause, ConfigDraft } from "./configs-api.ts";
import { DeploySession, type DocumentBase } from "./deploy-session.ts";
import { type DraftWay, WHOLE } from "./draft-way.ts";
import { VersionsSession } from "./versions-session.ts";

class TestServer {
  readonly texts: string[] = [];
  readonly users: string[] = [];
  /** Whether it keeps versions. */
  keeps = true;
  /** Components of what it runs that have stages. */
  pipelines: readonly string[] = ["logs.process.main"];
  /** Its refusal of the next one. */
  wrong: Extract<ChangeAnswer, { kind: "refused" | "failed" }> | undefined;

  constructor(...texts: readonly string[]) {
    for (const text of texts) this.put(text, "ann");
  }

  put(text: string, user: string): void {
    this.texts.push(text);
    this.users.push(user);
  }

  readonly api = {
    list: async () => ({
      ok: true as const,
      value: !this.keeps
        ? { problem: "no data directory", versions: [] }
        : {
            current: this.texts.length,
            versions: this.texts.map((text, i): ConfigVersion => this.#version(text, i)).reverse(),
          },
    }),
    text: async (number: number) =>
      this.texts[number - 1] === undefined
        ? { ok: false as const, message: "gone" }
        : { ok: true as const, value: this.texts[number - 1]! },
    running: async () => {
      const text = this.texts.at(-1) ?? "";
      return { ok: true as const, value: { file: "a.alloy", text, sha256: `sum of ${text}` } };
    },
    check: async ({ text, way, heirs }: ConfigDraft) => {
      this.heirs = heirs;
      const whole = way.kind === "whole" ? text : `${this.texts.at(-1)}stages of ${way.from}\n`;
      return { ok: true as const, value: this.#foresee(whole, way.kind) };
    },
    checkVersion: async (number: number) => ({
      ok: true as const,
      value: this.#foresee(this.texts[number - 1]!, "whole"),
    }),
    deploy: async ({ text, way }: ConfigDraft, cause: ChangeCause) =>
      this.#change(way.kind === "whole" ? text : `${this.texts.at(-1)}stages of ${way.from}\n`, cause),
    rollback: async (number: number, cause: ChangeCause) => this.#change(this.texts[number - 1]!, cause),
  };

  /** What the last check or deployment said of heirs. */
  heirs: ConfigDraft["heirs"];

  /** Texts that say so have no source, so deploying them would stop the source. */
  #foresee(text: string, kind: "whole" | "stages"): Foreseen {
    const lacks = text.includes("bare") ? ["source" as const] : [];
    return {
      ok: !text.includes("forbidden"),
      text: "",
      diagnostics: text.includes("forbidden") ? [{ severity: "error", code: "x", message: "not allowed" }] : [],
      consequences: lacks.map(() => ({
        kind: "no-source" as const,
        loses: true,
        text: "There is no source any more.",
      })),
      lacks,
      ...(kind === "stages" && { config: text }),
      runs: { version: this.texts.length, sha256: "0".repeat(64), pipelines: this.pipelines },
    };
  }

  #version(text: string, i: number): ConfigVersion {
    return {
      number: i + 1,
      at: "2026-01-15T08:00:00Z",
      via: "deploy",
      user: this.users[i],
      ...(i > 0 && { base: i }),
      result: "loaded",
      sha256: `sum of ${text}`,
    };
  }

  #change(text: string, { base, baseSha256, user = "" }: ChangeCause): ChangeAnswer {
    if (this.wrong !== undefined) return this.wrong;
    const known = this.keeps ? base === this.texts.length : baseSha256 === `sum of ${this.texts.at(-1)}`;
    if (!known) return { kind: "conflict", message: "another version runs" };
    this.put(text, user);
    return { kind: "runs", changed: true, version: this.keeps ? this.texts.length : undefined };
  }
}

function draft(server: TestServer, text: string, base?: DocumentBase, stagesOnly = false) {
  const bases: DocumentBase[] = [];
  const session = new DeploySession({
    api: server.api,
    name: "a.alloy",
    text,
    pipelines: [stagesOnly ? "stages" : "logs.process.draft"],
    stagesOnly,
    base,
    setBase: (one) => void bases.push(one),
  });
  return { session, bases, state: () => session.store.getState() };
}

describe("a draft", () => {
  it("is compared with what runs, whatever its secrets are, and deployed over it", async () => {
    const server = new TestServer('a\npassword = "(secret)"\n');
    const { session, state, bases } = draft(server, 'a\nb\npassword = "hunter2"\n');
    await session.load();
    expect(countDiff(state().diff)).toEqual({ added: 1, removed: 0 });
    expect(await session.deploy({ user: "bo" })).toMatchObject({ version: 2, before: { number: 1 } });
    expect(server.texts[1]).toContain("hunter2");
    expect(server.users[1]).toBe("bo");
    expect(bases).toEqual([{ number: 2, sha256: expect.stringContaining("hunter2") }]);
  });

  it("is not deployed over another's newer deployment until the user has seen that", async () => {
    const server = new TestServer("a\n");
    const { session, state } = draft(server, "b\n");
    await session.load();
    server.put("a\ntheirs\n", "cy");
    expect(await session.deploy({})).toBeUndefined();
    expect(server.texts).toHaveLength(2);
    expect(state()).toMatchObject({ phase: "ready", current: { number: 2 }, meanwhile: { since: 1 } });
    expect(state().meanwhile?.versions.map(({ user }) => user)).toEqual(["cy"]);
    expect(countDiff(state().meanwhile?.diff ?? [])).toEqual({ added: 1, removed: 0 });
    expect(await session.deploy({})).toMatchObject({ version: 3 });
  });

  it("is not deployed over another's newer deployment on a server without versions either", async () => {
    const server = new TestServer("a\n");
    server.keeps = false;
    const { session, state } = draft(server, "b\n");
    await session.load();
    expect(state()).toMatchObject({ current: null, unkept: "no data directory", message: null });
    server.put("a\ntheirs\n", "cy");
    expect(await session.deploy({})).toBeUndefined();
    expect(server.texts).toHaveLength(2);
    expect(state()).toMatchObject({ phase: "ready", message: expect.stringMatching(/^Somebody else deployed/) });
    expect(countDiff(state().diff)).toEqual({ added: 1, removed: 2 });
    expect(await session.deploy({})).toMatchObject({ kind: "runs", version: undefined, before: null });
    expect(server.texts).toHaveLength(3);
  });

  it("reports at once what was deployed since the version that it was made from", async () => {
    const server = new TestServer("a\n", "b\n", "c\n");
    const { session, state } = draft(server, "a2\n", { number: 1, sha256: "sum of a\n" });
    await session.load();
    expect(state().meanwhile).toMatchObject({ since: 1, versions: [{ number: 3 }, { number: 2 }] });
  });

  it("made from a version of another server reports nothing of that", async () => {
    const { session, state } = draft(new TestServer("a\n", "b\n"), "c\n", { number: 1, sha256: "another" });
    await session.load();
    expect(state().meanwhile).toBeNull();
  });

  it("without a source is offered as stages of what runs; as a whole it says what stops", async () => {
    const server = new TestServer("a\n");
    const { session, state } = draft(server, "bare\n");
    await session.load();
    // No name says where the stages go: nothing is checked or deployed until somebody chooses.
    const open: DraftWay = { kind: "stages", from: "logs.process.draft", into: null, how: "replace" };
    expect(state()).toMatchObject({
      phase: "ready",
      way: open,
      foreseen: null,
      running: ["logs.process.main"],
      diff: [],
    });
    expect(await session.deploy({})).toBeUndefined();
    expect(server.texts).toHaveLength(1);
    const way: DraftWay = { ...open, into: "logs.process.main" };
    await session.choose(way);
    expect(state()).toMatchObject({ way, foreseen: { consequences: [] }, running: ["logs.process.main"] });
    expect(countDiff(state().diff)).toEqual({ added: 1, removed: 0 });
    await session.choose(WHOLE);
    expect(state()).toMatchObject({ way: WHOLE, foreseen: { lacks: ["source"], consequences: [{ loses: true }] } });
    expect(countDiff(state().diff)).toEqual({ added: 1, removed: 1 });
    // The last request counts, however long the answers take.
    const first = session.choose(WHOLE);
    await Promise.all([first, session.choose({ ...way, kind: "stages", how: "append" })]);
    expect(state().way).toMatchObject({ how: "append" });
    expect(await session.deploy({})).toMatchObject({ kind: "runs" });
    expect(server.texts.at(-1)).toBe("a\nstages of logs.process.draft\n");
  });

  it("with a source is offered as a whole; stages alone never are", async () => {
    const server = new TestServer("a\n");
    const { session, state } = draft(server, "b\n");
    await session.load();
    expect(state().way).toEqual(WHOLE);
    const stages = draft(server, "b\n", undefined, true);
    await stages.session.load();
    expect(stages.state().way).toMatchObject({ from: "stages", into: null });
    server.pipelines = [];
    const nowhere = draft(server, "b\n", undefined, true);
    await nowhere.session.load();
    expect(nowhere.state()).toMatchObject({
      phase: "failed",
      message: expect.stringMatching(/^These are only stages/),
    });
    expect(await nowhere.session.deploy({})).toBeUndefined();
  });

  it("that the server would refuse shows that before, and is not sent", async () => {
    const server = new TestServer("a\n");
    const { session, state } = draft(server, "forbidden\n");
    await session.load();
    expect(state()).toMatchObject({ message: "not allowed", refusal: { diagnostics: [{ message: "not allowed" }] } });
    expect(await session.deploy({})).toBeUndefined();
    expect(server.texts).toHaveLength(1);
  });

  it("that is refused stays, with its errors", async () => {
    const server = new TestServer("a\n");
    const { session, state } = draft(server, "b\n");
    await session.load();
    const wrong = { severity: "error" as const, code: "x", message: "port taken", line: 1, column: 1 };
    server.wrong = { kind: "refused", message: "no", diagnostics: [wrong], more: 3 };
    expect(await session.deploy({})).toBeUndefined();
    expect(state()).toMatchObject({ phase: "ready", refusal: { diagnostics: [wrong], more: 3 } });
    server.wrong = undefined;
    expect(await session.deploy({})).toMatchObject({ version: 2 });
  });
});

describe("versions", () => {
  it("are compared with the one before, or with any other", async () => {
    const session = new VersionsSession(new TestServer("a\n", "a\nb\n", "a\nb\nc\n").api, null);
    await session.load();
    const counts = () => countDiff(session.store.getState().diff ?? []);
    expect([session.store.getState().chosen, session.store.getState().against, counts()]).toEqual([
      3,
      2,
      { added: 1, removed: 0 },
    ]);
    await session.compare(1, 3);
    expect(counts()).toEqual({ added: 0, removed: 2 });
    await session.choose(1);
    expect(session.store.getState().against).toBeNull();
  });

  it("can be rolled back to, but not over one that the user has not seen", async () => {
    const server = new TestServer("a\n", "b\n");
    const session = new VersionsSession(server.api, 1);
    await session.load();
    expect(session.store.getState().foreseen).toMatchObject({ ok: true, consequences: [] });
    server.put("theirs\n", "cy");
    expect(await session.rollback("bo")).toMatchObject({ kind: "conflict" });
    expect(session.store.getState()).toMatchObject({ asked: 1, message: "another version runs", against: 3 });
    expect(await session.rollback("bo")).toMatchObject({ kind: "runs", version: 4 });
    expect(server.texts[3]).toBe("a\n");
    expect(session.store.getState()).toMatchObject({ asked: null, chosen: 4 });
  });

  it("show what a rollback would stop, and cannot be rolled back to if the server would refuse", async () => {
    const server = new TestServer("bare\n", "forbidden\n", "b\n");
    const session = new VersionsSession(server.api, null);
    await session.load();
    session.ask(1);
    await vi.waitFor(() => expect(session.store.getState().foreseen).not.toBeNull());
    expect(session.store.getState().foreseen).toMatchObject({ lacks: ["source"], consequences: [{ loses: true }] });
    session.ask(2);
    await vi.waitFor(() => expect(session.store.getState().message).toBe("not allowed"));
    expect(await session.rollback("bo")).toBeUndefined();
    expect(server.texts).toHaveLength(3);
  });
});

it("asks again what stops where another component takes over what one keeps that ends", async () => {
  const server = new TestServer();
  server.put("one\n", "a");
  const { session } = draft(server, "two\n");
  await session.load();
  await session.inherit("logs.journal.a", "logs.journal.c");
  await session.inherit("logs.journal.b", "logs.journal.c");
  // One takes over from one.
  expect([server.heirs, session.store.getState().heirs]).toEqual([
    { "logs.journal.b": "logs.journal.c" },
    { "logs.journal.b": "logs.journal.c" },
  ]);
  await session.inherit("logs.journal.b", null);
  expect(server.heirs).toEqual({});
  await session.inherit("logs.journal.a", "logs.journal.c");
  await session.choose(WHOLE);
  expect(server.heirs).toEqual({});
});
