import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { listStageCards } from "../../document/edits/stage-cards.ts";
import { editStages } from "../../document/edits/stage-edits.ts";
import { readStageForm } from "../../document/edits/stage-form.ts";
import { openDocument, readTree } from "../../document/open-document.ts";
import { buildWithResources } from "../../pipeline/resources.ts";
import { Preview } from "../../preview/preview.ts";
import { type EntryInput, type RunOptions, runNodes, TEST_HOST } from "../../testing/run-stages.ts";
import { MAX_ADDED_UNITS, MAX_ORIGINS } from "./secretfilter-args.ts";

const GITHUB = `ghp_${"aB3dE5gH7j".repeat(4).slice(0, 36)}`;
const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJhbm4ifQ.c2lnbmF0dXJlLW9mLXRoaXM";

const open = (body = "") =>
  openDocument(`logs.secretfilter "s" {\n forward_to = []\n${body}\n}\n`, { purpose: "preview" });

function run(body: string, inputs: readonly (EntryInput | string)[], options: RunOptions = {}) {
  const document = open(body);
  expect(document.diagnostics).toEqual([]);
  return runNodes(document.pipelines[0]!.stages, inputs, options);
}
const lineOf = (body: string, line: string, options?: RunOptions) => run(body, [line], options).out[0]!.line;

const hostOf = (toml: string) => ({ ...TEST_HOST, resource: () => new TextEncoder().encode(toml) });
const CONFIG = 'gitleaks_config = "rules.toml"\nredact_with = "<$SECRET_NAME>"';
const withConfig = (toml: string, line: string) => lineOf(CONFIG, line, { host: hostOf(toml) });

describe("what logs.secretfilter redacts", () => {
  it.each([
    [`push with ${GITHUB} now`, "push with <github-pat> now"],
    [`cookie ${JWT};`, "cookie <jwt>;"],
    ['{"password":"hunter2!x","user":"ann"}', '{"password":"<generic-api-key>","user":"ann"}'],
    ["key AKIAQ3EGRXPLKTCWN5ZD", "key <aws-access-token>"],
    ["-----BEGIN RSA PRIVATE KEY-----\nMIIEpAIBAAKCAQEA7\n-----END RSA PRIVATE KEY-----", "<private-key>"],
    [
      "mail ann@example.org from 10.1.2.3, card 4023319055607716",
      "mail ann@example.org from 10.1.2.3, card 4023319055607716",
    ],
    ["", ""],
  ])("%j", (line, redacted) => {
    expect(lineOf('redact_with = "<$SECRET_NAME>"', line)).toBe(redacted);
  });

  it("replaces each occurrence, and puts the hash of the secret in its place", () => {
    const line = lineOf('redact_with = "$SECRET_HASH"', "token=aS3cretThing and again aS3cretThing");
    const hash = createHash("sha1").update("aS3cretThing").digest("hex");
    expect(line).toBe(`token=${hash} and again ${hash}`);
  });

  it.each([
    ["", `${GITHUB.slice(0, 8)}...`],
    ["redact_percent = 0", `${GITHUB.slice(0, 8)}...`],
    ["redact_percent = 101", `${GITHUB.slice(0, 8)}...`],
    ["redact_percent = -5", `${GITHUB.slice(0, 8)}...`],
    ["redact_percent = 100", "REDACTED"],
    ["redact_percent = 50", `${GITHUB.slice(0, 20)}...`],
  ])("shows the beginning of a secret: %s", (body, shown) => {
    expect(lineOf(body, GITHUB)).toBe(shown);
  });

  it("rounds half a byte to even, and cuts no character", () => {
    expect(lineOf("redact_percent = 50", "password=abcde")).toBe("password=ab...");
    expect(lineOf("redact_percent = 60", "password=grünß")).toBe("password=gr...");
  });

  it("takes what looks like a replacement pattern for text", () => {
    expect(lineOf('redact_with = "$&$1$SECRET_NAME"', GITHUB)).toBe("$&$1github-pat");
  });
});

