import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { loadStages } from "../document/load.ts";
import { findSensitive, PRIVATE_KINDS } from "../sensitive/index.ts";
import { QUIET_FORMS, SECRET_FORMS } from "../testing/secret-forms.ts";
import { redacted, redactionFor } from "./redaction.ts";

const ALL = new Set(PRIVATE_KINDS);
const after = (lines: readonly string[], kinds?: typeof ALL) => {
  const { rules, stays } = redactionFor(lines, kinds);
  return { lines: lines.map((line) => redacted(line, rules)), stays };
};

/** Nothing is lost where one is replaced. */
const PLACEHOLDER = /\*{4}|\?|\$|\{\{|=%|=null|=None|FILTERED/;
/** What a name's value is, an expression cannot say. */
const LOOSE = [
  "password: ok",
  "password is sha256",
  "Passwort: abgelaufen",
  "mot de passe : incorrect",
  "using password: YES",
  "passwd: password for root changed by uid 0",
  "passwd[123]: pam_unix(passwd:chauthtok): password changed for bob",
  "password for x is H1 heading",
  "password is p1",
  "mysqli_connect(): (HY000/1045): Access denied for user 'app'@'10.0.0.5' (using password: YES)",
  "SASL PLAIN authentication failed: UGFzc3dvcmQ6",
  "password= rejected: empty",
  "password= expected, got nothing",
  "mot de passe : obligatoire",
  "cvv=missing",
];

describe("a redaction touches the value alone", () => {
  it.each<[string, string]>([
    ["login user=ann password=hunter2 n=1", "login user=ann password=REDACTED n=1"],
    ['password="a b \\"c" n=1', 'password="REDACTED" n=1'],
    ['{"api_key":"a \\"b\\" c","n":1}', '{"api_key":"REDACTED","n":1}'],
    ['{"log":"{\\"password\\":\\"a\\\\\\"b\\"}\\n"}', '{"log":"{\\"password\\":\\"REDACTED\\"}\\n"}'],
    ['{"pan":4111111111111111,"n":1}', '{"pan":0,"n":1}'],
    ["paid with 4111 1111 1111 1111.", "paid with REDACTED."],
    ['{"card":"4111111111111111","order_id":"4111111111111111"}', '{"card":"REDACTED","order_id":"4111111111111111"}'],
    ["two 4111111111111111 5500005555555559 of them", "two REDACTED REDACTED of them"],
    ["dial postgres://app:s3cr3t@db:5432/x", "dial postgres://app:REDACTED@db:5432/x"],
    ['{"url":"https:\\/\\/u:p4ss@h\\/x"}', '{"url":"https:\\/\\/u:REDACTED@h\\/x"}'],
    ["Server=x;Password=Abc,123!;Encrypt=True", "Server=x;Password=REDACTED;Encrypt=True"],
    ['"GET /a?api_key=abc123def&x=1 HTTP/1.1" 200', '"GET /a?api_key=REDACTED&x=1 HTTP/1.1" 200'],
    ["Authorization: Bearer abcDEF0123456789", "Authorization: Bearer REDACTED"],
    ['{"Authorization":"Bearer abcDEF0123456789"}', '{"Authorization":"Bearer REDACTED"}'],
    ["Cookie: sid=abc123def456; theme=dark", "Cookie: sid=REDACTED; theme=dark"],
    ["ALTER ROLE app WITH PASSWORD 's3cur''ABC';", "ALTER ROLE app WITH PASSWORD 'REDACTED';"],
    ['{"q":"CREATE USER a IDENTIFIED BY \\"s3curABC\\""}', '{"q":"CREATE USER a IDENTIFIED BY \\"REDACTED\\""}'],
    ["run --password abc123 --n 1", "run --password REDACTED --n 1"],
    ["curl -u admin:hunter22 http://h/", "curl -u admin:REDACTED http://h/"],
    ["<password>abc</password>", "<password>REDACTED</password>"],
    ["{'password': 'a b'}", "{'password': 'REDACTED'}"],
    ["the api key is a8Kd92mXz01QpLw7", "the api key is REDACTED"],
    ["to DE89 3704 0044 0532 0130 00 EUR", "to REDACTED EUR"],
    ["key AKIAIOSFODNN7EXAMPLE.", "key REDACTED."],
    [
      '{"k":"-----BEGIN PRIVATE KEY-----\\nMIIEow==\\n-----END PRIVATE KEY-----\\n","n":1}',
      '{"k":"REDACTED\\n","n":1}',
    ],
    [
      '{"private_key":"-----BEGIN PRIVATE KEY-----\\nMIIEow==\\n-----END PRIVATE KEY-----\\n","n":1}',
      '{"private_key":"REDACTED\\n","n":1}',
    ],
    [
      `git clone https://gh${"p_"}${"a1B2".repeat(9)}:x-oauth-basic@h/a.git`,
      "git clone https://REDACTED:x-oauth-basic@h/a.git",
    ],
    ['{"X-Api-Key":["abc123def456", "z9\\"x\\\\8y7w6v"],"n":1}', '{"X-Api-Key":["REDACTED", "REDACTED"],"n":1}'],
    ["User{id=5, name=bob, password=abc123}", "User{id=5, name=bob, password=REDACTED}"],
  ])("%s", (line, expected) => {
    expect(after([line])).toEqual({ lines: [expected], stays: [] });
  });

  it("and personal data only on request", () => {
    const line = "ann@corp.example from 10.1.2.3, +49 170 1234567";
    expect(after([line])).toEqual({ lines: [line], stays: [] });
    expect(after([line], ALL)).toEqual({ lines: ["REDACTED from REDACTED, REDACTED"], stays: [] });
  });

  it("and leaves words behind a scheme or a name as they are", () => {
    const { rules } = redactionFor(["Authorization: Basic dXNlcjpwYXNz", "token a8Kd92mXz01QpLw7 used"]);
    expect(rules.length).toBe(2);
    for (const line of ["Basic authentication failed", "invalid token for ann", "token authentication needed"])
      expect(redacted(line, rules)).toBe(line);
  });
});

it.each(SECRET_FORMS)("redacts no more and no less of %s%s%s", (before, value, behind) => {
  const write = (one: string) => before + one + behind;
  const json = (one: string) => JSON.stringify({ time: "2026-01-01T00:00:00Z", msg: write(one), n: 1 });
  for (const written of [write, json]) {
    const { lines, stays } = after([written(value)]);
    expect(loadStages(redactionFor([written(value)]).code).diagnostics).toEqual([]);
    expect({ lines, stays }).toEqual({ lines: [written("REDACTED")], stays: [] });
  }
});

it("leaves texts without a secret as they are, whatever form of one was in others", () => {
  const rules = SECRET_FORMS.flatMap((form) => redactionFor([form.join("")]).rules);
  const lines = QUIET_FORMS.filter((line) => !PLACEHOLDER.test(line) && redacted(line, rules) !== line);
  expect(lines).toEqual(LOOSE);
});

it.each([
  "password=${DB_PASSWORD} not resolved",
  "password=$(cat /run/secrets/db)",
  "password={{ .Values.db }}",
  "password=<password>",
  'password="${DB_PASSWORD}"',
  "password='********'",
  '{"password":"{{ vault.db }}"}',
  "password= rejected: empty",
  "token_type=Bearer scope=read",
  "idempotency_key=4f2a9c0d-1111-2222-3333-444455556666",
])("leaves what stands for a secret beside real ones: %s", (line) => {
  const lines = [
    "password=h4rvest-7moon used",
    'password="h4rvest 7moon"',
    "password='h4rvest 7moon'",
    '{"password":"h4rvest 7moon"}',
    "api_key=w5KcR8tZq2VxM7bNy4Lh",
    "Authorization: Bearer w5KcR8tZq2VxM7bNy4Lh",
    line,
  ];
  const { rules, stays } = redactionFor(lines);
  expect(stays).toEqual([]);
  expect(lines.map((one) => redacted(one, rules))).toEqual([
    ...lines.slice(0, -1).map((one) => one.replace(/h4rvest.7moon|w5K\w+/, "REDACTED")),
    line,
  ]);
});

it("writes valid stages where a control character ends a value", () => {
  const { code, stays } = redactionFor(["a password=hunter2\0 n=1"]);
  expect(stays).toEqual([]);
  expect(loadStages(code).diagnostics).toEqual([]);
});

it("leaves a text as it is where a search costs too much, as the stage does", () => {
  const rule = { ...redactionFor(["password=hunter2"]).rules[0]!, expression: "[ab]{900}(c)" };
  const long = `${"ab".repeat(40_000)}c`;
  expect(redacted(long, [rule])).toBe(long);
});

it("says what stays, and which lines have it", () => {
  const lines = ["fine", "-----BEGIN PRIVATE KEY-----", "MIIEowIBAAKCAQEAx", "a password=abc1"];
  const { stays, entries, code } = redactionFor(lines);
  expect({ stays, entries }).toEqual({
    stays: [{ kind: "private_key", field: undefined, count: 2, lines: [1, 2] }],
    entries: 1,
  });
  expect(code).toMatch(
    /^\/\/ Redacts password\.\nstage\.replace \{\n\texpression = `.*`\n\treplace {4}= "REDACTED"\n\}\n$/,
  );
});

it("touches no line of a private key over several entries, and says that all of them stay", () => {
  const { rules, stays } = redactionFor([
    "-----BEGIN PRIVATE KEY-----",
    "MIIEowIBAAKCAQEAx",
    "-----END PRIVATE KEY-----",
  ]);
  expect({ rules, stays }).toEqual({
    rules: [],
    stays: [{ kind: "private_key", field: undefined, count: 2, lines: [0, 1] }],
  });
});

it("makes nothing where nothing is", () => {
  expect(redactionFor(["a=1", '{"a":"b"}'])).toEqual({ rules: [], code: "", entries: 0, stays: [] });
});

/** Characters that need quotes or escapes in one of the syntaxes, and those of secrets. */
const SECRETS = fc.string({ unit: fc.constantFrom(..."abcXYZ019\"\\/ :;,=&%}]'+"), minLength: 8, maxLength: 20 });
const PLAIN = fc.string({ unit: fc.constantFrom(..."abc 019_-.:/"), maxLength: 12 });
const NAMES = fc.constantFrom("password", "api_key", "client_secret");
const OTHERS = fc.dictionary(
  fc.constantFrom("user", "path", "n", "message"),
  fc.oneof(PLAIN, fc.integer(), fc.boolean()),
);
const TELLING = SECRETS.filter((one) => /\d/.test(one) && /^[a-zA-Z].*[a-z]$/.test(one));

describe("generated lines", () => {
  it("of JSON parse to the same object but for the secret", () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(NAMES, TELLING, OTHERS, fc.boolean()), { minLength: 1, maxLength: 6 }), (all) => {
        const objects = all.map(([name, secret, others, nested]) =>
          nested ? { ...others, inner: { [name]: secret } } : { ...others, [name]: secret },
        );
        const result = after(objects.map((one) => JSON.stringify(one)));
        for (const [i, line] of result.lines.entries()) {
          const [name, , others, nested] = all[i]!;
          const expected = nested ? { ...others, inner: { [name]: "REDACTED" } } : { ...others, [name]: "REDACTED" };
          expect(JSON.parse(line)).toEqual(expected);
        }
        expect(result.stays).toEqual([]);
      }),
      { seed: 1, numRuns: 200 },
    );
  });

  it("of logfmt and of addresses keep all but the secret", () => {
    const word = fc.string({ unit: fc.constantFrom(..."abXY019-_.~+"), minLength: 8, maxLength: 16 });
    const telling = word.filter((one) => /^[a-z].*\d.*[a-z]$/.test(one));
    fc.assert(
      fc.property(fc.array(fc.tuple(NAMES, telling, fc.nat(3)), { minLength: 1, maxLength: 6 }), (all) => {
        const write = ([name, , form]: (typeof all)[number], secret: string) =>
          [
            `level=info ${name}=${secret} user=ann`,
            `level=info ${name}="${secret}" user=ann`,
            `GET http://h/a?x=1&${name}=${secret}&y=2#z`,
            `dial postgres://app:${secret}@db.internal:5432/x?sslmode=off`,
          ][form]!;
        const result = after(all.map((one) => write(one, one[1])));
        expect(result).toEqual({ lines: all.map((one) => write(one, "REDACTED")), stays: [] });
      }),
      { seed: 2, numRuns: 200 },
    );
  });

  it("without a secret are unchanged by a redaction that other lines gave", () => {
    const { rules } = redactionFor(['{"password":"hunter22"}', "token=abc123def456 n=1", "pay 4111111111111111 now"]);
    fc.assert(
      fc.property(OTHERS, (others) => {
        const line = JSON.stringify(others);
        fc.pre(findSensitive(line).every(({ kind }) => kind === "ip"));
        expect(redacted(line, rules)).toBe(line);
      }),
      { seed: 3, numRuns: 200 },
    );
  });
});
