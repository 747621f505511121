/** Both directions of hiding, over generated configurations: nothing secret is shown, and nothing else is hidden. */
import fc from "fast-check";
import { expect, it } from "vitest";
import { findConsequences } from "../consequences/consequences.ts";
import { openDocument } from "../open-document.ts";
import { hideConfigSecrets, maskConfigSecrets, secretValues } from "./config-secrets.ts";

/** Stands for a secret of its own in each place. */
const PLACE = "$S";
const MARK = "zzK";

const ADDRESSES = [
  "http://h:9/",
  "http://h/push?limit=1&passes=2",
  "http://h/a@b",
  "http://me:$S@h:9/",
  "http://me:a/$S@h:9/",
  "http://me:$S#b@h/",
  "http://h/?pass=$S",
  "http://h/?a=1&token[]=$S&secret_id=$S",
].map((url) => `    url = "${url}"`);
const LOGINS = [
  "",
  '    bearer_token = "$S"',
  '    bearer_token = "a-" + "$S"',
  '    bearer_token = string.join(["a", "$S"], "-")',
  '    headers = { "X-Any" = "$S" }',
  '    basic_auth {\n      username = "me"\n      password = "$S"\n    }',
  '    authorization {\n      type = "Token"\n      credentials = "$S"\n    }',
];
const PLAIN = ["", '    tenant_id = "leader"', '    batch_wait = "2s"', '    name = "reader"'];
const LABELS = [
  "",
  '  external_labels = { reader = "a", key = "b" }',
  '  external_labels = { passwrd = "$S" }',
  '  external_labels = { password = "$S", a = "b" }',
];
const STAGES = [
  'expression = "https://[^:]+:([^@]+)@"\n    replace = "***"',
  'expression = "postgres://.*@"',
  'expression = "[?&]token=([^&]+)"',
  "expression = `(.*)`\n    replace = `postgres://{{ .user }}:{{ .pass }}@host/`",
  'expression = "(?P<password>x)"\n    source = "token"',
  'expression = "https://me:$S@"',
  'expression = "a"\n    replace = "/?token=$S"',
].map((body) => `  stage.replace {\n    ${body}\n  }`);
const COMMENTS = [
  "// the leader is a reader, see http://h:9/a@b",
  '// external_labels = { reader = "a" }',
  '// password = "$S" + "$S"',
  '// bearer_token = string.join(["$S"], "")',
  '// passwrd = "$S"',
  '// headers = { "X-Foo" = "$S" }',
  "// curl -u me:$S http://h/",
  "/* http://me:a/$S@h/ */",
];

const some = (of: readonly string[]) => fc.constantFrom(...of);
const configs = fc
  .record({
    comments: fc.array(some(COMMENTS), { maxLength: 3 }),
    stages: fc.array(some(STAGES), { maxLength: 3 }),
    endpoints: fc.array(fc.tuple(some(ADDRESSES), some(LOGINS), some(PLAIN)), { minLength: 1, maxLength: 3 }),
    labels: some(LABELS),
  })
  .map(({ comments, stages, endpoints, labels }) => {
    const written = [
      ...comments,
      'logs.process "p" {\n  forward_to = [logs.write.w.receiver]',
      ...stages,
      '}\nlogs.write "w" {',
      labels,
      ...endpoints.map((lines) => `  endpoint {\n${lines.filter((line) => line !== "").join("\n")}\n  }`),
      "}\n",
    ].join("\n");
    let count = 0;
    return written.replaceAll(PLACE, () => `${MARK}${1000 + count++}x${count}`);
  });

it("every secret is hidden, and every line without one is shown as it is", () => {
  fc.assert(
    fc.property(configs, (text) => {
      const config = openDocument(text);
      expect(config.diagnostics.filter(({ severity }) => severity === "error")).toEqual([]);
      const lines = text.split("\n");
      for (const shown of [
        hideConfigSecrets(config, secretValues(config)),
        maskConfigSecrets(config, secretValues(config)),
      ]) {
        expect(shown).not.toContain(MARK);
        const plain = lines.map((line, i) => (line.includes(MARK) ? "" : shown.split("\n")[i]));
        expect(plain).toEqual(lines.map((line) => (line.includes(MARK) ? "" : line)));
      }
    }),
    { seed: 22, numRuns: 300 },
  );
});

it("a shown text that is sent back is shown in the same way, and what it would lose is said of each component", () => {
  fc.assert(
    fc.property(configs, (text) => {
      const config = openDocument(text);
      const shown = hideConfigSecrets(config, secretValues(config));
      const back = openDocument(shown);
      expect([back.ok, hideConfigSecrets(back, secretValues(back))]).toEqual([true, shown]);
      const holding = config.components.filter(({ span }) => text.slice(span.start, span.end).includes(MARK));
      const lost = findConsequences(config, back).consequences.filter(({ kind }) => kind === "secret-lost");
      expect(new Set(lost.map(({ component }) => component))).toEqual(new Set(holding.map(({ id }) => id)));
      expect(lost.every(({ loses }) => loses)).toBe(true);
    }),
    { seed: 22, numRuns: 300 },
  );
});
