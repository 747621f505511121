/** The truth can be reached, by stages that a person wrote, and what is wrong is found. */
import { describe, expect, it } from "vitest";
import { FORMATS, type WrittenLog, writeLog } from "../formats/index.ts";
import { type Measured, measure, type Share } from "./measure.ts";
import { isParsed, isTimed, summarise } from "./report.ts";

const logOf = (name: string): WrittenLog => writeLog(FORMATS.find((format) => format.name === name)!);
const missing = ({ right, all }: Share): number => all - right;

const NGINX = `stage.regex {
  expression = "^(?P<client>\\\\S+) \\\\S+ (?P<user>\\\\S+) \\\\[(?P<time>[^\\\\]]+)\\\\] \\"(?P<method>[A-Z]+) (?P<path>\\\\S+) [^\\"]*\\" (?P<status>\\\\d{3})"
}
stage.timestamp {
  source = "time"
  format = "02/Jan/2006:15:04:05 -0700"
}
stage.labels {
  values = { method = "", status = "" }
}
stage.structured_metadata {
  values = { client = "", user = "" }
}
`;
const NGINX_REDACTED = `${NGINX}stage.replace {
  expression = "(?i)password=([^\\\\s&\\"]+)"
  replace = "***"
}
`;
const SECRETS = `stage.replace {
  expression = "(?i)(?:password=|Bearer |api_key=|session |card |key |token |with |shop:)([\\\\w.!@-]{15,}|(?:Tr0ub|s3cur|Kw!nt|pa55-)\\\\w+)"
  replace = "***"
}
`;
const SPRING_IN_CRI = `stage.cri { }
stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2} \\\\d{2}:"
}
stage.regex {
  expression = "(?s)^\\\\S+ \\\\S+ +(?P<level>[A-Z]+) \\\\d+ --- \\\\[ *(?P<thread>[^\\\\]]+)\\\\] (?P<logger>\\\\S+) +: (?P<message>.*)$"
}
stage.template {
  source = "level"
  template = "{{ ToLower .Value }}"
}
stage.labels {
  values = { level = "" }
}
stage.structured_metadata {
  values = { thread = "", logger = "" }
}
${SECRETS}`;
const CET = `stage.multiline {
  firstline = "^\\\\d{4}-\\\\d{2}-\\\\d{2} \\\\d{2}:"
}
stage.regex {
  expression = "(?s)^(?P<time>\\\\S+ \\\\S+) CET \\\\[\\\\d+\\\\]: \\\\[[\\\\d-]+\\\\] user=(?P<user>[^,]*),\\\\S+ (?P<level>[A-Z]+):  (?P<message>.*)$"
}
stage.timestamp {
  source = "time"
  format = "2006-01-02 15:04:05"
  location = "Europe/Berlin"
}
stage.structured_metadata {
  values = { user = "" }
}
stage.replace {
  expression = "PASSWORD[ =]'?([^'\\\\s]+)"
  replace = "***"
}
`;

describe("stages that a person wrote", () => {
  const cases: readonly (readonly [name: string, stages: string])[] = [
    ["nginx-combined", NGINX_REDACTED],
    ["cri-spring-boot", SPRING_IN_CRI],
    ["postgres-pgbadger", CET],
  ];
  it.each(cases)("reach the truth about %s", (name, stages) => {
    const measured = measure(stages, logOf(name));
    const failures = measured.failures.filter(({ kind }) => kind !== "level").slice(0, 3);
    expect(failures).toEqual([]);
    expect(measured.warnings).toEqual([]);
    expect(measured.differences).toEqual([]);
    expect([missing(measured.parsed), missing(measured.time), measured.secretsMissed]).toEqual([0, 0, 0]);
    expect(measured.parsed.all).toBeGreaterThan(90);
  });

  it("reach the levels of cri-spring-boot", () => {
    expect(missing(measure(SPRING_IN_CRI, logOf("cri-spring-boot")).level)).toBe(0);
  });
});

