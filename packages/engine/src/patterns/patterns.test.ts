import { SeededRandom } from "@sluice/languages/base";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { generateLabelled } from "../../bench/labelled/generate.ts";
import { SYSTEMS } from "../../bench/labelled/systems.ts";
import { MAX_CLUSTERS } from "./drain.ts";
import { findMessage } from "./head.ts";
import { MAX_DISTINCT } from "./part.ts";
import { findPatterns, PatternMiner } from "./patterns.ts";
import { createTokens, MAX_TOKENS, tokenize } from "./tokens.ts";

const templates = (lines: readonly string[]): string[] => findPatterns(lines).patterns.map(({ template }) => template);

/** Words of a line, those that are values with their kind: `port number(22)`. */
function masked(line: string): string {
  const tokens = createTokens();
  tokenize(line, tokens);
  let text = "";
  for (let i = 0; i < tokens.count; i++) {
    const kind = tokens.kinds[i]!;
    const value = tokens.texts[i]!;
    text += tokens.gaps[i]! + (kind === "text" || kind === "mark" ? value : `${kind}(${value})`);
  }
  return text;
}

describe("values by their form", () => {
  const cases: readonly [line: string, want: string][] = [
    ["took 12 of -3.5 at 99%", "took number(12) of number(-3.5) at number(99%)"],
    ["lists 1, 2, 3 are one", "lists number(1, 2, 3) are one"],
    ["at 2026-01-15T08:00:00.123Z done", "at time(2026-01-15T08:00:00.123Z) done"],
    ["at [15/Jan/2026:08:00:00 +0100] done", "at [time(15/Jan/2026:08:00:00 +0100)] done"],
    ["at Thu Jun 09 06:07:04 2005 done", "at time(Thu Jun 09 06:07:04 2005) done"],
    ["at 08:15:30,123 done", "at time(08:15:30,123) done"],
    ["Marching on, Section two, May you", "Marching on, Section two, May you"],
    ["from 10.1.2.3:80 and /10.1.2.3", "from address(10.1.2.3:80) and address(/10.1.2.3)"],
    ["from fe80:0:0:0:1:2:3:4 and ::1", "from address(fe80:0:0:0:1:2:3:4) and address(::1)"],
    ["mac 00:1b:44:11:3a:b7 up", "mac address(00:1b:44:11:3a:b7) up"],
    ["to db-1.internal:5432 or localhost:80", "to address(db-1.internal:5432) or address(localhost:80)"],
    ["mail bob@example.com via mx.example.com", "mail address(bob@example.com) via address(mx.example.com)"],
    ["in com.example.App at Main.java:12", "in com.example.App at Main.java:number(12)"],
    ["get https://example.com/a?b=c, then", "get url(https://example.com/a?b=c), then"],
    ["open /var/log/app.log failed", "open path(/var/log/app.log) failed"],
    ["GET /a/b?c=d&e=1 200", "GET path(/a/b?c=d&e=1) number(200)"],
    ["open C:\\Windows\\x.dll failed", "open C:path(\\Windows\\x.dll) failed"],
    ["took 15ms, 1h2m3.5s", "took duration(15ms), duration(1h2m3.5s)"],
    ["used 12.5 MB of 4GiB", "used size(12.5 MB) of size(4GiB)"],
    [
      "id 0xdeadbeef of 1b4e28ba-2fa1-11d2-883f-0016d3cca427",
      "id id(0xdeadbeef) of id(1b4e28ba-2fa1-11d2-883f-0016d3cca427)",
    ],
    ["token dGhpcyBpcyBhIHRva2VuMTIz", "token id(dGhpcyBpcyBhIHRva2VuMTIz)"],
    ['said "good \\"day\\"" and \'bye\'', 'said quoted("good \\"day\\"") and quoted(\'bye\')'],
    ["can't open node12.", "can't open name(node12)."],
    ['an open " quote', 'an open " quote'],
  ];
  it.each(cases)("%s", (line, want) => expect(masked(line)).toBe(want));
});

describe("the head before a message", () => {
  const cases: readonly [name: string, head: string][] = [
    ["log4j", "2015-10-18 18:01:47,978 INFO [main] org.apache.hadoop.Foo: "],
    ["a thread with blanks", "2015-10-18 18:01:47,978 INFO [Launcher #3] org.apache.hadoop.Foo: "],
    ["syslog", "Jun 14 15:16:01 combo sshd(pam_unix)[19939]: "],
    ["ISO and level", "2026-01-15T08:00:00Z error "],
    ["a level alone", "WARN "],
    ["HDFS", "081109 203518 148 INFO dfs.DataNode$PacketResponder: "],
    ["Android", "03-17 16:13:38.811  1702  2395 D WindowManager: "],
    ["pipes", "20171223-22:15:29:606|Step_LSC|30002312|"],
    ["a clock and a colon", "08:00:00: "],
    ["none", ""],
  ];
  it.each(cases)("%s", (_, head) => expect(findMessage(`${head}session opened for bob`)).toBe(head.length));

  it("keeps the client of an access log", () =>
    expect(findMessage('10.1.2.3 - - [15/Jan/2026:08:00:00 +0000] "GET / HTTP/1.1" 200 5')).toBe(0));
  it("is none where nothing follows", () => expect(findMessage("2026-01-15T08:00:00Z INFO")).toBe(0));
  it("does not take an address for a clock", () => expect(findMessage("10.12.13.14 GET x")).toBe(0));
});

