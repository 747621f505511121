import { formatRfc3339 } from "@sluice/languages/base";
import { describe, expect, it } from "vitest";
import { propose } from "./propose.ts";
import { preview } from "./run.ts";

const NOW = 1_773_140_400_000_000_000n;

/** What the proposal makes of the lines: the time, the labels, and the metadata of each entry. */
function read(lines: readonly string[]) {
  const proposal = propose(lines, { start: NOW });
  const run = preview(
    proposal.text,
    lines.map((line) => ({ line, labels: {} })),
    NOW,
  );
  const entries = run.outputs.map(({ entry }) => ({
    line: entry.line,
    at: formatRfc3339(entry.timestamp),
    ...entry.labels.toRecord(),
    ...Object.fromEntries(entry.metadata ?? []),
  }));
  return { proposal, entries };
}

const many = (write: (i: number, two: string) => string, count = 30): string[] =>
  Array.from({ length: count }, (_, i) => write(i, String(10 + i)));

describe("two times in a line", () => {
  it("are one where they agree: that with a zone and a fraction is taken", () => {
    const words = ["changed state to up", "Configured from console by ops", "User bob has exited"];
    const { entries } = read(
      many(
        (i, two) =>
          `Mar 10 09:12:${two} sw-1 00${1000 + i}: ${i % 3 === 0 ? "*" : ""}Mar 10 09:12:${two}.048 CET: %SYS-${3 + (i % 4)}-CONFIG_I: ${words[i % 3]}`,
      ),
    );
    expect(entries[1]).toMatchObject({
      at: "2026-03-10T08:12:11.048Z",
      level: "warn",
      facility: "SYS",
      mnemonic: "CONFIG_I",
    });
    expect(entries[0]).toMatchObject({ at: "2026-03-10T08:12:10.048Z", level: "error", host: "sw-1" });
  });

  it("stay two where they do not", () => {
    const { entries } = read(
      many((i, two) => `time=2026-03-10T09:12:${two} start=2026-03-0${1 + (i % 7)}T04:${two}:59.123Z job=${i}`),
    );
    expect(entries[2]!.at).toBe("2026-03-10T09:12:12Z");
  });
});

describe("pairs", () => {
  it("last until the next key where their values have blanks", () => {
    const { entries } = read(
      many(
        (i, two) =>
          `ts=2026-03-10T09:12:${two}Z level=warn user=mila${i} msg=Login failed for user mila${i} policy=Default Policy`,
      ),
    );
    expect(entries[4]).toMatchObject({
      level: "warn",
      user: "mila4",
      msg: "Login failed for user mila4",
      policy: "Default Policy",
    });
  });

  it("stay logfmt where they have none", () => {
    const { proposal } = read(many((i, two) => `ts=2026-03-10T09:12:${two}Z level=warn msg="Login failed" user=u${i}`));
    expect(proposal.title).toBe("logfmt");
  });

  it("stand behind the head of CEF", () => {
    const { entries } = read(
      many(
        (i) =>
          `CEF:0|Lumen|Gate\\|way|7.1|100|Web Filter|${i % 10}|rt=17731303${10 + i}342 src=10.0.0.${i} act=blocked msg=Request to /a\\=${i} blocked`,
      ),
    );
    expect(entries[3]).toMatchObject({
      at: "2026-03-10T08:11:53.342Z",
      device_vendor: "Lumen",
      name: "Web Filter",
      src: "10.0.0.3",
      msg: "Request to /a=3 blocked",
    });
  });

  it("stand behind the head of LEEF, between tabs", () => {
    const { entries } = read(
      many(
        (i, two) =>
          `LEEF:1.0|Lumen|Proxy|3.2|DENY|devTime=Mar 10 2026 08:12:${two} UTC\tsrc=10.0.0.${i}\tusrName=Eva M ${i}`,
      ),
    );
    expect(entries[3]).toMatchObject({
      at: "2026-03-10T08:12:13Z",
      event_id: "DENY",
      src: "10.0.0.3",
      usrname: "Eva M 3",
    });
  });

  it("are read inside of quotes, by what they say", () => {
    const { entries } = read(
      many(
        (i) =>
          `type=USER_AUTH msg=audit(17731303${10 + i}.677:${98138 + i}): pid=${8000 + i} uid=0 auid=4294967295 ses=3 msg='op=PAM:authentication acct="user${i}" exe="/usr/sbin/sshd" hostname=10.0.0.${i} terminal=ssh res=${i % 2 === 0 ? "success" : "failed"}'`,
      ),
    );
    expect(entries[3]).toMatchObject({ acct: "user3", res: "failed", pid: "8003" });
    expect(entries[3]).not.toHaveProperty("msg");
  });
});

