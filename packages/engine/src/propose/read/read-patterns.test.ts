import { parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";
import { preview } from "../run.ts";

const START = parseRfc3339("2026-11-25T15:00:00Z")!;
/** Lines with these messages in turn, each 12 times. */
const linesOf = (...messages: readonly ((i: number) => string)[]) =>
  Array.from(
    { length: 12 * messages.length },
    (_, i) => `2026-11-25T14:10:${10 + (i % 50)}Z INFO main app.Service - ${messages[i % messages.length]!(i)}`,
  );
const keptOf = (lines: readonly string[]) =>
  preview(
    propose(lines, { start: START }).text,
    lines.map((line) => ({ line, labels: {} })),
    START,
  ).outputs.map(({ entry }) => Object.fromEntries(entry.metadata ?? []));

describe("messages of several kinds", () => {
  it.each<[string, (i: number) => string, Readonly<Record<string, string>>]>([
    [
      "the user between for and from, an address and a port",
      (i) => `Failed password for ${["dave", "zoë", "bob", "eve"][i % 4]!} from 10.1.2.${i} port ${4000 + i} ssh2`,
      { user: "dave", ip: "10.1.2.0", port: "4000" },
    ],
    [
      "the user that is the same in all of them",
      (i) => `Accepted publickey for deploy from 10.1.2.${i} port ${4000 + i}`,
      { user: "deploy", ip: "10.1.2.0" },
    ],
    [
      "method, path, status and duration",
      (i) => `HTTP ${i % 3 === 0 ? "GET" : "POST"} /orders/${i} responded ${200 + (i % 5)} in ${i}.25 ms`,
      { method: "GET", path: "/orders/0", status: "200", duration_ms: "0.25" },
    ],
    [
      "a request in quotes with the status and the bytes behind it",
      (i) => `"GET /orders/${i} HTTP/1.1" ${200 + (i % 5)} ${5000 + i}`,
      { method: "GET", path: "/orders/0", protocol: "HTTP/1.1", status: "200", bytes: "5000" },
    ],
    [
      "addresses with ports behind their interfaces",
      (i) => `Deny tcp src outside:10.1.2.${i}/${i % 2 === 0 ? 14000 + i : 22} dst inside:10.9.9.${i}/443`,
      { src_ip: "10.1.2.0", src_port: "14000", dst_ip: "10.9.9.0" },
    ],
    [
      "what is run and the id of the run",
      (i) => `Task accepted: shop.tasks.mail[ec99108d-db5b-5fab-8f4d-3e27dda149${10 + i}] pid:${i}`,
      { task: "shop.tasks.mail", id: "ec99108d-db5b-5fab-8f4d-3e27dda14910" },
    ],
    [
      "who runs what",
      (i) => `(${["root", "www-data"][i % 2]!}) CMD (/usr/bin/run --job ${i})`,
      { user: "root", cmd: "/usr/bin/run --job 0" },
    ],
    [
      "values without the brackets, quotes and commas around them",
      (i) => `Login: user=<u${i}>, method=PLAIN, rip=10.1.2.${i}, msg="sandbox created ${i}", session=<s/${i}+x>`,
      { user: "u0", method: "PLAIN", rip: "10.1.2.0", msg: "sandbox created 0", session: "s/0+x" },
    ],
    [
      "a host and the address in brackets behind it",
      (i) => `ABC${1000 + i}: client=mail-${i % 3}.example.com[10.1.2.${i}]:25, sasl_method=LOGIN${i}`,
      { id: "ABC1000", client: "mail-0.example.com", client_ip: "10.1.2.0" },
    ],
    [
      "a method and its path in quotes",
      (i) =>
        `Started ${["GET", "DELETE", "POST"][i % 3]!} "/orders/${i}" for 10.1.2.${i} at 2026-11-25 14:10:${10 + i} +0000`,
      { method: "GET", path: "/orders/0", ip: "10.1.2.0" },
    ],
    ["a duration by its unit", (i) => `duration: ${i}.5 ms  statement: SELECT ${i}`, { duration_ms: "0.5" }],
  ])("have %s", (_, message, values) => {
    const [first] = keptOf(
      linesOf(
        message,
        () => "ready for connections",
        (i) => `worker started (${i})`,
      ),
    );
    expect(first).toMatchObject(values);
  });

  it("are read once where pairs are read as well", () => {
    const lines = linesOf(
      (i) => `finished job=${["a", "b", "c"][i % 3]!} rows=${i}`,
      (i) => `started job=${["a", "b", "c"][i % 3]!} instance=${i}`,
    );
    for (const name of Object.keys(Object.assign({}, ...keptOf(lines)))) expect(name).not.toMatch(/_\d+$/);
  });

  it("leave unnamed what no text names", () => {
    const lines = linesOf(
      (i) => `kept ${i} of ${i * 2} things`,
      () => "ready for connections",
    );
    expect(propose(lines, { start: START }).stages.map(({ id }) => id)).not.toContain("parse:1:pattern");
  });
});

it("a level in a head that goes on behind the time is read before the pairs behind it", () => {
  const lines = Array.from(
    { length: 40 },
    (_, i) =>
      `Nov 25 14:10:${10 + i} imap-login: ${i % 3 === 0 ? "Error" : "Info"}: Login: user=<u${i}>, rip=10.1.2.${i}, pid=${i}`,
  );
  const { text, figures } = propose(lines, { start: START });
  expect(figures.leveled).toBe(40);
  expect(text).toContain("(?P<rip>");
});

it("no label is made of what single messages say", () => {
  const lines = linesOf(
    (i) => `deregistered service=${["a", "b", "c"][i % 3]!} port=${i}`,
    () => "ready for connections",
  );
  expect(propose(lines, { start: START }).stages.find(({ id }) => id === "labels")?.code).not.toContain("service");
});
