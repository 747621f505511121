/** Signing in to the server, and tokens that the server does not know. */
import { describe, expect, it } from "vitest";
import { signOut } from "../../features/deploy/server-commands.ts";
import { createTestApp } from "../../testing/testing.ts";
import { pollServer, readStatus } from "../page/poll-server.ts";
import { memoryText } from "../storage/memory-storage.ts";
import { KEYS } from "../storage/text-storage.ts";
import { LOCKED } from "./server-access.ts";

/** A server with two tokens; of others it takes three. */
function start(values: Record<string, string> = {}) {
  const shown: (string | null)[] = [];
  let wrong = 0;
  const answer = (status: number, value: unknown, retryAfter?: number) => ({
    status,
    type: "application/json",
    body: new Blob([JSON.stringify(value)]),
    retryAfter,
  });
  const tabStorage = memoryText(values);
  const test = createTestApp(
    {},
    {
      tabStorage,
      askServer: async (path, _post, { token }) => {
        shown.push(token);
        if (wrong >= 3) return answer(429, { error: "too many" }, 42);
        if (token !== "full" && token !== "read") {
          if (token !== null) wrong++;
          return answer(401, { error: "a token is needed" });
        }
        return path === "api/status" ? answer(200, { state: "running", access: token }) : answer(200, {});
      },
    },
  );
  return { ...test, shown, tabStorage };
}

describe("signing in", () => {
  it("keeps the token for the tab and shows it with everything that is asked", async () => {
    const { app, shown, tabStorage } = start();
    const answer = await app.access.signIn(" full ");
    expect("status" in answer && readStatus(answer.status).access).toBe("full");
    await app.access.ask("api/profiles/requests");
    expect(shown).toEqual(["full", "full"]);
    expect(tabStorage.values[KEYS.token]).toBe('"full"');
  });

  const refused: readonly [string, string, string, number][] = [
    ["a wrong one", "guess", "does not know this token", 1],
    ["one that no header can hold", "wörong", "no letters beyond ASCII", 0],
    ["two words", "a b", "no spaces", 0],
  ];
  for (const [name, token, problem, asked] of refused)
    it(`does not take ${name}`, async () => {
      const { app, shown, tabStorage } = start();
      expect(await app.access.signIn(token)).toEqual({ problem: expect.stringContaining(problem) });
      expect(app.stores.access.getState()).toMatchObject({ token: null, problem: expect.stringContaining(problem) });
      expect(shown).toHaveLength(asked);
      expect(tabStorage.values).toEqual({});
    });

  it("says for how long the server does not listen after too many wrong ones", async () => {
    const { app } = start();
    for (let i = 0; i < 3; i++) await app.access.signIn("guess");
    expect(await app.access.signIn("full")).toEqual({ problem: expect.stringContaining("in 42 s") });
  });
});

describe("a server that wants a token", () => {
  it("is asked for once, and never again automatically", async () => {
    const test = start();
    const status = () => test.app.access.status();
    pollServer(test.app, status, () => true);
    await expect.poll(() => test.app.stores.server.getState().status).toBe("locked");
    expect(test.app.stores.access.getState().asking).toBe(true);
    test.app.access.setAsking(false);
    test.time.pass(60_000);
    await expect.poll(() => test.shown.length).toBe(2);
    expect(test.app.stores.access.getState().asking).toBe(false);
  });

  it("is not shown a token again that it called wrong", async () => {
    const { app, shown, tabStorage } = start({ [KEYS.token]: '"old"' });
    expect(await app.access.status()).toBe(LOCKED);
    expect(await app.access.status()).toBe(LOCKED);
    expect(shown).toEqual(["old", null]);
    expect(tabStorage.values).toEqual({});
    expect(app.stores.access.getState().problem).toContain("sign in again");
  });
});

it("signing out forgets the token, and asks for none", async () => {
  const { app, tabStorage } = start();
  const answer = await app.access.signIn("read");
  if ("status" in answer) app.stores.server.setState(readStatus(answer.status));
  expect(app.stores.server.getState().access).toBe("read");
  signOut(app);
  expect(app.stores.server.getState().status).toBe("locked");
  expect(app.stores.access.getState()).toEqual({ token: null, asking: false, problem: null });
  expect(tabStorage.values).toEqual({});
});