describe("entries of several lines", () => {
  it("begin with a time where their further lines are not indented", () => {
    const block = (i: number, level: string) => [
      `2026-03-10-09.16.${10 + i}.590821+060 I${37819 + i}E672           LEVEL: ${level}`,
      `PID     : ${84930 + i}                TID : 411959664485587           PROC : db2sysc 0`,
      `INSTANCE: db2inst1             NODE : 000            DB   : SHOP`,
      `HOSTNAME: db2a`,
      `FUNCTION: DB2 UDB, base sys utilities, sqleGlobalTerm, probe:10`,
      "MESSAGE : ZRC=0x850F0005",
    ];
    const levels = ["Severe", "Warning", "Error", "Info"];
    const { entries } = read(Array.from({ length: 12 }, (_, i) => block(i, levels[i % 4]!)).flat());
    expect(entries).toHaveLength(12);
    expect(entries[1]).toMatchObject({
      at: "2026-03-10T08:16:11.590821Z",
      level: "warn",
      pid: "84931",
      proc: "db2sysc 0",
    });
  });

  it("have the logger behind the last line", () => {
    const { entries } = read(
      many((i, two) =>
        i % 5 === 0
          ? `[2026-03-10 08:12:${two},744] INFO values:\n\tid = ${i}\n (kafka.server.Config)`
          : `[2026-03-10 08:12:${two},744] WARN Cleaner ${i}: done (kafka.log.Cleaner)`,
      ).flatMap((entry) => entry.split("\n")),
    );
    expect(entries.map((entry) => ("logger" in entry ? entry.logger : undefined)).slice(0, 2)).toEqual([
      "kafka.server.Config",
      "kafka.log.Cleaner",
    ]);
  });
});

describe("heads", () => {
  it("have a tag that is padded up to its colon", () => {
    const tags = ["chatty  ", "ActivityManager", "OkHttp  ", "wifi hal"];
    const { entries } = read(
      many(
        (i, two) =>
          `03-10 08:12:${two}.306  ${6000 + i}  ${6700 + i} ${"WDIE"[i % 4]} ${tags[(i + 1) % 4]}: loaded ${i} in all`,
      ),
    );
    expect(entries[1]).toMatchObject({ tag: "OkHttp", pid: "6001", tid: "6701", level: "debug" });
    expect(entries[2]).toMatchObject({ tag: "wifi hal" });
  });

  it("leave a message of words what it is, and read the JSON behind it", () => {
    const { entries, proposal } = read(
      many((i, two) =>
        i % 3 === 0
          ? `[2026-03-10 08:15:${two}] production.ERROR: Table 'shop.ordrs' not found: ${i} (SQL: select ${i}) {"userId":${i},"exception":"[object]\n[stacktrace]\n#0 a.php(1)`
          : `[2026-03-10 08:15:${two}] production.INFO: Mail sent {"userId":${i},"ip":"10.0.0.${i}"}`,
      ).flatMap((entry) => entry.split("\n")),
    );
    expect(entries[3]).toMatchObject({ userid: "3", level: "error" });
    expect(entries[4]).toMatchObject({ userid: "4", ip: "10.0.0.4", level: "info" });
    expect(proposal.text).not.toContain("word");
  });

  it("have the process between the time and the level, and the thread behind it", () => {
    const gunicorn = read(
      many((i, two) => `[2026-03-10 08:12:${two} +0000] [${i}] [${i % 2 ? "INFO" : "WARNING"}] Worker was stopped`),
    );
    expect(gunicorn.entries[5]).toMatchObject({ pid: "5" });
    const serilog = read(
      many((i, two) => `2026-03-10 08:12:${two} [${i % 2 ? "INF" : "WRN"}] [${i}] Main: Running tasks`),
    );
    expect(serilog.entries[5]).toMatchObject({ thread: "5" });
  });

  it("have the line behind the logger, which is no port", () => {
    const { entries } = read(
      many((i, two) => `2026-03-10 08:12:${two},392 INFO  [http-exec-${i}] d.l.o.OrderService:${200 + i} - cache miss`),
    );
    expect(entries[5]).toMatchObject({ logger: "d.l.o.OrderService", line: "205" });
  });

  it("are split at their colons where one of the first words is a level", () => {
    const lines = many(
      (i, two) =>
        `2026-03-10 08:10:${two} ${"IWED"[i % 4]}:gw${i % 3}:cyd:${["closed", "open now", "lost again"][i % 3]}`,
    );
    const { entries } = read(lines);
    expect(entries[1]).toMatchObject({ level: "warn", component: "gw1" });
    const plain = read(many((i, two) => `2026-03-10 08:10:${two} host:${i} is up`));
    expect(plain.proposal.text).not.toContain("component");
  });

  it("have a logger between dashes, and a level of one letter", () => {
    const python = read(
      many(
        (i, two) => `2026-03-10 08:10:${two} - ${["auth", "db"][i % 2]} - ${["INFO", "WARN"][i % 2]} - done with ${i}`,
      ),
    );
    expect(python.entries[1]).toMatchObject({ logger: "db", level: "warn" });
    const letter = read(many((i, two) => `2026-03-10 08:10:${two} I scheduler: job ${i} started`));
    expect(letter.entries[1]).toMatchObject({ level: "info", app: "scheduler" });
  });

  it("have a client, with its user in some", () => {
    const { entries, proposal } = read(
      many((i, two) =>
        i % 10 === 9
          ? `2026-03-10 08:10:${two} WARNING: --topology net30 will be removed`
          : `2026-03-10 08:10:${two} ${i % 2 ? `bob${i}/` : ""}10.0.0.${i}:${3000 + i} ${["TLS: packet", "VERIFY OK", "peer said"][i % 3]} ${i}`,
      ),
    );
    expect(entries[1]).toMatchObject({ user: "bob1", ip: "10.0.0.1", port: "3001" });
    expect(entries[2]).toMatchObject({ ip: "10.0.0.2", port: "3002" });
    expect(proposal.figures.timed).toBe(30);
  });
});