describe("the entries of logs.secretfilter", () => {
  it("counts secrets by rule and origin, of which it tells a thousand apart", () => {
    const inputs = Array.from({ length: MAX_ORIGINS + 2 }, (_, i) => ({ line: GITHUB, labels: { app: `a${i}` } }));
    const { metrics } = run('origin_label = "app"', [...inputs, { line: GITHUB }]);
    const counted = metrics.filter((one) => one.startsWith("logs_secretfilter_secrets_redacted_by_category_total{"));
    expect(counted).toHaveLength(MAX_ORIGINS + 2);
    const ending = (text: string) => counted.filter((one) => one.endsWith(text));
    expect(ending('rule="github-pat",origin="other"} 2')).toHaveLength(1);
    expect(ending('rule="github-pat",origin=""} 1')).toHaveLength(1);
    expect(metrics).toContain(`logs_secretfilter_secrets_redacted_total ${MAX_ORIGINS + 3}`);
    expect(metrics).toContain(`logs_secretfilter_processing_duration_seconds_count ${MAX_ORIGINS + 3}`);
  });

  it("passes the share on unchanged that `rate` leaves out", () => {
    const lines = Array.from({ length: 200 }, () => GITHUB);
    expect(run("rate = 0", lines).out.every(({ line }) => line === GITHUB)).toBe(true);
    const { out, metrics } = run("rate = 0.5", lines);
    const bypassed = out.filter(({ line }) => line === GITHUB).length;
    expect(bypassed).toBeGreaterThan(60);
    expect(bypassed).toBeLessThan(140);
    expect(metrics).toContain(`logs_secretfilter_entries_bypassed_total ${bypassed}`);
  });

  it.each(["rate = -0.1", "rate = 1.5"])("refuses %s", (body) => {
    expect(open(body).diagnostics.map(({ severity, code }) => `${severity} ${code}`)).toEqual([
      "error rate-out-of-range",
    ]);
  });

  /** An expression that a line makes too expensive for the linear engine. */
  const SLOW = `[[rules]]\nid = "slow"\nregex = '''(?:a{1,50}){1,20}b'''\n`;
  const LONG = `${"a".repeat(100_000)} tok_123456789`;
  const FIRST = `[[rules]]\nid = "first"\nregex = '''tok_\\d+'''\n`;

  it("counts a line as timed out that needs too much work, with what was found before", () => {
    const options = { host: hostOf(FIRST + SLOW) };
    const { out, metrics, faults } = run(`${CONFIG}\nlabel_timed_out = true`, [LONG], options);
    expect(faults).toEqual([]);
    expect(out[0]!.line.slice(-20)).toMatch(/aa <first>$/);
    expect(out[0]!.labels).toEqual({ secretfilter: "timed-out" });
    expect(metrics).toContain("logs_secretfilter_lines_timed_out_total 1");
    const dropped = run(`${CONFIG}\ndrop_on_timeout = true`, [LONG], options);
    expect(dropped.out).toEqual([]);
    expect(dropped.dropped.map(({ reason }) => reason)).toEqual(["processing_timeout"]);
    expect(dropped.metrics).toContain("logs_secretfilter_lines_dropped_total 1");
  });

  it("lets no further rule look once the time is over", () => {
    const document = open(`${CONFIG}\nprocessing_timeout = "10ms"\nlabel_timed_out = true`);
    const [node] = document.pipelines[0]!.stages;
    let now = 0n;
    const made: unknown[] = [];
    const counter = () => ({ with: () => ({ inc: () => {}, add: () => {} }), reset: () => {} });
    const stage = node!.spec.create(node!.args, {
      // Each look at the time takes six milliseconds: the second rule is the last.
      clock: { now: () => (now += 6_000_000n) },
      random: { next: () => 0 },
      metrics: { counter, register: () => {}, unregister: () => {}, changed: undefined },
      note: {},
      explain: null,
      host: hostOf(`${FIRST}[[rules]]\nid = "second"\nregex = '''sec_\\d+'''\n`),
      dialect: "logs",
      pipeline: () => {
        throw new Error("it has none");
      },
    } as never);
    const entry = { line: "tok_12 sec_34", labels: { with: (name: string, value: string) => ({ [name]: value }) } };
    stage.process(entry as never, { emit: (one) => made.push(one), drop: () => {} });
    expect(made).toEqual([{ line: "<first> sec_34", labels: { secretfilter: "timed-out" } }]);
  });

  it("lets placeholders make a line only so much longer", () => {
    const line = Array.from({ length: 4000 }, (_, i) => `password=s3cr${i}`).join(" ");
    const redacted = lineOf(`redact_with = "${"x".repeat(1000)}"`, line);
    expect(redacted.length).toBeLessThan(line.length + MAX_ADDED_UNITS + 4000 * "REDACTED".length);
    expect(redacted).toMatch(/password=REDACTED$/);
    expect(redacted).not.toMatch(/s3cr/);
  });
});