describe("wrapped lines", () => {
  const MESSAGE = "user bob logged in";
  const cases: readonly [name: string, line: string][] = [
    ["CRI", `2026-01-15T08:00:00Z stdout F ${MESSAGE}`],
    ["Docker", JSON.stringify({ log: `${MESSAGE}\n`, stream: "stdout", time: "2026-01-15T08:00:00Z" })],
    ["what a collector left of it", JSON.stringify({ log: `${MESSAGE}\n`, stream: "stdout" })],
    ["GELF", JSON.stringify({ version: "1.1", short_message: MESSAGE, level: 6 })],
    ["a head with a short level", `[10:00:00 WRN] ${MESSAGE}`],
    ["a head with a zone's name", `2026-01-15 08:00:00 AEST INFO ${MESSAGE}`],
    ["syslog (RFC 3164)", `<34>Oct 11 22:14:15 box app[3]: ${MESSAGE}`],
    ["syslog (RFC 5424)", `<165>1 2026-01-15T08:00:00Z box app 3 ID47 [a b="c]d"] ${MESSAGE}`],
    ["JSON", JSON.stringify({ level: "info", msg: MESSAGE })],
    ["JSON in CRI", `2026-01-15T08:00:00Z stderr F ${JSON.stringify({ message: MESSAGE })}`],
    ["JSON behind a head", `2026-01-15 08:00:00 INFO ${JSON.stringify({ message: MESSAGE })}`],
    ["logfmt", `level=info ts=1 msg="${MESSAGE}" n=3`],
  ];
  it.each(cases)("%s", (_, line) => expect(templates([line])).toEqual([MESSAGE]));

  it("shows the pairs of an object without a message", () => {
    const line = (status: number) => JSON.stringify({ method: "GET", res: { status } });
    expect(templates([line(200), line(404)])).toEqual(["method=GET res.status=<res_status>"]);
  });

  it("takes nothing out of the texts of an object without a message", () => {
    const line = (n: number) => JSON.stringify({ id: n, list: [{ at: "2026-01-15T08:00:00Z", msg: "a b" }] });
    const list = '"[{\\"at\\":\\"2026-01-15T08:00:00Z\\",\\"msg\\":\\"a b\\"}]"';
    expect(templates([line(1), line(2)])).toEqual([`id=<id> list=${list}`]);
  });

  it("reads objects that nest deep", () => {
    const lines = [1, 2].map((n) => `{"id":${n},"list":${"[".repeat(9000)}1${"]".repeat(9000)}}`);
    expect(templates(lines)).toEqual([expect.stringMatching(/^id=<id> list="?\[{10}/)]);
  });

  it("joins pieces of Docker's, and no lines that merely have no end", () => {
    const docker = (log: string) => JSON.stringify({ log, stream: "stdout", time: "2026-01-15T08:00:00Z" });
    expect(findPatterns([docker("a b"), docker("a b")]).entries).toBe(2);
    expect(findPatterns([docker("a ".repeat(8192)), docker("b\n"), docker("c\n")]).entries).toBe(2);
  });

  it("joins the pieces of a long line", () => {
    const at = "2026-01-15T08:00:00Z";
    const lines = [`${at} stdout P a long`, `${at} stderr F other`, `${at} stdout F line`, `${at} stdout F next`];
    expect(findPatterns(lines)).toMatchObject({ entries: 3, lines: 4 });
  });
});

describe("line ends and escapes", () => {
  it("are no part of a pattern", () => {
    expect(templates(["user bob logged in\r", "user bob logged in"])).toEqual(["user bob logged in"]);
    const json = JSON.stringify({ msg: "user bob logged in" });
    expect(templates([`${json}\r`, `2026-01-15T08:00:00Z stdout F ${json}\r`])).toEqual(["user bob logged in"]);
    expect(findPatterns(["\r", "a\r"])).toMatchObject({ entries: 1, lines: 2, bytes: 3 });
  });

  it("are logfmt's, and stay where they are malformed", () => {
    expect(templates(['level=info msg="say \\"a\\tb\\" now" n=1'])).toEqual(['say "a\tb" now']);
    expect(templates(['level=info msg="half abc\\-d b" n=1'])).toEqual(["half abc\\-d b"]);
  });
});

describe("a journal's export", () => {
  const entry = (message: string) => ["__CURSOR=s=1;i=2", "PRIORITY=6", `MESSAGE=${message}`, "_PID=12", ""];
  const lines = [...entry("login of bob"), ...entry("login of eve"), ...entry("disk is full")];

  it("has the pattern of each entry's message, whose fields belong to it", () => {
    const report = findPatterns(lines);
    expect(report).toMatchObject({ entries: 3, lines: 15 });
    expect(report.patterns.map(({ template, count, lines }) => [template, count, lines])).toEqual([
      ["login of <word>", 2, 8],
      ["disk is full", 1, 4],
    ]);
  });

  it("ends where a line is no field", () => {
    const { patterns } = findPatterns([...lines.slice(0, 4), "user bob logged in", "PRIORITY=6"]);
    expect(patterns.map(({ template }) => template)).toEqual([
      "login of bob",
      "user bob logged in",
      "PRIORITY=<priority>",
    ]);
  });

  it("has values in the line of the message alone", () => {
    const miner = new PatternMiner();
    expect(miner.add(lines.slice(0, 6))).toEqual([undefined, undefined, 0, 0, undefined, undefined]);
    miner.add(lines.slice(6));
    expect(lines.slice(0, 4).map((line) => miner.valuesIn(line, 0))).toEqual([
      undefined,
      undefined,
      ["bob"],
      undefined,
    ]);
  });
});

describe("the values of a line", () => {
  const LINES = ["login of user bob from 10.0.0.1", "login of user eve from 10.0.0.2", "disk 93% full", "  at x.y(z)"];
  const miner = new PatternMiner();
  const numbers = miner.add(LINES);
  const { patterns } = miner.report();

  it("are those of the template's parts, which its pieces name by their index", () => {
    expect(numbers).toEqual([0, 0, 1, 1]);
    const [first] = patterns;
    expect(first).toMatchObject({ number: 0, pieces: ["login of user ", 0, " from ", 1] });
    expect(LINES.slice(0, 2).map((line) => miner.valuesIn(line, 0))).toEqual([
      ["bob", "10.0.0.1"],
      ["eve", "10.0.0.2"],
    ]);
    expect(miner.valuesIn(LINES[2]!, 1)).toEqual(["93%"]);
  });

  it("are none in a line of another pattern, in one that goes on, in a blank one and for a number without a pattern", () => {
    expect([0, 1].map((number) => miner.valuesIn(LINES[3]!, number))).toEqual([undefined, undefined]);
    expect([miner.valuesIn(LINES[2]!, 0), miner.valuesIn(" ", 0), miner.valuesIn(LINES[0]!, 9)]).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });
});

describe("entries of several lines", () => {
  it("joins a stack trace to its first line", () => {
    const lines = [
      "2026-01-15 08:00:00 ERROR job 1 failed",
      "java.io.IOException: reset",
      "\tat a.B.c(B.java:1)",
      "Caused by: java.lang.Error: x",
      "2026-01-15 08:00:01 ERROR job 2 failed",
    ];
    const { patterns } = findPatterns(lines);
    expect(patterns).toMatchObject([
      { template: "job <job> failed", count: 2, lines: 5, lineShare: 1, first: 0, last: 4 },
    ]);
    expect(patterns[0]!.bytes).toBe(lines.join("").length);
  });

  it("does not join a log that is indented as a whole", () => {
    expect(findPatterns(["  one a", "  two b", "  three c"]).entries).toBe(3);
  });

  it("does not join a log of errors alone", () => {
    expect(findPatterns(["ValueError: a", "ValueError: b"]).entries).toBe(2);
  });

  it("counts blank lines as lines of no pattern", () => {
    expect(findPatterns(["a b", "", "a b"])).toMatchObject({
      lines: 3,
      entries: 2,
      patterns: [{ count: 2, lines: 2 }],
    });
  });
});

describe("parts", () => {
  it("have a name, a kind, a range, and first and last values", () => {
    const lines = [5, 3, 9, 4].map((n) => `seen user bob${n % 2} at 0${n}:00:00 for ${n} in cost=${n}ms`);
    const [pattern] = findPatterns(lines).patterns;
    expect(pattern!.template).toBe("seen user <user> at <time> for <number> in cost=<cost>");
    expect(pattern!.parts).toEqual([
      { name: "user", kind: "id", distinct: { count: 2, exact: true }, range: undefined, first: "bob1", last: "bob0" },
      {
        name: "time",
        kind: "time",
        distinct: { count: 4, exact: true },
        range: undefined,
        first: "05:00:00",
        last: "04:00:00",
      },
      {
        name: "number",
        kind: "number",
        distinct: { count: 4, exact: true },
        range: { min: 3, max: 9 },
        first: "5",
        last: "4",
      },
      {
        name: "cost",
        kind: "duration",
        distinct: { count: 4, exact: true },
        range: undefined,
        first: "5ms",
        last: "4ms",
      },
    ]);
  });

  it("count different values up to a bound", () => {
    const count = (many: number) =>
      findPatterns(Array.from({ length: many }, (_, i) => `got item ${i}`)).patterns[0]!.parts[0]!.distinct;
    expect(count(MAX_DISTINCT)).toEqual({ count: MAX_DISTINCT, exact: true });
    expect(count(MAX_DISTINCT + 1)).toEqual({ count: MAX_DISTINCT, exact: false });
  });

  it("count the value that was constant until another came", () => {
    const { parts, template } = findPatterns([
      "the user bob has left",
      "the user bob has left",
      "the user eve has left",
    ]).patterns[0]!;
    expect(template).toBe("the user <user> has left");
    expect(parts).toMatchObject([{ kind: "word", distinct: { count: 2, exact: true }, first: "bob", last: "eve" }]);
  });
});

describe("any lines", () => {
  const POOL = SYSTEMS.flatMap((system) => generateLabelled(system, 12).map(({ line }) => line));
  const line = fc.oneof(fc.constantFrom(...POOL), fc.string({ maxLength: 60, unit: "binary" }), fc.constant("\tat x"));

  it("give the same patterns in any pieces", () => {
    fc.assert(
      fc.property(fc.array(fc.array(line, { maxLength: 8 }), { maxLength: 12 }), (pieces) => {
        const miner = new PatternMiner();
        for (const piece of pieces) {
          miner.add(piece);
          miner.report();
        }
        expect(miner.report()).toEqual(findPatterns(pieces.flat()));
      }),
    );
  });

  it("are all counted, once", () => {
    fc.assert(
      fc.property(fc.array(line, { maxLength: 60 }), (lines) => {
        const { patterns, entries, other } = findPatterns(lines);
        expect(patterns.reduce((sum, { count }) => sum + count, other.count)).toBe(entries);
        for (const { parts } of patterns) expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
      }),
    );
  });

  it("keep their text where nothing varies", () => {
    const tokens = createTokens();
    fc.assert(
      fc.property(line, (text) => {
        tokenize(text, tokens);
        const parts = tokens.texts.slice(0, tokens.count).map((token, i) => tokens.gaps[i]! + token);
        expect(parts.join("")).toBe(text.trimEnd() === text ? text : text.slice(0, parts.join("").length));
      }),
    );
  });
});

describe("hostile lines", () => {
  it("of 10,000 tokens have a pattern of a bounded number", () => {
    const [pattern] = findPatterns([Array.from({ length: 10_000 }, (_, i) => i).join(" ")]).patterns;
    expect(pattern!.parts.length).toBeLessThanOrEqual(MAX_TOKENS + 1);
  });

  it("that all differ fill a bounded number of patterns, and the rest is counted", () => {
    const random = new SeededRandom(1);
    const word = () => Array.from({ length: 6 }, () => String.fromCharCode(97 + random.next() * 26)).join("");
    const mark = () => ",;:=()[]"[Math.floor(random.next() * 8)]!;
    const lines = Array.from({ length: 6000 }, () => Array.from({ length: 12 }, () => word() + mark()).join(""));
    const { patterns, entries, other } = findPatterns(lines);
    expect(patterns.length).toBeLessThanOrEqual(MAX_CLUSTERS);
    expect(patterns.reduce((sum, { count }) => sum + count, other.count)).toBe(entries);
    expect(entries).toBe(6000);
  });

  // Expressions that go back and forth would take minutes for these, and hours for twice as many.
  it.each(["a.", "1", "-", "a-", "[", "\\", '"', "'", ":", "a:", "1:", "0.", "=", "a= ", "|", "1 ", "{", "/a", "@a"])(
    "of %j alone end",
    (unit) => {
      const text = unit.repeat(20_000);
      expect(findPatterns([text, `2026-01-15 08:00:00 INFO ${text}`, `${text}!`]).lines).toBe(3);
    },
  );
});

describe("a record of auditd", () => {
  it("is all of its line: its number is no message", () => {
    const lines = Array.from({ length: 20 }, (_, i) =>
      i % 2 === 0
        ? `type=SYSCALL msg=audit(17957664${i}.710:50${i}): arch=c000003e syscall=59 success=yes pid=${i}`
        : `type=PATH msg=audit(17957664${i}.710:50${i}): item=0 name="/usr/bin/x" inode=${i}`,
    );
    expect(findPatterns(lines).patterns.map(({ count }) => count)).toEqual([10, 10]);
  });
});