describe("names", () => {
  it("tell a version and a network card from an address", () => {
    const { entries } = read(
      many((i, two) =>
        i % 2 === 0
          ? `2026-03-10 08:10:${two} INFO loaded plugin TMDb 10.${i}.13.0`
          : `2026-03-10 08:10:${two} INFO associated with 00:11:22:33:44:${two} on wlan`,
      ),
    );
    expect(entries[2]).not.toHaveProperty("ip");
    expect(entries[3]).toMatchObject({ mac: "00:11:22:33:44:13" });
  });

  it("of values in several messages count once", () => {
    const { entries } = read(
      many((i, two) =>
        i % 2 === 0
          ? `<166>Mar 10 2026 08:12:${two} asa : %ASA-6-302013: Built outbound TCP connection ${900 + i} for outside:10.0.0.${i}/443 (10.0.0.${i}/443) to inside:10.1.1.${i}/7509 (192.0.2.1/3348)`
          : `<166>Mar 10 2026 08:12:${two} asa : %ASA-6-302014: Teardown TCP connection ${900 + i} for outside:10.0.0.${i}/443 to inside:10.1.1.${i}/51022 duration 0:00:27 bytes ${i} TCP FINs`,
      ),
    );
    expect(entries[2]).toMatchObject({ connection: "902", code: "302013" });
    expect(entries[3]).toMatchObject({ connection: "903", code: "302014" });
  });
});

describe("a level among the fields of an object", () => {
  it("is one by its name, where a part of the entries alone has it", () => {
    const lines = Array.from({ length: 40 }, (_, i) =>
      JSON.stringify({
        time: `2026-11-25T08:00:${String(i).padStart(2, "0")}Z`,
        ...(i % 8 === 0 ? { severity: ["INFO", "WARN"][(i / 8) % 2], message: `m ${i}` } : { method: "GET", n: i }),
      }),
    );
    const { questions, figures } = propose(lines, { start: 1_795_600_000_000_000_000n });
    expect(questions).toEqual([]);
    expect(figures.leveled).toBe(5);
  });

  it("is not asked for where words say what came of it", () => {
    const lines = Array.from(
      { length: 40 },
      (_, i) => `type=LOGIN pid=${i} uid=${i % 3} res=${i % 2 === 0 ? "success" : "failed"}`,
    );
    expect(propose(lines, { start: 1_795_600_000_000_000_000n }).questions).toEqual([]);
  });
});

describe("lines that begin with words and colons", () => {
  it("have a level and a logger, without a time", () => {
    const words = ["ERROR:root:starting worker", "WARNING:app.db:slow query", "INFO:werkzeug:GET /x"];
    const { entries } = read(many((i) => `${words[i % 3]!} ${i}`));
    expect(entries.slice(0, 3)).toMatchObject([
      { level: "error", logger: "root" },
      { level: "warn", logger: "app.db" },
      { level: "info", logger: "werkzeug" },
    ]);
  });

  it("have none where the words are no levels", () => {
    expect(
      propose(
        many((i) => `note:one:two words of ${"abcdef"[i % 6]!}`),
        { start: NOW },
      ).text,
    ).not.toContain("level");
  });
});

it("an account with its host is three values", () => {
  const { entries } = read(
    many(
      (i, two) =>
        `# Time: 2026-03-10T08:12:${two}.123456Z\n# User@Host: app[app] @ ${i % 2 === 0 ? "web3" : ""} [10.0.0.${i % 5}]  Id: ${i}\n# Query_time: 0.${two}  Rows_sent: ${i}\nSELECT ${i};`,
    ),
  );
  expect(entries[0]).toMatchObject({ user: "app", user_host: "web3", user_ip: "10.0.0.0", id: "0", rows_sent: "0" });
  expect(entries[1]).toMatchObject({ user: "app", user_ip: "10.0.0.1" });
  expect(entries[1]).toHaveProperty("user_host", "");
});
