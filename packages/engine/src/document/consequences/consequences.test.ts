/** What stops when one configuration replaces another. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { COMPONENTS } from "../../components/index.ts";
import { openDocument } from "../open-document.ts";
import type { Consequence } from "./consequence.ts";
import { findConsequences, losesSomething } from "./consequences.ts";

const open = (text: string) => {
  const document = openDocument(text, { bareStages: false });
  if (!document.ok) throw new Error(document.diagnostics.map(({ message }) => message).join("; "));
  return document;
};
const between = (before: string, after: string) => findConsequences(open(before), open(after));
const told = ({ kind, component = "", loses, text }: Consequence) =>
  `${loses ? "!" : "-"} ${kind} ${component}: ${text}`;
const lines = (before: string, after: string) => between(before, after).consequences.map(told);

const api = (label: string, to: string, http = "listen_port = 3101", name = "logs.source.api") =>
  `${name} "${label}" {\n http {\n ${http}\n }\n forward_to = [${to}]\n}\n`;
const file = (label: string, to: string, ...paths: string[]) =>
  `logs.source.file "${label}" {\n targets = [${paths.map((path) => `{ __path__ = "${path}" }`).join(", ")}]\n forward_to = [${to}]\n}\n`;
const journal = (matches: string) =>
  `logs.source.journal "j" {\n matches = "${matches}"\n forward_to = [${TO_LOKI}]\n}\n`;
const stage = (label: string, to: string, stages = 1, body = "stage.cri { }\n") =>
  `logs.process "${label}" {\n forward_to = [${to}]\n${body.repeat(stages)}}\n`;
const write = (label: string, url: string) => `logs.write "${label}" {\n endpoint {\n url = "${url}"\n }\n}\n`;
const syslog = (label: string, to: string, ...listeners: string[]) =>
  `logs.source.syslog "${label}" {\n${listeners.map((one) => `listener {\n ${one}\n}\n`).join("")} forward_to = [${to}]\n}\n`;
/** Nested ones count, too. */
const counting = (label: string, ...names: string[]) =>
  stage(
    label,
    "",
    1,
    `stage.match {\n selector = "{a=\\"b\\"}"\n stage.metrics {\n${names
      .map((name) => `metric.counter {\n name = "${name}"\n match_all = true\n action = "inc"\n }\n`)
      .join("")}}\n}\n`,
  );
const found = (paths: readonly string[]) =>
  `local.file_match "logs" {\n path_targets = [${paths.map((path) => `{ __path__ = "${path}" }`).join(", ")}]\n}\nlogs.source.file "f" {\n targets = local.file_match.logs.targets\n forward_to = [logs.write.loki.receiver]\n}\n${LOKI}`;
const LOKI = write("loki", "http://loki:3100/push");
const TO_LOKI = "logs.write.loki.receiver";
const WHOLE = api("push", "logs.process.access.receiver") + stage("access", TO_LOKI, 3) + LOKI;

it("is followed by held entries that are sent incomplete, which loses nothing that arrived", () => {
  const held = new Map([
    ["logs.process.access", 1],
    ["logs.process.gone", 12],
  ]);
  const { consequences } = findConsequences(open(stage("access", "")), open(stage("access", "", 2)), held);
  expect(consequences.map(told)).toEqual([
    "- held-sent logs.process.access: One incomplete entry that it holds is sent without the rest that may still come.",
    "- held-sent logs.process.gone: 12 incomplete entries that it holds are sent without the rest that may still come.",
  ]);
  expect(losesSomething({ consequences })).toBe(false);
});