describe("a message", () => {
  const stages = (more: string): string => `stage.json {
  expressions = { caller = "", msg = "" }
}
stage.structured_metadata {
  values = { caller = "" }
}
${more}`;
  it("may stay in a line with fields, or become the line", () => {
    const log = logOf("zap-json");
    expect(missing(measure(stages("").replace(`, msg = ""`, ""), log).parsed)).toBe(0);
    expect(missing(measure(stages(`stage.output {\n  source = "msg"\n}\n`), log).parsed)).toBe(0);
  });

  it("is not found in a line of text that nobody cut", () => {
    expect(
      measure(SPRING_IN_CRI.replace(/: \(\?P<message>/, ": (?:"), logOf("cri-spring-boot")).parsed.right,
    ).toBeLessThan(20);
  });
});

describe("what is wrong is found", () => {
  const log = logOf("nginx-combined");
  const right = measure(NGINX_REDACTED, log);
  const with_ = (more: string, base = NGINX_REDACTED): Measured => measure(base + more, log);

  it("a log for which nothing is proposed", () => {
    const none = measure("", log);
    expect([none.parsed.right, none.time.right, none.lost]).toEqual([0, 0, 0]);
    expect(none.secretsMissed).toBe(none.secrets);
    expect(isParsed(none) || isTimed(none)).toBe(false);
  });

  it("a secret that leaves in the line, in a label or in metadata", () => {
    const leaks = measure(NGINX, log);
    expect(leaks.secretsMissed).toBe(leaks.secrets);
    expect(leaks.secrets).toBeGreaterThan(3);
    const metadata = with_(`stage.structured_metadata {\n  values = { path = "" }\n}\n`);
    expect(metadata.secretsMissed).toBeGreaterThan(0);
  });

  it("a time in another zone, and one in 1970", () => {
    expect(isTimed(measure(NGINX_REDACTED.replace("05 -0700", "05 +0100"), log))).toBe(false);
    const epoch = measure(
      `stage.template {\n  source = "at"\n  template = "5"\n}\nstage.timestamp {\n  source = "at"\n  format = "Unix"\n}\n`,
      log,
    );
    expect(epoch.epoch).toBe(log.lines.length);
  });

  it("entries that are dropped on purpose, too many, or by another stage", () => {
    const drop = with_(`stage.drop {\n  source = "method"\n  value = "DELETE"\n}\n`);
    expect(drop.dropped).toBeGreaterThan(5);
    expect([drop.lost, missing(drop.parsed)]).toEqual([0, 0]);
    expect(drop.parsed.all).toBe(right.parsed.all - drop.dropped);
    expect(with_(`stage.drop {\n  source = "method"\n  value = "GET"\n}\n`).lost).toBe(1);
    expect(with_(`stage.sampling {\n  rate = 0.5\n}\n`).lost).toBeGreaterThan(20);
  });

  it("entries that are joined, or whose content does not leave", () => {
    expect(with_(`stage.multiline {\n  firstline = "^10\\\\."\n}\n`).lost).toBeGreaterThan(20);
    expect(with_(`stage.output {\n  source = "user"\n}\n`).lost).toBeGreaterThan(20);
  });

  it("a block that is torn apart", () => {
    const torn = measure("stage.cri { }\n", logOf("cri-spring-boot"));
    expect(torn.failures.some(({ kind, reason }) => kind === "lost" && /is not in it/.test(reason))).toBe(true);
  });

  it("streams, levels that nobody wrote, and warnings", () => {
    const many = with_(`stage.labels {\n  values = { path = "", client = "" }\n}\n`);
    expect(many.streams).toBeGreaterThan(100);
    const level = with_(`stage.static_labels {\n  values = { level = "info" }\n}\n`);
    expect(level.level.right).toBe(0);
    const early = measure(`stage.output {\n  source = "user"\n}\n${NGINX_REDACTED}`, log);
    expect(early.warnings.join()).toMatch(/^warning /);
    const unread = measure(
      `stage.json {\n  expressions = { unread = "", level = "" }\n}\nstage.labels {\n  values = { level = "" }\n}\n`,
      logOf("zap-json"),
    );
    expect([right.hints.length, unread.hints.length, unread.warnings.length]).toEqual([0, 1, 0]);
  });

  it("names that mislead", () => {
    const swapped = NGINX_REDACTED.replaceAll("status", "duration").replaceAll("client", "remote_addr");
    expect(measure(swapped, log).wrongNames).toMatchObject([{ name: "duration", meaning: "status" }]);
    // Neutral names, and those that stand in the line, say nothing wrong.
    expect(measure(NGINX_REDACTED.replaceAll("status", "column_5"), log).wrongNames).toEqual([]);
    const named = `stage.regex {\n  expression = "rt=(?P<rt>\\\\S+)"\n}\n`;
    expect(measure(named, logOf("nginx-upstream")).wrongNames).toEqual([]);
    expect(measure(named.replace("P<rt>", "P<size>"), logOf("nginx-upstream")).wrongNames).toMatchObject([
      { name: "size", meaning: undefined },
    ]);
  });

  it("is all named by the summary", () => {
    expect(summarise([right]).unmet).toEqual([]);
    const { unmet } = summarise([measure(NGINX, log), measure("", log)]);
    expect(unmet.join("; ")).toMatch(
      /^time right in 1, wanted in 2; at least 95 % parsed in 1, wanted in 2; \d+ secrets leave$/,
    );
  });
});
