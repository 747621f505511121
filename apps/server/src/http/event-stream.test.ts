import { EventEmitter } from "node:events";
import { SECOND } from "@sluice/engine";
import type { Request, Response } from "express";
import { beforeEach, describe, expect, it } from "vitest";
import { ManualScheduler } from "../platform/scheduler.ts";
import { EventStream } from "./event-stream.ts";

/** An answer whose client takes what it is sent when the test says so. */
class SlowResponse extends EventEmitter {
  written: string[] = [];
  ended = false;
  destroyed = false;
  readonly #taken: (() => void)[] = [];

  status = () => this;
  set = () => this;
  flushHeaders = () => {};

  write(bytes: Buffer, taken: () => void): void {
    this.written.push(bytes.toString());
    this.#taken.push(taken);
  }

  end(): void {
    this.ended = true;
    this.emit("close");
  }

  destroy(): void {
    this.destroyed = true;
    this.emit("close");
  }

  takeAll(): void {
    for (const taken of this.#taken.splice(0)) taken();
  }
}

let scheduler: ManualScheduler;
let response: SlowResponse;
let closed = 0;

const open = (method = "GET") =>
  new EventStream({ method } as Request, response as unknown as Response, {
    scheduler,
    most: 50,
    closed: () => closed++,
  });

beforeEach(() => {
  scheduler = new ManualScheduler();
  response = new SlowResponse();
  closed = 0;
});

describe("EventStream", () => {
  it("takes events until so many bytes wait for the client, and again when it has read", () => {
    const stream = open();
    expect(stream.send("a", '"1"', { id: 7 })).toBe(true);
    expect(response.written).toEqual(['event: a\nid: 7\ndata: "1"\n\n']);
    expect([stream.send("b", '"2"'), stream.send("c", '"3"'), stream.send("d", '"4"')]).toEqual([true, true, false]);
    expect(stream.send("counts", "{}", { always: true })).toBe(true);
    response.takeAll();
    expect([stream.unread, stream.send("d", '"4"')]).toEqual([0, true]);
  });

  it("keeps a connection alive on which nothing is sent, not one whose client is behind", async () => {
    open();
    await scheduler.advance(15n * SECOND);
    expect(response.written).toEqual([":\n\n"]);
    await scheduler.advance(60n * SECOND);
    expect(response.written.length).toBe(1);
  });

  it("ends the connection of a client that takes nothing for two minutes, though there is more and more", async () => {
    const stream = open();
    for (let i = 0; i < 7; i++) {
      stream.send("counts", "{}", { always: true });
      await scheduler.advance(15n * SECOND);
    }
    response.takeAll();
    await scheduler.advance(15n * SECOND);
    for (let i = 0; i < 8; i++) {
      expect([closed, response.destroyed]).toEqual([0, false]);
      stream.send("counts", "{}", { always: true });
      await scheduler.advance(15n * SECOND);
    }
    expect([closed, response.destroyed, scheduler.pending]).toEqual([1, true, 0]);
  });

  it("tells once that it is over, and leaves no timer", async () => {
    const stream = open();
    stream.end("end", "{}");
    stream.end("end", "{}");
    expect([closed, response.ended, scheduler.pending, stream.send("a", "1", { always: true })]).toEqual([
      1,
      true,
      0,
      false,
    ]);
  });

  it("is over at once for a client that has gone", async () => {
    response.destroyed = true;
    const stream = open();
    await Promise.resolve();
    expect([closed, stream.send("a", "1"), scheduler.pending]).toEqual([1, false, 0]);
  });
});