describe("what stops", () => {
  const cases: readonly [string, string, string, readonly string[]][] = [
    ["nothing, of what stays", WHOLE, WHOLE.replace("stage.cri { }", "stage.cri { }\nstage.docker { }"), []],
    [
      "stages of a component that stays",
      WHOLE,
      WHOLE.replace("stage.cri", "stage.docker"),
      ["- stages-end logs.process.access: Its stage cri ends."],
    ],
    [
      "everything, with a bare pipeline that forwards to nothing",
      file("app", TO_LOKI, "/var/log/app.log") + WHOLE,
      stage("new", ""),
      [
        "! no-source : There is no source any more: no entries come in.",
        "! no-sink : There is no sink any more: entries are sent and written nowhere.",
        "! listener-closes logs.source.api.push: Port 3101 closes: clients that push logs to it get connection refused.",
        "! source-ends logs.source.file.app: /var/log/app.log is no longer read.",
        "! sink-ends logs.write.loki: Nothing is sent to http://loki:3100/push any more.",
        "- component-ends logs.process.access: It ends, and its 3 stages with it.",
      ],
    ],
    [
      "a port that another one takes over, and one that none does",
      api("a", TO_LOKI) + api("b", TO_LOKI, "listen_port = 3102") + LOKI,
      api("new", TO_LOKI) + LOKI,
      [
        "! listener-closes logs.source.api.b: Port 3102 closes: clients that push logs to it get connection refused.",
        "- component-ends logs.source.api.a: It ends.",
      ],
    ],
    [
      "a port from which it moves",
      WHOLE,
      WHOLE.replace("3101", "3102"),
      [
        "! listener-closes logs.source.api.push: Port 3101 closes (logs.source.api.push listens on port 3102 instead): clients that push logs to it get connection refused.",
      ],
    ],
    [
      "a port that serves something else",
      api("a", TO_LOKI) + LOKI,
      api("a", TO_LOKI, "listen_port = 3101", "logs.source.otlp") + LOKI,
      [
        "! listener-changes logs.source.api.a: Port 3101 serves OTLP instead of Loki's push API: clients that push logs to it get errors.",
      ],
    ],
    [
      "a port for other machines",
      WHOLE,
      WHOLE.replace("listen_port", 'listen_address = "127.0.0.1"\n listen_port'),
      [
        "! listener-changes logs.source.api.push: Port 3101 stays open on 127.0.0.1 alone: clients that push logs to it from other machines get connection refused.",
      ],
    ],
    [
      "plain HTTP",
      WHOLE,
      WHOLE.replace("listen_port = 3101", 'listen_port = 3101\n tls {\n cert_file = "c"\n key_file = "k"\n }'),
      [
        "! listener-changes logs.source.api.push: Port 3101 speaks TLS only: clients that push logs to it without TLS get errors.",
      ],
    ],
    [
      "nothing, of an address written otherwise",
      WHOLE,
      WHOLE.replace("listen_port", 'listen_address = "0.0.0.0"\n listen_port'),
      [],
    ],
    [
      "a free port with its component",
      api("a", TO_LOKI, "listen_port = 0") + LOKI,
      api("b", TO_LOKI, "listen_port = 0") + LOKI,
      [
        "! listener-closes logs.source.api.a: The free port closes: clients that push logs to it get connection refused.",
      ],
    ],
    [
      "one of the listeners of syslog",
      syslog("s", TO_LOKI, 'address = ":514"', 'address = ":514"\n protocol = "udp"') + LOKI,
      syslog("s", TO_LOKI, 'address = ":514"') + LOKI,
      [
        "! listener-closes logs.source.syslog.s: UDP port 514 closes: what is sent to it is lost, and senders don't notice.",
      ],
    ],
    [
      "some of the files of one that stays",
      file("app", TO_LOKI, "/a", "/b", "/c", "/d", "/e", "/f") + LOKI,
      file("app", TO_LOKI, "/a") + LOKI,
      ["! source-ends logs.source.file.app: /b, /c, /d and 2 more are no longer read."],
    ],
    [
      "where reading has got to, with another name",
      file("app", TO_LOKI, "/a") + LOKI,
      file("new", TO_LOKI, "/a") + LOKI,
      [
        "! source-restarts logs.source.file.app: logs.source.file.new reads /a instead and starts over, since each component keeps by its own name how far it has read. Entries may come twice, or be left out.",
      ],
    ],
    [
      "nothing of a file that two have read",
      file("a", TO_LOKI, "/a") + file("b", TO_LOKI, "/a") + LOKI,
      file("b", TO_LOKI, "/a") + LOKI,
      ["- component-ends logs.source.file.a: It ends; another component does its work."],
    ],
    [
      "one endpoint, without its password",
      WHOLE.replace("endpoint", 'endpoint {\n url = "http://me:hunter2@old/push"\n }\n endpoint'),
      WHOLE,
      ["! sink-ends logs.write.loki: Nothing is sent to http://(secret)@old/push any more."],
    ],
    [
      "the input of a sink and of the stages before it",
      WHOLE,
      `${api("push", "logs.echo.out.receiver")}${stage("access", TO_LOKI)}${LOKI}logs.echo "out" { }\n`,
      [
        "! no-input logs.process.access: Nothing reaches it any more: no source leads to it.",
        "! no-input logs.write.loki: Nothing reaches it any more: no source leads to it.",
        "- stages-end logs.process.access: 2 of its stages end: cri.",
      ],
    ],
    [
      "what a source takes in, where it leads nowhere",
      WHOLE,
      api("push", "logs.process.access.receiver") + stage("access", "") + LOKI,
      [
        "! no-input logs.write.loki: Nothing reaches it any more: no source leads to it.",
        "! no-output logs.source.api.push: What it takes in reaches no sink: it is accepted and thrown away.",
        "- stages-end logs.process.access: 2 of its stages end: cri.",
      ],
    ],
    [
      "one of two ways",
      api("push", `${TO_LOKI}, logs.process.access.receiver`) + stage("access", TO_LOKI) + LOKI,
      api("push", `${TO_LOKI}, logs.process.access.receiver`) + stage("access", "") + LOKI,
      ["! no-output logs.process.access: What leaves it reaches no sink any more: it is thrown away."],
    ],
    [
      "nothing, where entries become metrics",
      WHOLE,
      WHOLE +
        api("n", "logs.process.count.receiver", "listen_port = 1") +
        stage(
          "count",
          "",
          1,
          'stage.metrics {\n metric.counter {\n name = "n"\n match_all = true\n action = "inc"\n }\n}\n',
        ),
      [],
    ],
    [
      "a password that is hidden where the text was copied from",
      WHOLE.replace("http://loki", "http://me:hunter2@loki"),
      WHOLE.replace("http://loki", "http://(secret)@loki"),
      [
        "! secret-lost logs.write.loki: Its secret would be the word (secret), which only marks a hidden secret. Put the secret back.",
      ],
    ],
    [
      "a part of a stage that is hidden where the text was copied from",
      WHOLE + stage("p", "", 1, 'stage.replace {\n expression = "https://u:hunter2@"\n}\n'),
      WHOLE + stage("p", "", 1, 'stage.replace {\n expression = "https://(secret)@"\n}\n'),
      [
        "! secret-lost logs.process.p: Its stage replace would contain the word (secret), which only marks a hidden text. Put the text back.",
      ],
    ],
    [
      "nothing where such a text runs already",
      WHOLE + stage("p", "", 1, 'stage.replace {\n expression = "https://(secret)@"\n}\n'),
      WHOLE + stage("p", "", 1, 'stage.replace {\n expression = "https://(secret)@"\n}\n'),
      [],
    ],
    [
      "a further such text, beside one that runs already",
      WHOLE + stage("p", "", 1, 'stage.replace {\n expression = "(secret)"\n}\n'),
      WHOLE + stage("p", "", 1, 'stage.replace {\n expression = "(secret)"\n}\n'.repeat(2)),
      [
        "! secret-lost logs.process.p: Its stage replace would contain the word (secret), which only marks a hidden text. Put the text back.",
      ],
    ],
    [
      "metrics, but for those that another component counts",
      WHOLE.replaceAll("stage.cri { }\n", "") + counting("a", "n", "m") + counting("b", "m"),
      WHOLE.replaceAll("stage.cri { }\n", "") + counting("a", "m"),
      [
        "! metrics-end logs.process.a: The metric logs_process_custom_n ends: dashboards and alerts on it get nothing more.",
        "- component-ends logs.process.b: It ends, and its stage with it.",
      ],
    ],
    [
      "demo profiles, and what they came by",
      'profiles.source.demo "d" {\n receiver = "profiles.receive_http.r"\n service = "s"\n}\nprofiles.receive_http "r" {\n http {\n listen_port = 4041\n }\n forward_to = [profiles.write.w.receiver]\n}\nprofiles.write "w" {\n endpoint {\n url = "http://p/"\n }\n}\n',
      'profiles.write "w" {\n endpoint {\n url = "http://p/"\n }\n}\n',
      [
        "! no-source : There is no source any more: no entries come in.",
        "! listener-closes profiles.receive_http.r: Port 4041 closes: profilers that push to it get connection refused.",
        "! source-ends profiles.source.demo.d: Demo profiles are no longer made.",
        "! no-input profiles.write.w: Nothing reaches it any more: no source leads to it.",
      ],
    ],
    [
      "a file of those that patterns found",
      found(["/var/log/a.log", "/var/log/b.log"]),
      found(["/var/log/b.log"]),
      ["! source-ends logs.source.file.f: /var/log/a.log is no longer read."],
    ],
    [
      "part of what patterns found",
      found(["/var/log/*.log"]),
      found(["/var/log/app*.log"]),
      [
        "! source-ends logs.source.file.f: /var/log/*.log may no longer be read in full: what is read instead doesn't cover all of it.",
      ],
    ],
    [
      "files that are left out of what patterns found",
      file("f", TO_LOKI, "/var/log/*.log", "/var/log/b.log") + LOKI,
      file("f", TO_LOKI, "/var/log/*.log").replace(" }]", ', __path_exclude__ = "/var/log/b*" }]') + LOKI,
      [
        "! source-ends logs.source.file.f: /var/log/b.log is no longer read.",
        "! source-ends logs.source.file.f: /var/log/*.log may no longer be read in full: what is read instead doesn't cover all of it.",
      ],
    ],
    [
      "nothing, of a path written otherwise, or that a pattern covers",
      file("f", TO_LOKI, "/var//log/./a.log", "/var/log/x/../b.log", "/srv/*.log", "rel/a.log") + LOKI,
      file("f", TO_LOKI, "/var/log/a.log", "/var/log/*.log", "/srv/**/*.l?g", "./rel/*") + LOKI,
      [],
    ],
    [
      "a pattern that covers what another component has read",
      file("a", TO_LOKI, "/var/log/a.log") + LOKI,
      file("b", TO_LOKI, "/var/log/*.log") + LOKI,
      [
        "! source-restarts logs.source.file.a: logs.source.file.b reads /var/log/a.log instead and starts over, since each component keeps by its own name how far it has read. Entries may come twice, or be left out.",
      ],
    ],
    [
      "nothing, of the journal with fewer demands",
      journal("PRIORITY=3 _UID=0") + LOKI,
      journal(" _UID=0  _UID=1") + LOKI,
      [],
    ],
    [
      "part of the journal",
      journal("_UID=0") + LOKI,
      journal("_UID=0 PRIORITY=3") + LOKI,
      [
        "! source-ends logs.source.journal.j: The journal (_UID=0) may no longer be read in full: what is read instead doesn't cover all of it.",
      ],
    ],
    [
      "a source of what patterns found",
      found(["/var/log/a.log"]),
      LOKI,
      [
        "! no-source : There is no source any more: no entries come in.",
        "! source-ends logs.source.file.f: /var/log/a.log is no longer read.",
        "! no-input logs.write.loki: Nothing reaches it any more: no source leads to it.",
        "- component-ends local.file_match.logs: It ends.",
      ],
    ],
    [
      "the name of a source of what patterns found",
      found(["/var/log/a.log"]),
      found(["/var/log/a.log"]).replace('logs.source.file "f"', 'logs.source.file "g"'),
      [
        "! source-restarts logs.source.file.f: logs.source.file.g reads /var/log/a.log instead and starts over, since each component keeps by its own name how far it has read. Entries may come twice, or be left out.",
      ],
    ],
    [
      "the first without a source, which had none",
      stage("a", TO_LOKI) + LOKI,
      stage("b", TO_LOKI) + LOKI,
      ["- component-ends logs.process.a: It ends, and its stage with it."],
    ],
  ];
  it.each(cases)("%s", (_name, before, after, expected) => expect(lines(before, after)).toEqual(expected));

  it("says what a configuration lacks, whatever ran before", () => {
    expect(between(stage("a", ""), stage("a", ""))).toEqual({ consequences: [], lacks: ["source", "sink"] });
    expect(between("", WHOLE)).toEqual({ consequences: [], lacks: [] });
    expect(losesSomething(between(WHOLE, stage("a", "")))).toBe(true);
  });
});

