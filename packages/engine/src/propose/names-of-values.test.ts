/** Values have a name that says what they are, whole, in each of the lines. */
import { formatRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "./propose.ts";
import { preview } from "./run.ts";

const NOW = 1_773_500_400_000_000_000n;

function read(lines: readonly string[]) {
  const proposal = propose(lines, { start: NOW });
  const samples = lines.map((line) => ({ line, labels: {} }));
  const entries = preview(proposal.text, samples, NOW).outputs.map(({ entry }) => ({
    at: formatRfc3339(entry.timestamp),
    ...entry.labels.toRecord(),
    ...Object.fromEntries(entry.metadata ?? []),
  }));
  return { ...proposal, entries };
}

const many = (write: (i: number, two: string) => string, count = 24): string[] =>
  Array.from({ length: count }, (_, i) => write(i, String(10 + i)));
const SAID = ["cart is empty", "stock of 7 items is low", "no such customer", "shelf moved"];
const LEVELS = ["INFO", "WARN", "ERROR"];

describe("security events", () => {
  it.each([
    ["behind syslog's head", (two: string) => `<134>Mar 14 09:26:${two} gate7 `],
    ["alone", () => ""],
  ])("of CEF have values up to the next key, and signs that are escaped: %s", (_, head) => {
    const { entries } = read(
      many(
        (i, two) =>
          `${head(two)}CEF:0|Shop|Door|3.1|${200 + i}|Badge \\| refused|${i % 9}|rt=${1773480360 + Number(two)}915 suser=mila${i} cs1Label=Zone cs1=Back Yard filter=a\\=b msg=${SAID[i % 4]}`,
      ),
    );
    expect(entries[1]).toMatchObject({
      at: "2026-03-14T09:26:11.915Z",
      device_product: "Door",
      name: "Badge | refused",
      device_severity: "1",
      suser: "mila1",
      cs1: "Back Yard",
      filter: "a=b",
      msg: "stock of 7 items is low",
    });
  });

  it.each(["^", "|", "\t"])("of LEEF have values between what their head names: %j", (sign) => {
    const { entries } = read(
      many(
        (i, two) =>
          `LEEF:2.0|Shop|Door|3.1|badge|${sign}|devTime=Mar 14 2026 09:26:${two}${sign}usrName=Mila ${i}${sign}sev=${i % 9}${sign}cat=back door`,
      ),
    );
    expect(entries[3]).toMatchObject({
      at: "2026-03-14T09:26:13Z",
      device_vendor: "Shop",
      event_id: "badge",
      usrname: "Mila 3",
      sev: "3",
      cat: "back door",
    });
  });
});

describe("values of a head", () => {
  it.each<[string, (i: number, two: string) => string, Readonly<Record<string, string>>]>([
    [
      "pairs with colons in brackets",
      (i, two) => `[2026-03-14T09:26:${two}Z] [info] [svc:cart${i % 3}] [trace:9f${two}c0ffee${two}] ${SAID[i % 4]}`,
      { svc: "cart1", trace: "9f11c0ffee11" },
    ],
    [
      "structlog's event, and not the logger behind it",
      (i, two) =>
        `2026-03-14 09:26:${two} [info     ] order.${["paid  ", "packed"][i % 2]}   [shop.orders] customer=c${i}`,
      { event: "order.packed", logger: "shop.orders", customer: "c1" },
    ],
    [
      "Loguru's place in the source",
      (i, two) =>
        `2026-03-14 09:26:${two}.100 | INFO     | shop.cart:${["add", "<module>"][i % 2]}:${40 + i} - ${SAID[i % 4]}`,
      { logger: "shop.cart", function: "<module>", line: "41" },
    ],
    [
      "the target in the brackets of the time",
      (i, two) => `[2026-03-14T09:26:${two}Z ${LEVELS[i % 3]} shop::${["cart", "stock"][i % 2]}] ${SAID[i % 4]}`,
      { level: "warn", target: "shop::stock" },
    ],
    [
      "the spans of tracing, and the target behind them",
      (i, two) => `2026-03-14T09:26:${two}Z  INFO order{id=${i}}: shop::${["cart", "stock"][i % 2]}: ${SAID[i % 4]}`,
      { span: "order{id=1}", target: "shop::stock" },
    ],
    [
      "the facility and the level of dmesg",
      (i, two) =>
        `${["kern  :info  ", "daemon:err   "][i % 2]}: [Sat Mar 14 09:26:${two} 2026] usb 1-${i}: ${SAID[i % 4]}`,
      { at: "2026-03-14T09:26:11Z", level: "error", facility: "daemon" },
    ],
    [
      "what is done",
      (i, two) =>
        `2026-03-14 09:26:${two} ${["install", "upgrade", "remove"][i % 3]} libshelf${i}:amd64 1.${i}-1 2.${i}-1`,
      { action: "upgrade" },
    ],
    [
      "a path with blanks",
      (i, two) =>
        `10.1.2.${i} - - [14/Mar/2026:09:26:${two} +0000] "GET /shelf${i % 8 === 1 ? " 7" : ""}/${i} HTTP/1.1" 200 ${500 + i} "-" "curl/8.5.0"`,
      { method: "GET", path: "/shelf 7/1", protocol: "HTTP/1.1", status: "200" },
    ],
  ])("are %s", (_, write, values) => {
    expect(read(many(write)).entries[1]).toMatchObject(values);
  });

  it("are none of a sentence with a colon", () => {
    const { entries } = read(
      many(
        (i, two) => `[2026-03-14 09:26:${two}][${7 + i}][warning][config] Delta watch config stream closed: ${i % 3}`,
      ),
    );
    expect(Object.values(entries[1]!)).not.toContain("closed");
  });
});

describe("values inside others", () => {
  it("keep the name around them where the entry has its own", () => {
    const { entries } = read(
      many((i, two) =>
        JSON.stringify({
          level: 50,
          time: 1773480000000 + Number(two),
          msg: SAID[i % 4],
          err: { type: `Type${i}`, message: `x${i} is undefined`, time: i },
        }),
      ),
    );
    expect(entries[1]).toMatchObject({ err_type: "Type1", err_message: "x1 is undefined" });
    expect(entries[1]).not.toHaveProperty("message");
    expect(entries[1]).not.toHaveProperty("type");
  });

  it("keep their short name where it is the only one", () => {
    const lines = many((i, two) =>
      JSON.stringify({ timestamp: `2026-03-14T09:26:${two}Z`, fields: { message: SAID[i % 4], user: `u${i}` } }),
    );
    expect(read(lines).stages.find(({ layer }) => layer === "parse")!.says).not.toContain("fields_message");
  });
});

describe("patterns of messages", () => {
  it("name a part only by what nearly all of its values are", () => {
    const targets = ["to /srv/shop/a", "by peer", "at 91%", "for 20", "with HttpOnly"];
    const { entries } = read(many((i, two) => `2026-03-14T09:26:${two}Z INFO shelf moved ${targets[i % 5]}`, 40));
    for (const entry of entries) expect((entry as Record<string, string | undefined>).path ?? "/").toMatch(/^\//);
  });
});

describe("a value that some lines do not have", () => {
  it("is none there, and no empty text", () => {
    const { entries } = read(
      many(
        (i, two) => `Mar 14 09:26:${two} shop-1 ${i % 6 === 1 ? "kernel" : `cart[${300 + i}]`}: ${SAID[i % 4]} ${i}`,
      ),
    );
    expect(entries[0]).toMatchObject({ app: "cart", pid: "300" });
    expect(entries[1]).not.toHaveProperty("pid");
  });
});

describe("entries of several lines", () => {
  it("begin with the first key of a stanza", () => {
    const lines = many((i, two) =>
      [
        `Begin-Date: 2026-03-14  09:26:${two}`,
        `Ran: shop-tool ${i}`,
        `Done: ${i} items`,
        `End-Date: 2026-03-14  09:27:${two}`,
        "",
      ].join("\n"),
    ).flatMap((stanza) => stanza.split("\n"));
    const { entries, figures } = read(lines);
    expect(figures).toMatchObject({ entries: 24, timed: 24 });
    expect(entries.filter(({ at }) => at === "2026-03-14T09:26:11Z")).toMatchObject([{ ran: "shop-tool 1" }]);
    expect(entries.some((entry) => "logger" in entry)).toBe(false);
  });

  it("begin with a level that only this program has, too", () => {
    const lines = many(
      (i) =>
        `${["INFO", "AUDIT", "ERROR"][i % 3]}:shop.cart:${SAID[i % 4]} ${i}${i % 3 === 2 ? "\n  at shop.py\nStopped: yes" : ""}`,
    ).flatMap((entry) => entry.split("\n"));
    expect(read(lines).figures.entries).toBe(24);
  });

  it("begin with a level and a logger, and no other words with colons", () => {
    const lines = many((i) =>
      [
        `${["INFO", "WARNING", "ERROR"][i % 3]}:shop.${["cart", "stock"][i % 2]}:item ${i}: ${SAID[i % 4]}`,
        ...(i % 4 === 2
          ? [
              "Traceback (most recent call last):",
              '  File "a.py", line 7',
              "KeyError: 7",
              "",
              "During handling of the above:",
            ]
          : []),
      ].join("\n"),
    ).flatMap((entry) => entry.split("\n"));
    const { entries, figures } = read(lines);
    expect(figures.entries).toBe(24);
    expect(entries.filter((entry) => "level" in entry)[1]).toMatchObject({ level: "warn", logger: "shop.stock" });
  });
});

describe("rows", () => {
  it("have the rest of a line in their last column, and a header is no entry", () => {
    const lines = [
      "ts;grade;module;text",
      ...many(
        (i, two) =>
          `2026-03-14T09:26:${two}Z;${LEVELS[i % 3]};cart;${SAID[i % 4]}${i % 8 === 1 ? "; twice; again" : ""}`,
      ),
    ];
    const { figures } = read(lines);
    expect(figures).toMatchObject({ entries: 24, dropped: 1, parsed: 24, unparsed: 0 });
  });

  it("have times of two layouts", () => {
    const lines = many((i, two) =>
      i % 6 === 5
        ? `[2026-03-14T09:26:${two}.120+0000][${i}][gc] pause ${i}`
        : `[2026-03-14T09:26:${two},120][${LEVELS[i % 3]}][store] ${SAID[i % 4]}`,
    );
    const { figures, entries } = read(lines);
    expect(figures.timed).toBe(24);
    expect(entries[5]!.at).toBe("2026-03-14T09:26:15.12Z");
  });
});
