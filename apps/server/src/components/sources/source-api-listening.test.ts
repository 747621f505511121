/** `logs.source.api` from the opening of its port to its stop. */
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";
import { SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { ApiFixture, apiArgs, json, post } from "../../testing/api-fixture.ts";
import { never } from "../../testing/fixtures.ts";

let api: ApiFixture;
beforeEach(() => {
  api = new ApiFixture();
});
afterEach(() => api.stop());

it("is unhealthy when its port is in use", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  await api.start("", port);
  expect(api.source.health).toEqual({
    state: "unhealthy",
    message: `127.0.0.1 port ${port} is in use by another program`,
  });
  await new Promise((resolve) => other.close(resolve));
});

it("listens once its port is free, which it tried for only at the start", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  const { port } = other.address() as AddressInfo;
  const after = vi.spyOn(api.context.scheduler, "after");
  const pauses = () => after.mock.calls.map(([pause]) => Number(pause / SECOND));
  await api.start("", port);
  for (const [i, pause] of [1, 2, 4, 8, 16, 30, 30].entries()) {
    await expect.poll(pauses).toHaveLength(i + 1);
    expect(pauses()[i]).toBe(pause);
    if (i === 6) await new Promise((resolve) => other.close(resolve));
    expect(api.source.health.state).toBe("unhealthy");
    await api.context.scheduler.advance(BigInt(pause) * SECOND);
  }
  await expect.poll(() => api.source.health.state).toBe("healthy");
  const url = `http://127.0.0.1:${port}/loki/api/v1/push`;
  expect((await post(url, json([["1", "x"]]))).status).toBe(204);
  expect(api.context.logged.map(({ message }) => message)).toEqual([
    "the push API cannot listen as it should; it keeps trying",
    "the push API is listening",
  ]);
});

it("stops trying to listen once it is to stop", async () => {
  const other = createServer();
  await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
  await api.start("", (other.address() as AddressInfo).port);
  expect(api.context.scheduler.pending).toBe(1);
  await api.source.drain(never);
  expect(api.context.scheduler.pending).toBe(0);
  await new Promise((resolve) => other.close(resolve));
});

it("lets a request under way finish when it drains, and takes none after that", async () => {
  const url = await api.start();
  const body = json([["1", "x"]]);
  let drained: Promise<number> | undefined;
  const status = await new Promise((resolve, reject) => {
    const headers = {
      "Content-Type": "application/json",
      "Content-Length": String(body.length),
      Expect: "100-continue",
    };
    const request = httpRequest(url, { method: "POST", headers }, (response) => {
      response.resume();
      resolve(response.statusCode);
    });
    request.on("error", reject);
    // The server has the head of the request now, and waits for the rest.
    request.on("continue", () => {
      drained = api.source.drain(never);
      request.end(body);
    });
    request.flushHeaders();
  });
  expect([status, await drained, api.next.lines]).toEqual([204, 0, ["x"]]);
  await expect(post(url, body)).rejects.toThrow();
});

describe("other arguments", () => {
  const nodeWith = (port: number, args: string) => apiArgs(args, port);

  it("are taken over without listening anew", async () => {
    const url = await api.start('labels = { v = "1" }');
    await post(url, json([["1", "a"]]));
    const listening = api.source.details().listening;
    await api.source.update(nodeWith(0, 'labels = { v = "2" }'))();
    await post(url, json([["1", "b"]]));
    expect(api.next.entries.map(({ labels }) => labels.get("v"))).toEqual(["1", "2"]);
    expect(api.source.details().listening).toBe(listening);
  });

  it("that say how it listens are taken over while the address stays open", async () => {
    const url = await api.start();
    const listening = api.source.details().listening;
    await api.source.update(apiArgs('max_in_flight_size = "1GiB"', 0, "conn_limit = 7"))();
    expect((await post(url, json([["1", "x"]]))).status).toBe(204);
    expect(api.source.details().listening).toBe(listening);
  });

  it("that name another port, which is open before they count and answers when they do", async () => {
    const url = await api.start();
    const other = await freePort();
    const args = nodeWith(other, 'labels = { v = "2" }');
    const reserved = await api.source.reserve(args, () => false);
    expect(reserved.ok).toBe(true);
    const there = post(`http://127.0.0.1:${other}/loki/api/v1/push`, json([["1", "b"]]));
    expect((await post(url, json([["1", "a"]]))).status).toBe(204);
    await api.source.update(args)();
    expect((await there).status).toBe(204);
    expect(api.next.entries.map(({ line, labels }) => [line, labels.get("v")])).toEqual([
      ["a", undefined],
      ["b", "2"],
    ]);
    await expect(post(url, json([["1", "c"]]))).rejects.toThrow();
  });

  it("give back a port that they do not need in the end", async () => {
    await api.start();
    const other = await freePort();
    const reserved = await api.source.reserve(nodeWith(other, ""), () => false);
    if (reserved.ok) await reserved.release();
    const server = createServer();
    await new Promise<void>((resolve) => server.listen(other, "127.0.0.1", resolve));
    await new Promise((resolve) => server.close(resolve));
  });
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  await new Promise((resolve) => server.close(resolve));
  return port;
}