it("knows of each source and sink what it touches outside", () => {
  const outside = COMPONENTS.filter(
    ({ name, graphKind }) => /^(?:logs|profiles)\./.test(name) && !["process", "relabel"].includes(graphKind),
  );
  expect(outside.length).toBeGreaterThan(10);
  expect(outside.filter((spec) => (spec.listens === undefined) === (spec.outside === undefined))).toEqual([]);
});

/** Configurations of many kinds of components, with whatever between them. */
const labels = ["a", "b", "c", "d"] as const;
const configs = fc
  .record({
    receivers: fc.subarray(["logs.process.a", "logs.process.b", "logs.write.a", "logs.echo.b"]),
    wiring: fc.array(fc.nat(), { minLength: 8, maxLength: 8 }),
    apis: fc.subarray([...labels]),
    files: fc.subarray([...labels]),
    demo: fc.boolean(),
  })
  .map(({ receivers, wiring, apis, files, demo }) => {
    const downstream = receivers.filter((id) => !id.startsWith("logs.process"));
    const to = (nth: number, among = receivers) => {
      const one = among[wiring[nth % wiring.length]! % (among.length + 1)];
      return one === undefined ? "" : `${one}.receiver`;
    };
    return [
      ...apis.map((label, i) => api(label, to(i), `listen_port = ${4000 + (wiring[i]! % 4)}`)),
      ...files.map((label, i) => file(label, to(i + 4), `/log/${wiring[i]! % 3}`)),
      ...(demo ? [`logs.source.demo "d" {\n forward_to = [${to(7)}]\n}\n`] : []),
      ...receivers.map((id) => {
        const label = id.at(-1)!;
        if (id.startsWith("logs.process")) return stage(label, to(3, downstream), 2);
        return id.startsWith("logs.write") ? write(label, `http://${label}/`) : `logs.echo "${label}" { }\n`;
      }),
    ].join("");
  });

