/** How many connections a listener serves at a time, how it ends, and by which certificate it serves. */
import type { ServerResponse } from "node:http";
import { get as getSecurely } from "node:https";
import { describe, expect, it } from "vitest";
import { TEST_CERTIFICATE } from "../testing/certificate.ts";
import { never } from "../testing/fixtures.ts";
import {
  client,
  closed,
  defer,
  endListeners,
  everythingSaid,
  GET,
  listenWith,
  looked,
  looks,
  timeMoves,
} from "../testing/listen-fixture.ts";
import { listen } from "./listen.ts";

endListeners();

describe("closing", () => {
  const LARGE = 64 << 20;
  /** An answer of `LARGE` bytes, under way and not read yet. */
  async function largeAnswer() {
    const begun = defer();
    const listener = await listenWith({
      handler: (_request, response) => {
        response.setHeader("Content-Length", LARGE);
        response.end(Buffer.alloc(LARGE, "x"));
        begun.resolve();
      },
    });
    const socket = client(listener);
    socket.pause();
    socket.write(GET);
    await begun.promise;
    // It has been looked at once as it is.
    await new Promise((resolve) => setImmediate(resolve));
    return { listener, socket };
  }

  it("lets a large answer be read to its end, which it cut where the reader was slow", async () => {
    const moveTime = timeMoves();
    const { listener, socket } = await largeAnswer();
    const ended = listener.close(never);
    moveTime(3000);
    await looks(3);
    socket.resume();
    const said = await everythingSaid(socket);
    expect(said.length - said.indexOf("\r\n\r\n") - 4).toBe(LARGE);
    await ended;
  });

  it("does not wait for one that takes nothing of its answer", async () => {
    const moveTime = timeMoves();
    const { listener, socket } = await largeAnswer();
    const ended = listener.close(never);
    await looks(3);
    moveTime(6000);
    await ended;
    socket.destroy();
  });

  it("ends at the deadline whatever is still on its way", async () => {
    const { listener, socket } = await largeAnswer();
    await listener.close(Promise.resolve());
    socket.resume();
    expect((await everythingSaid(socket)).length).toBeLessThan(LARGE);
  });

  it("does not take request after request on a connection, which put off the end until the deadline", async () => {
    const begun = defer();
    const waiting: ServerResponse[] = [];
    const listener = await listenWith({
      handler: (_request, response) => {
        waiting.push(response);
        begun.resolve();
      },
    });
    const socket = client(listener);
    socket.write(GET.repeat(3));
    await begun.promise;
    const ended = listener.close(never);
    waiting[0]!.end("first");
    const said = await everythingSaid(socket);
    await ended;
    expect([said.match(/first/g)?.length, waiting.length]).toEqual([1, 1]);
  });
});

describe("connections at a time", () => {
  const idle = { idleTimeout: 0, headersTimeout: 0, requestTimeout: 0 };

  it("are served as many as may be; others wait, and of more the oldest that has asked nothing is closed", async () => {
    const listener = await listenWith({ limits: { ...idle, maxConnections: 1, maxWaiting: 1 } });
    const [first, second, third] = [client(listener), client(listener), client(listener)];
    await closed(first);
    await expect.poll(() => [listener.connections, listener.waiting]).toEqual([1, 1]);
    const said = everythingSaid(second);
    second.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    expect(await said).toMatch(/^HTTP\/1\.1 200 /);
    third.destroy();
  });

  it("are closed where all places are taken by those that have asked, and all places in the line", async () => {
    const { promise, resolve } = defer();
    const listener = await listenWith({
      limits: { ...idle, maxConnections: 1, maxWaiting: 1 },
      handler: async (_request, response) => {
        await promise;
        response.end("late");
      },
    });
    const asking = client(listener);
    const said = everythingSaid(asking);
    asking.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
    await expect.poll(() => listener.connections).toBe(1);
    // Until it is being answered it has asked nothing.
    await looked();
    const [second, third] = [client(listener), client(listener)];
    await closed(third);
    expect([listener.connections, listener.waiting]).toEqual([1, 1]);
    resolve();
    expect(await said).toMatch(/late$/);
    second.destroy();
  });

  it("are served in another way while the address stays, unless that cannot be had", async () => {
    const listener = await listenWith({});
    const failed = () => {};
    const bad = listener.replace({ handler: () => {}, failed, tls: { cert: "nothing", key: "nothing" } });
    expect(bad).toMatchObject({ ok: false, message: expect.stringMatching(/^tls: the certificate or its key/) });
    const text = async () => {
      const socket = client(listener);
      socket.write("GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n");
      return (await everythingSaid(socket)).split("\r\n\r\n")[1];
    };
    expect(await text()).toBe("ok");
    const replaced = listener.replace({ handler: (_request, response) => response.end("new"), failed });
    if (replaced.ok) await replaced.end(never);
    expect(await text()).toBe("new");
  });
});

describe("with a certificate", () => {
  it("listens by HTTPS, with the same limits", async () => {
    const listener = await listenWith({
      tls: TEST_CERTIFICATE,
      handler: (_request, response) => response.end("safe"),
      limits: { idleTimeout: 1000, headersTimeout: 1000 },
    });
    expect(listener.url).toMatch(/^https:/);
    const text = await new Promise((resolve, reject) => {
      getSecurely(listener.url, { ca: TEST_CERTIFICATE.cert, agent: false }, (response) => {
        let said = "";
        response.on("data", (chunk) => {
          said += chunk;
        });
        response.on("end", () => resolve(said));
      }).on("error", reject);
    });
    expect(text).toBe("safe");
    // Whoever says nothing at all.
    await closed(client(listener));
  });

  it("says when it cannot be used", async () => {
    const result = await listen({
      host: "127.0.0.1",
      port: 0,
      handler: () => {},
      tls: { cert: "nothing", key: "nothing" },
      failed: () => {},
    });
    expect(!result.ok && result.message).toMatch(/^tls: the certificate or its key cannot be used: /);
  });
});
