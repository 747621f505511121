import { processorTime } from "@sluice/languages/testing";
import { expect, it } from "vitest";
import { SensitiveScan, sensitiveReport } from "./report.ts";

it("counts kinds, entries and places, and shows an example without any secret", () => {
  const scan = new SensitiveScan();
  scan.add(0, { line: "user=ann password=hunter2 token=abc123def456" });
  scan.add(3, {
    line: "ok from 10.1.2.3",
    labels: [["api_key", "x1y2z3w4"]],
    metadata: [["mail", "ann@corp.example"]],
  });
  scan.add(4, { line: "fine" });
  const { kinds, ...sums } = scan.report();
  expect(sums).toEqual({ entries: 3, secret: 2, personal: 1 });
  expect(
    kinds.map(({ kind, sensitivity, count, entries, indexes }) => [kind, sensitivity, count, entries, indexes]),
  ).toEqual([
    ["password", "secret", 3, 2, [0, 3]],
    ["mail", "personal", 1, 1, [3]],
    ["ip", "personal", 1, 1, [3]],
  ]);
  expect(kinds[0]!.places).toEqual([
    { part: "label", name: "api_key", count: 1, entries: 1 },
    { part: "line", name: "password", count: 1, entries: 1 },
    { part: "line", name: "token", count: 1, entries: 1 },
  ]);
  expect(kinds[0]!.example).toEqual({ index: 0, text: "user=ann password=•••••• token=••••••" });
});

it("finds the lines of a private key that are entries of their own", () => {
  const lines = ["-----BEGIN PRIVATE KEY-----", "MIIEowIBAAKCAQEAx", "-----END PRIVATE KEY-----", "MIIEowIBAAKCAQEAx"];
  expect(sensitiveReport(lines).kinds).toMatchObject([{ kind: "private_key", indexes: [0, 1] }]);
});

it("cuts long examples around the secret", () => {
  const [found] = sensitiveReport([`${"a ".repeat(500)}password=hunter2 ${"b ".repeat(500)}`]).kinds;
  expect(found!.example.text).toMatch(/^…[a ]{15}password=•••••• [b ]{39}…$/);
});

it("takes time by the number of lines, not by its square", () => {
  const lines = (count: number) =>
    Array.from(
      { length: count },
      (_, i) =>
        `{"ts":${1_700_000_000_000 + i},"level":"info","user":"ann","password":"hunter${i}","url":"http://h/a?b=${i}"}`,
    );
  const time = (count: number) => processorTime(() => sensitiveReport(lines(count)));
  time(1000);
  // Ten times as many; by the square it would be a hundred times as long.
  expect(time(10_000)).toBeLessThan(40 * time(1000));
});