describe("between any two configurations", () => {
  it("names every component that is gone, and none that is in neither", () => {
    fc.assert(
      fc.property(configs, configs, (before, after) => {
        const [old, next] = [open(before), open(after)];
        const { consequences } = findConsequences(old, next);
        const named = new Set(consequences.map(({ component }) => component));
        const left = new Set(next.components.map(({ id }) => id));
        const known = new Set([...old.components, ...next.components].map(({ id }) => id));
        expect(old.components.filter(({ id }) => !left.has(id) && !named.has(id))).toEqual([]);
        expect([...named].filter((id) => id !== undefined && !known.has(id))).toEqual([]);
        const serious = consequences.map(({ loses }) => loses);
        expect(serious).toEqual(serious.toSorted((a, b) => Number(b) - Number(a)));
      }),
      { seed: 21, numRuns: 300 },
    );
  });

  it("the same one has none", () => {
    fc.assert(
      fc.property(configs, (text) => {
        expect(between(text, text).consequences).toEqual([]);
      }),
      { seed: 21, numRuns: 200 },
    );
  });
});

it("a journal that ends with entries in it is a loss, unless there are none", () => {
  const journal = (name: string) =>
    openDocument(`logs.journal "${name}" {\n  forward_to = [logs.echo.out.receiver]\n}\nlogs.echo "out" { }\n`);
  const [before, after] = [journal("old"), journal("new")];
  const told = (backlogs: ReadonlyMap<string, number>) =>
    findConsequences(before, after, new Map(), backlogs).consequences.filter(({ component }) =>
      component?.startsWith("logs.journal"),
    );
  expect(told(new Map()).map(({ kind, loses }) => [kind, loses])).toEqual([["component-ends", false]]);
  expect(told(new Map([["logs.journal.old", 4]]))).toMatchObject([
    {
      kind: "journal-ends",
      component: "logs.journal.old",
      loses: true,
      text: expect.stringMatching(/^4 entries in it/),
    },
  ]);
});
