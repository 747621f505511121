/** Ports that close where there are very many. */

import { processorTime } from "@sluice/languages/testing";
import { expect, it } from "vitest";
import { openDocument } from "../open-document.ts";
import { findConsequences } from "./consequences.ts";

const listeners = (count: number, addressOf: (i: number) => string) =>
  openDocument(
    `logs.source.syslog "s" {\n forward_to = [logs.echo.out.receiver]\n${Array.from({ length: count }, (_, i) => `listener {\n address = "${addressOf(i)}"\n}\n`).join("")}}\nlogs.echo "out" { }\n`,
    { bareStages: false },
  );

const COUNT = 6000;

it("many that move take no long time", () => {
  const [before, after] = [listeners(COUNT, (i) => `:${1 + i}`), listeners(COUNT, (i) => `:${20_001 + i}`)];
  let closed = 0;
  const time = processorTime(() => {
    closed = findConsequences(before, after).consequences.filter(({ kind }) => kind === "listener-closes").length;
  });
  expect(closed).toBe(COUNT);
  expect(time).toBeLessThan(3000);
});

it("many addresses of one port are named in part, and take no long time", () => {
  const addressOf = (net: number) => (i: number) => `10.${net}.${i >> 8}.${i & 255}:514`;
  const [before, after] = [listeners(COUNT, addressOf(1)), listeners(COUNT, addressOf(2))];
  let texts: readonly string[] = [];
  const time = processorTime(() => {
    texts = findConsequences(before, after).consequences.map(({ text }) => text);
  });
  expect(texts).toHaveLength(COUNT);
  expect(texts[0]).toBe(
    "Port 514 on 10.1.0.0 stays open on 10.2.0.0, 10.2.0.1, 10.2.0.2 and 5997 more alone: devices that send syslog to it at another address get connection refused.",
  );
  expect(time).toBeLessThan(3000);
});

const syslog = (...addresses: readonly string[]) =>
  `logs.source.syslog "s" {\n forward_to = []\n${addresses.map((one) => `listener {\n address = "${one}"\n}\n`).join("")}}\n`;
const api = (address: string, port: number) =>
  `logs.source.api "a" {\n http {\n  listen_address = "${address}"\n  listen_port = ${port}\n }\n forward_to = []\n}\n`;
const textsOf = (before: string, after: string) =>
  findConsequences(
    openDocument(before, { bareStages: false }),
    openDocument(after, { bareStages: false }),
  ).consequences.flatMap(({ kind, text }) => (kind.startsWith("listener") ? [text] : []));

it("a port that two listeners take over is closed at neither of their addresses", () => {
  expect(textsOf(syslog(":6514"), syslog("10.0.0.1:6514", "10.0.0.2:6514"))).toEqual([
    "Port 6514 stays open on 10.0.0.1 and 10.0.0.2 alone: devices that send syslog to it at another address get connection refused.",
  ]);
  expect(textsOf(syslog("10.0.0.1:6514", "10.0.0.2:6514"), syslog(":6514"))).toEqual([]);
});

it("of two listeners that cover an address the one of the same kind serves as before", () => {
  expect(textsOf(syslog("10.0.0.1:6514"), api("0.0.0.0", 6514))).toEqual([
    "Port 6514 on 10.0.0.1 serves Loki's push API instead of syslog: devices that send syslog to it get errors.",
  ]);
  expect(textsOf(syslog("10.0.0.1:6514"), api("0.0.0.0", 6514) + syslog("10.0.0.1:6514"))).toEqual([]);
});
