/** Columns that some lines lack, that have several values, or that are padded. */
import { parseRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "../propose.ts";
import { preview } from "../run.ts";

const START = parseRfc3339("2026-11-25T15:00:00Z")!;
const repeat = (count: number, line: (i: number) => string) => Array.from({ length: count }, (_, i) => line(i));
const keptOf = (lines: readonly string[]) =>
  preview(
    propose(lines, { start: START }).text,
    lines.map((line) => ({ line, labels: {} })),
    START,
  ).outputs.map(({ entry }) => ({ ...Object.fromEntries(entry.metadata ?? []), ...entry.labels.toRecord() }));

describe("a column", () => {
  it.each([2, 10, 30])("that one in %s lines lacks is optional", (every) => {
    const lines = repeat(60, (i) => {
      const client = i % every === 1 ? "" : ` [client 10.1.2.${i}:${4000 + i}]`;
      return `[Wed Nov 25 14:10:${10 + (i % 50)}.123456 2026] [core:error] [pid ${100 + i}]${client} AH0163${i % 4}: denied`;
    });
    const kept = keptOf(lines);
    expect(kept.every(({ level, pid }) => level === "error" && pid !== undefined)).toBe(true);
    expect(kept[0]).toMatchObject({ client: "10.1.2.0", code: "AH01630" });
  });

  it("of a table may have several values", () => {
    const lines = repeat(40, (i) => {
      const retried = i % 8 === 0;
      const [servers, sizes, times, codes] = retried
        ? ["api:8080, b:8080", "0, 17", "0.001, 0.070", "502, 200"]
        : ["api:8080", "17", "0.070", "200"];
      return `10.1.2.${i} - - [25/Nov/2026:14:10:${10 + i} +0000] "GET /a/${i} HTTP/1.1" 200 ${i} "-" "curl/8.5.0" 600 0.0${10 + i} [shop-web-80] [] ${servers} ${sizes} ${times} ${codes} 0123456789abcdef01234567${String(10000000 + i)}`;
    });
    const kept = keptOf(lines);
    expect(kept[0]).toMatchObject({ upstream_addr: "api:8080, b:8080", upstream_status: "502, 200", status: "200" });
    expect(kept[1]).toMatchObject({ upstream_addr: "api:8080", upstream_status: "200" });
  });

  it("has no blanks around its values", () => {
    const lines = repeat(
      40,
      (i) =>
        `[2026-11-25T14:10:${10 + i},123][INFO ][${["o.e.n.Node", "o.e.c.Shard"][i % 2]!.padEnd(16)}] [node-${i % 3}] started`,
    );
    expect(keptOf(lines)[0]).toMatchObject({ logger: "o.e.n.Node", context: "node-0" });
  });

  it("without a name is kept where it stands in a head and varies", () => {
    const kept = keptOf(
      repeat(40, (i) => `${100 + i}:${i % 2 === 0 ? "M" : "S"} 25 Nov 2026 14:10:${10 + i}.123 * ready`),
    );
    expect(Object.values(kept[0]!)).toEqual(expect.arrayContaining(["100", "M"]));
    expect(Object.values(kept[1]!)).toEqual(expect.arrayContaining(["101", "S"]));
  });
});

describe("of many values", () => {
  it("those by which people search are kept before constants and the day", () => {
    const constants = Array.from({ length: 20 }, (_, i) => `aa${i}="v${i}"`).join(" ");
    const kept = keptOf(
      repeat(
        40,
        (i) =>
          `date=2026-11-25 time=14:10:${10 + i} ${constants} srcip=10.1.2.${i} dstport=${i} sessionid=${9000 + i} status=ok${i % 3}`,
      ),
    );
    expect(kept[0]).toMatchObject({ srcip: "10.1.2.0", dstport: "0", sessionid: "9000", status: "ok0" });
  });

  it("a session that is no number is kept nowhere", () => {
    const kept = keptOf(repeat(40, (i) => `time=2026-11-25T14:10:${10 + i}Z user=u${i} sessionid=x7Fq${i}abcdefghijk`));
    expect(Object.keys(kept[0]!)).not.toContain("sessionid");
  });

  it("the first of a list of addresses is one", () => {
    const kept = keptOf(
      repeat(20, (i) =>
        JSON.stringify({ ts: `2026-11-25T14:10:${10 + i}Z`, verb: "get", sourceIPs: [`10.1.2.${i}`, "10.0.0.1"] }),
      ),
    );
    expect(kept[3]).toMatchObject({ sourceIPs: "10.1.2.3" });
  });

  it("pairs in quotes among pairs are values too", () => {
    const kept = keptOf(
      repeat(
        20,
        (i) =>
          `type=LOGIN msg=audit(1786543274.6${10 + i}:${i}): pid=${i} msg='op=login acct="u${i}" addr=10.1.2.${i} res=failed'`,
      ),
    );
    expect(kept[3]).toMatchObject({ type: "LOGIN", pid: "3", acct: "u3", addr: "10.1.2.3" });
  });
});
