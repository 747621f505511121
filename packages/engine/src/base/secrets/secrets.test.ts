import { processorTime } from "@sluice/languages/testing";
import { describe, expect, it } from "vitest";
import { isSecretName } from "./secret-names.ts";
import { hideSecrets } from "./secrets.ts";

it.each([
  ["password", true],
  ["bearer_token", true],
  ["clientSecret", true],
  ["X-Api-Key", true],
  ["Authorization", true],
  ["key_pem", true],
  ["password_file", false],
  ["max_tokens", false],
  ["key", false],
  ["secretary", false],
  ["SECRET_KEY_BASE", true],
  ["password*", true],
  ["password_confirmation", true],
  ["newPassword2", true],
  ["password_count", false],
  ["contraseña", true],
  ["Kennwort", true],
  ["пароль", true],
  ["pass", false],
  ["session_id", true],
  ["__session_id__", false],
])("%s names a secret: %s", (name, secret) => {
  expect(isSecretName(name)).toBe(secret);
});

describe("a text is shown without", () => {
  it.each<[string, string, string]>([
    [
      "user and password of an address",
      "cannot reach http://me:pw@loki:3100/push",
      "cannot reach http://(secret)@loki:3100/push",
    ],
    ["a password that holds an @", "http://me:p@w@loki/", "http://(secret)@loki/"],
    ["a password with an unescaped slash", '"http://u:a/b@c/d@h:9/" is no URL', '"http://(secret)@h:9/" is no URL'],
    ["one with another end of a host", "http://u:a?b@h/ http://u:a#b@h/", "http://(secret)@h/ http://(secret)@h/"],
    ["one with an escaped quote", 'no: "http://u:a/b\\"c@h/"', 'no: "http://(secret)@h/"'],
    ["a user alone, which may be a key", "https://abc123@loki/", "https://(secret)@loki/"],
    ["those of several addresses", "http://a:b@x/ and http://c:d@y/", "http://(secret)@x/ and http://(secret)@y/"],
    [
      "parameters that are named so",
      "/push?a=1&token=abc&api_key=d&b=2",
      "/push?a=1&token=(secret)&api_key=(secret)&b=2",
    ],
    ["parameters with coded names", "/?%74oken=abc", "/?%74oken=(secret)"],
    [
      "short names of parameters, and lists",
      "http://x/?pass=a&pw=b&tok=c&secret_id=d&token[]=e&token%5B0%5D=f&passes=g",
      "http://x/?pass=(secret)&pw=(secret)&tok=(secret)&secret_id=(secret)&token[]=(secret)&token%5B0%5D=(secret)&passes=g",
    ],
    ["a key in an address", "http://x/?key=AIza1", "http://x/?key=(secret)"],
    ["parameters that look made by chance", "/?x=eyJhbGciOiJIUzI1NiJ9xyz0", "/?x=(secret)"],
    ["assignments", 'password = "a b" token: abc, x=1', 'password = "(secret)" token: (secret), x=1'],
    ["assignments within others", "a: password=abc", "a: password=(secret)"],
    ["JSON", '{"token":"abc","a":"b"}', '{"token":"(secret)","a":"b"}'],
    [
      "lists of headers",
      '{"Authorization": ["Bearer abc.def"], "n": [1]}',
      '{"Authorization": ["(secret)"], "n": [1]}',
    ],
    ["headers that a list holds", '{"X-Api-Key": ["abc", "def"]}', '{"X-Api-Key": ["(secret)", "(secret)"]}'],
    ["headers", "Authorization: Bearer abc.def", "Authorization: (secret)"],
    ["tokens after their scheme", "sent Bearer abc.def to it", "sent Bearer (secret) to it"],
    ["a value in the braces of ODBC", "UID=sa;PWD={a;b}}c};X=1", "UID=sa;PWD={(secret)};X=1"],
    ["a value that has braces", "a password=Hunter2{x} b", "a password=(secret) b"],
    ["what looks like one under a short name", "pass=m4ilPa55 pass=3 pass=true", "pass=(secret) pass=3 pass=true"],
    ["what a name beside it says", '{"name":"DB_PASSWORD","value":"a"}', '{"name":"DB_PASSWORD","value":"(secret)"}'],
    ["elements that an attribute names", '<e key="password">a</e>', '<e key="password">(secret)</e>'],
    ["what is hidden already", "http://(secret)@x/?token=(secret)", "http://(secret)@x/?token=(secret)"],
  ])("%s", (_name, text, shown) => {
    expect(hideSecrets(text)).toBe(shown);
    expect(hideSecrets(shown)).toBe(shown);
  });

  it("known values, except short ones that occur by chance", () => {
    const values = ["hunter2", "abc"];
    expect(hideSecrets("hunter2 abc hunter2hunter2", { values })).toBe("(secret) abc (secret)");
    expect(hideSecrets("abc", { values, whole: true })).toBe("(secret)");
  });
});

describe("what others answer is shown without the values that they were sent, which were let through when short:", () => {
  it.each([
    ["no: pw1", ["pw1"], "no: (secret)"],
    ["no: pw1pw1, pw", ["pw1", "pw"], "no: (secret), (secret)"],
    ["no: x y", ["x"], "(secret)"],
    ["no: y", ["x"], "no: y"],
    ["no", [""], "no"],
  ])("%s", (text, values, shown) => expect(hideSecrets(text, { values, foreign: true })).toBe(shown));
});

it.each([
  "a file with 3 entries at 10:15:00",
  "http://loki.example:3100/loki/api/v1/push?limit=10&direction=backward",
  "mail me@example.com",
  "Basic configuration",
  'WWW-Authenticate: Basic realm="shop", Bearer realm="shop"',
  "https://example.com/a@b",
  'http://h:9/a@b {"a":"http://h:3100/","b":"c@d"} http://[::1]:9/a@b http://h/a:b/c@d http://a:b/ c@d',
  "127.0.0.1 port 3180 is in use by another program",
])("%s is shown as it is", (text) => {
  expect(hideSecrets(text)).toBe(text);
});

it.each([
  ["letters", "a".repeat(400_000)],
  ["schemes", "a:/".repeat(100_000)],
  ["assignments", "token=".repeat(60_000)],
  ["parameters", "?a=".repeat(100_000)],
  ["quotes", 'token="'.repeat(50_000)],
  ["addresses without a host", "a://a:b/".repeat(50_000)],
  ["those with an @", "a://a:b/@".repeat(50_000)],
  ["addresses", `http://${"a:".repeat(200_000)}`],
])("a long text of %s takes no long time", (_name, text) => {
  expect(processorTime(() => hideSecrets(text))).toBeLessThan(3000);
});

describe("of many known values", () => {
  const values = ["abcdef", "abcdefgh", "abcdxx", "xabcdef", "short", "a\u{1f600}bcdefg"];
  const others = Array.from({ length: 300 }, (_, i) => `value-${i.toString(36)}-of-many`);

  it.each([
    "abcdefgh",
    "1abcdefabcdefgh2",
    "xabcdef, abcdxx",
    "abcde",
    "short",
    "",
    "in a\u{1f600}bcdefg",
    "xabcdefgh",
  ])("the same is hidden as of few: %s", (text) => {
    for (const options of [{}, { whole: true }, { foreign: true }]) {
      const few = hideSecrets(text, { values, ...options });
      expect(hideSecrets(text, { values: [...others, ...values], ...options })).toBe(few);
    }
  });

  it("each is hidden, the last one too", () => {
    expect(hideSecrets(others.join(" "), { values: others })).toBe(others.map(() => "(secret)").join(" "));
  });
});