describe("a file of Gitleaks", () => {
  const OWN = `[[rules]]\nid = "ours"\nregex = '''our_([a-z]+)_?([0-9]*)'''\nkeywords = ["our_"]\n`;

  it("has its rules alone, unless it extends Sluice's", () => {
    const line = `our_abc ${GITHUB}`;
    expect(withConfig(OWN, line)).toBe(`our_<ours> ${GITHUB}`);
    expect(withConfig(`[extend]\nuseDefault = true\n${OWN}`, line)).toBe("our_<ours> <github-pat>");
    const disabled = `[extend]\nuseDefault = true\ndisabledRules = ["github-pat"]\n`;
    expect(withConfig(disabled, `${GITHUB} ${JWT}`)).toBe(`${GITHUB} <jwt>`);
  });

  it.each([
    ["secretGroup = 2", "our_abc_77", "our_abc_<ours>"],
    ["secretGroup = 2", "our_abc_", "our_abc_"],
    ["entropy = 2.5", "our_aaaa our_abcdefgh", "our_aaaa our_<ours>"],
    ['keywords = ["never"]', "our_abc", "our_<ours>"],
    ['path = "\\\\.env$"', "our_abc", "our_abc"],
    ['path = ".*"', "our_abc", "our_<ours>"],
    ["skipReport = true", "our_abc", "our_abc"],
    ['[[rules.allowlists]]\nregexes = ["^abc$"]', "our_abc our_abcd", "our_abc our_<ours>"],
    ['[[rules.allowlists]]\nregexTarget = "match"\nregexes = ["our_abc"]', "our_abc", "our_abc"],
    [
      '[[rules.allowlists]]\nregexTarget = "line"\nregexes = ["test"]',
      "our_abc test\nour_abc",
      "our_abc test\nour_<ours>",
    ],
    ['[[rules.allowlists]]\nstopwords = ["EXAMPLE"]', "our_anexample our_x", "our_anexample our_<ours>"],
    [
      '[[rules.allowlists]]\ncondition = "AND"\nstopwords = ["a"]\nregexes = ["z"]',
      "our_a our_az",
      "our_<ours> our_az",
    ],
    ['[[rules.allowlists]]\ncondition = "AND"\npaths = [".*"]\nregexes = ["."]', "our_abc", "our_<ours>"],
    ['[rules.allowlist]\nregexes = ["abc"]', "our_abc", "our_abc"],
    ['[allowlist]\nregexes = ["abc"]', "our_abc", "our_abc"],
    ['[[allowlists]]\ntargetRules = ["other"]\nregexes = ["abc"]', "our_abc", "our_<ours>"],
    ['[[allowlists]]\ntargetRules = ["ours"]\nregexes = ["abc"]', "our_abc", "our_abc"],
  ])("%s: %j", (more, line, redacted) => {
    const base = more.startsWith("keywords") ? OWN : OWN.replace('keywords = ["our_"]\n', "");
    const toml = more.startsWith("keywords") ? base.replace('["our_"]', '["OUR_", "never"]') : `${base}${more}\n`;
    expect(withConfig(toml, line)).toBe(redacted);
  });

  it("changes rules of Sluice by their ids", () => {
    const line = `token_id=a1B2c3D4e5F6g7H8i9J0k1 password=Zz9Yy8Xx7Ww6`;
    const toml = `[extend]\nuseDefault = true\n[[rules]]\nid = "generic-api-key"\n[[rules.allowlists]]\nregexTarget = "match"\nregexes = ["(?i)token_?id"]\n`;
    expect(withConfig(toml, line)).toBe("token_id=a1B2c3D4e5F6g7H8i9J0k1 password=<generic-api-key>");
    const entropy = `[extend]\nuseDefault = true\n[[rules]]\nid = "generic-api-key"\nentropy = 3.5\n`;
    expect(withConfig(entropy, "password=aaaaaa1 password=a1B2c3D4e5F6g7")).toBe(
      "password=aaaaaa1 password=<generic-api-key>",
    );
  });

  it("has the earlier rule where two find the same, the generic one last", () => {
    const toml = `[[rules]]\nid = "generic-api-key"\nregex = '''key=(\\w+)'''\n[[rules]]\nid = "exact"\nregex = '''abc\\d+'''\n`;
    expect(withConfig(toml, "key=abc123")).toBe("key=<exact>");
  });

  it.each([
    ["id = ", /line 1: /],
    ["[[rules]]\nregex = 'a'", /a rule has no `id`/],
    ["[[rules]]\nid = 'a'", /rule "a" has no `regex`, and Sluice has no rule of that id/],
    ["[[rules]]\nid = 'jwt'", /rule "jwt" has no `regex`, and extends none/],
    ["[[rules]]\nid = 'a'\nregex = '('", /rule "a": error parsing regexp: missing closing \)/],
    ["[[rules]]\nid = 'a'\nregex = 'a'\nsecretGroup = 1", /`secretGroup` is 1, and the expression has 0 groups/],
    ["[[rules]]\nid = 'a'\nregex = 'a'\n[[rules]]\nid = 'a'\nregex = 'a'", /rule "a" is written twice/],
    ["[extend]\npath = 'x.toml'", /extend: `path` does not run in Sluice/],
    ["[[rules]]\nid = 'a'\nregex = 'a'\n[[rules.required]]\nid = 'b'", /`required` does not run in Sluice/],
    ["[[rules]]\nid = 'a'\nregex = 'a'\n[[rules.allowlists]]\ndescription = 'x'", /an allowlist needs/],
    ["[[rules]]\nid = 'a'\nregex = 'a'\n[[rules.allowlists]]\ncondition = 'XOR'\npaths = ['a']", /`condition` must be/],
    [
      "[[rules]]\nid = 'a'\nregex = 'a'\n[[rules.allowlists]]\nregexTarget = 'x'\nregexes = ['a']",
      /`regexTarget` must/,
    ],
    ["rules = 1", /`rules` must be a list of tables/],
    ["[[rules]]\nid = 1", /`id` must be a text/],
    ["[[rules]]\nid = 'a'\nregex = 'a'\nentropy = 'x'", /`entropy` must be a number/],
    ["[[rules]]\nid = 'a'\nregex = 'a'\nkeywords = [1]", /`keywords` must be a list of texts/],
    ["[extend]\nuseDefault = true\n".repeat(2), /line 3: /],
    ["#".repeat(2 ** 20 + 1), /the file has 1048577 bytes/],
    ["[[rules]]\nid = 'a'\nregex = 'a{1001}'", /rule "a": error parsing regexp: invalid repeat count/],
  ])("that cannot be used is named at the argument: %s", (toml, message) => {
    const document = open(CONFIG);
    const [node] = document.pipelines[0]!.stages;
    const built = buildWithResources(() => runNodes(document.pipelines[0]!.stages, ["x"], { host: hostOf(toml) }));
    if (built.ok) throw new Error("it was not refused");
    expect(built.diagnostic).toMatchObject({
      severity: "error",
      code: "unusable-file",
      span: node!.argumentSpans.get("gitleaks_config"),
    });
    expect(built.diagnostic.message).toMatch(message);
  });

  it("takes over another file while it runs, and keeps the rules where that cannot be used", () => {
    const listeners: ((bytes: Uint8Array) => void)[] = [];
    const host = {
      ...hostOf(OWN),
      onResourceChange: (_: string, listener: (bytes: Uint8Array) => void) => {
        listeners.push(listener);
        return () => {};
      },
    };
    let nth = 0;
    const changes = ["[[rules]]", "[[rules]]\nid = \"two\"\nregex = '''abc'''\n"];
    const labels = new Proxy({}, { ownKeys: () => [] });
    const inputs: EntryInput[] = [0, 1, 2].map(() => ({
      get line() {
        const change = nth === 0 ? undefined : changes[nth - 1];
        nth++;
        if (change !== undefined) listeners[0]!(new TextEncoder().encode(change));
        return "our_abc";
      },
      labels,
    }));
    const { out, logs } = run(CONFIG, inputs, { host });
    expect(out.map(({ line }) => line)).toEqual(["our_<ours>", "our_<ours>", "our_<two>"]);
    expect(logs.map(({ level, message }) => `${level} ${message}`)).toEqual([
      "warn the changed rules cannot be used; the previous ones stay in use",
      "info the changed rules are in use",
    ]);
  });
});

describe("logs.secretfilter in the page", () => {
  const text = 'logs.secretfilter "s" {\n  forward_to = []\n  redact_percent = 100\n}\n';

  it("is a pipeline of one step, which says what it redacted and never the secret", () => {
    const [pipeline] = openDocument(text, { purpose: "preview" }).pipelines;
    expect(pipeline).toMatchObject({ id: "logs.secretfilter.s", steps: "component", previewable: true });
    const preview = Preview.run(
      pipeline!,
      [
        { line: `${GITHUB} ${JWT}`, labels: {} },
        { line: "plain", labels: {} },
      ],
      { start: 0n, seed: 1, host: TEST_HOST },
    );
    expect(preview.outputs.map(({ entry }) => entry.line)).toEqual(["REDACTED REDACTED", "plain"]);
    const reasons = [0, 1].map((sample) => preview.stepsOf(sample)[0]!.reasons);
    expect(reasons.map(([one]) => one!.text)).toEqual([
      "Redacted 2 secrets: github-pat, jwt",
      "Found no secret in the line",
    ]);
    expect(JSON.stringify(reasons)).not.toContain(GITHUB);
  });

  it("has one card, a form, and no stages to add", () => {
    const tree = readTree(text);
    expect(listStageCards(tree)).toMatchObject([
      { id: "logs.secretfilter.s", cards: [{ id: "1", name: "secretfilter", nests: false }] },
    ]);
    const form = readStageForm(openDocument(text, { purpose: "preview" }), {
      pipeline: "logs.secretfilter.s",
      stage: "1",
    });
    const shown = form!.body.fields.map(({ name, source }) => [name, source]);
    expect(shown).toContainEqual(["redact_percent", "100"]);
    expect(shown.map(([name]) => name)).not.toContain("forward_to");
    expect(form!.body.problems).toEqual([]);
    expect(editStages(tree, "logs.secretfilter.s", { kind: "remove", card: "1" })).toEqual({
      ok: false,
      reason: "logs.secretfilter.s is one step, and has no stages.",
    });
  });
});
