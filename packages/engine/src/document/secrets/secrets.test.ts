import { processorTime } from "@sluice/languages/testing";
import { describe, expect, it } from "vitest";
import { luhnSum } from "../../sensitive/card-numbers.ts";
import { findPrivate, findPrivateValue } from "../../sensitive/find.ts";
import { PRIVATE_KINDS } from "../../sensitive/private-kinds.ts";
import { PrivateScan } from "./private-scan.ts";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
const KEY = "-----BEGIN RSA PRIVATE KEY-----\nMIIEow==\n-----END RSA PRIVATE KEY-----";
const GITHUB = `ghp_${"a1B2".repeat(9)}`;

describe("what is found", () => {
  it.each<[string, string, [kind: string, value: string][]]>([
    ["a token of the web", `auth ${JWT} ok`, [["jwt", JWT]]],
    ["a token after its scheme", `Authorization: Bearer ${JWT}`, [["jwt", JWT]]],
    ["a private key over lines", `key: ${KEY}.`, [["private_key", KEY]]],
    ["a private key that is cut", KEY.slice(0, 40), [["private_key", KEY.slice(0, 40)]]],
    ["a key by its prefix", `use ${GITHUB}, please`, [["token", GITHUB]]],
    ["a key of a cloud", "id=AKIAIOSFODNN7EXAMPLE", [["token", "AKIAIOSFODNN7EXAMPLE"]]],
    ["what is assigned", "user=ann password=hunter22 n=1", [["password", "hunter22"]]],
    ["what is assigned in JSON", '{"user":"ann","api_key":"abc def","n":1}', [["password", "abc def"]]],
    ["a password of an address", "dial postgres://app:s3cret@db/x", [["password", "s3cret"]]],
    ["a word to its end", "a=1 password=x,y;z&w| b=2", [["password", "x,y;z&w|"]]],
    [
      "a word of a list",
      "password=abc1, user=ann; token=xyz2;",
      [
        ["password", "abc1"],
        ["password", "xyz2"],
      ],
    ],
    [
      "a word in brackets",
      "(password: abc1) [token=xyz2] {secret: q(1)}",
      [
        ["password", "abc1"],
        ["password", "xyz2"],
        ["password", "q(1)"],
      ],
    ],
    ["a parameter at the end of a sentence", "see (http://h/?token=abc1).", [["password", "abc1"]]],
    [
      "a key of an address",
      "https://sk1:@api.example/ https://u:p1@h:1,https://u2:p2@h",
      [
        ["password", "sk1"],
        ["password", "p1"],
        ["password", "p2"],
      ],
    ],
    ["a password before a host", "postgres://app:s3cret@db.corp.example/x", [["password", "s3cret"]]],
    ["a text that is cut", '{"a":"b","password":"abc de', [["password", "abc de"]]],
    ["escaped JSON without quotes around it", 'body={\\"password\\":\\"abc 1\\",\\"n\\":1}', [["password", "abc 1"]]],
    ["a number", '{"pin_token":12345,"n":1}', [["password", "12345"]]],
    [
      "elements of a list, not what is about them",
      '{"token":[{"id":"x","value":"abc1"}],"n":"v"}',
      [["password", "abc1"]],
    ],
    [
      "options",
      'run --password abc1 --token=xyz2 --api-key "q r" --token-file f',
      [
        ["password", "abc1"],
        ["password", "xyz2"],
        ["password", "q r"],
      ],
    ],
    [
      "a key that is cut within a text",
      '{"key":"-----BEGIN PRIVATE KEY-----\\nMIIE","n":1}',
      [["private_key", "-----BEGIN PRIVATE KEY-----\\nMIIE"]],
    ],
    ["a mail address", "from <ann.b+c@mail.example.org>;", [["mail", "ann.b+c@mail.example.org"]]],
    ["a card number", "paid 4023319055607716.", [["card", "4023319055607716"]]],
    ["one that is a JSON number", '{"pan":4023319055607716,"n":1}', [["card", "4023319055607716"]]],
    ["one after a colon", "pan:4023319055607716", [["card", "4023319055607716"]]],
    ["one between commas", "7,4023319055607716,12.50", [["card", "4023319055607716"]]],
    ["one whose account is nothing but zeros", "pan 5500000000000004", [["card", "5500000000000004"]]],
    [
      "a card number in groups",
      "paid 4023 3190 5560 7716, or 3782-822463-10005",
      [
        ["card", "4023 3190 5560 7716"],
        ["card", "3782-822463-10005"],
      ],
    ],
    [
      "several of one text",
      `a@b.example password=x ${GITHUB}`,
      [
        ["mail", "a@b.example"],
        ["password", "x"],
        ["token", GITHUB],
      ],
    ],
  ])("%s", (_, text, expected) => {
    expect(findPrivate(text).map(({ kind, start, end }) => [kind, text.slice(start, end)])).toEqual(expected);
  });

  it.each([
    ["a number that fails the checksum", "order 4023319055607717"],
    ["nanoseconds", "at 1768464000000000008 and 1768464000000000016 and 1768464000000000024"],
    ["a number with a fraction", "took 4023319055607716.25"],
    ["a longer number", "id 40233190556077160000000"],
    ["an image's name", "pull registry.example/app@sha256:abc"],
    ["a count of tokens", "tokens: 17"],
    ["placeholders", "password=<secret> token: [REDACTED] secret=**** api_key=${KEY} Authorization: Bearer <token>"],
    [
      "what stands there for values",
      "password=secret-0001 Bearer token-0002 user-3@example.com 4000000000000010 198.18.0.4",
    ],
    ["no value", '{"password":null,"token":true,"secret":"","auth":{"method":"ldap"},"jwt":[]}'],
    ["an ordinary line", '203.0.113.7 - - [10/Mar/2024:12:00:00 +0000] "GET /cart HTTP/1.1" 200 512 "-" "curl/8"'],
  ])("nothing in %s", (_, text) => {
    expect(findPrivate(text)).toEqual([]);
  });

  it.each([
    ["digits", "4 ".repeat(50_000)],
    ["names", "a.".repeat(50_000)],
    ["at signs", "a@".repeat(50_000)],
    ["beginnings of keys", "-----BEGIN RSA PRIVATE KEY-----".repeat(3000)],
    ["beginnings of tokens", "eyJabcde.".repeat(11_000)],
    ["dashes", `xoxb-${"a-".repeat(50_000)}`],
  ])("a long text of %s takes no long time", (_, text) => {
    expect(processorTime(() => findPrivate(text))).toBeLessThan(2000);
  });
});

/** A text with everything replaced, by stand-ins that are those of the texts before. */
function replacer(): (text: string) => string {
  const texts: string[] = [];
  return (text) => {
    texts.push(text);
    const scan = new PrivateScan<undefined>();
    const nth = texts.map((one) => scan.look(undefined, one));
    return nth.map((one) => scan.replaced(one, new Set(PRIVATE_KINDS))).at(-1)!;
  };
}

describe("what is replaced", () => {
  it("gets the same stand-in each time", () => {
    const text = replacer();
    expect(text("ann@b.example and bob@b.example")).toBe("user-1@example.com and user-2@example.com");
    expect(text("again ann@b.example password=hunter22")).toBe("again user-1@example.com password=secret-0001");
  });

  it("keeps the form of a web token, and is not replaced again", () => {
    const token = `${["ey", "JhbGciOiJIUzI1NiJ9"].join("")}.eyJzdWIiOiIxMjM0In0.dBjftJeZ4CVPmB92K27uhbUJU1p1r`;
    const shown = replacer()(`Authorization: Bearer ${token}`);
    expect(shown).toMatch(/^Authorization: Bearer eyJ0{17}\.eyJ0{17}\.0{9}1$/);
    expect(replacer()(shown)).toBe(shown);
  });

  it.each(["prod-token-2024-Xy7!q", "secret-12345", "secret-1", "token-2024", "secret-00012", "jwt-00"])(
    "is a value that only resembles a stand-in: %s",
    (value) => {
      expect(findPrivate(`password=${value}`)).toMatchObject([{ kind: "password", value }]);
      expect(findPrivateValue("api_key", value)).toMatchObject([{ kind: "password", value }]);
    },
  );

  it("is no stand-in, with however many digits", () => {
    const scan = new PrivateScan<undefined>();
    const nth = scan.look(undefined, Array.from({ length: 10_002 }, (_, i) => `password=p${i}x`).join("\n"));
    const shown = scan.replaced(nth, new Set(PRIVATE_KINDS)).split("\n");
    expect([shown[0], shown[999], shown[10_001]]).toEqual([
      "password=secret-0001",
      "password=secret-01000",
      "password=secret-010002",
    ]);
    expect(findPrivate(shown.join("\n"))).toEqual([]);
  });

  it("is the value of a name as a whole", () => {
    expect(findPrivateValue("password", "hunter 22")).toMatchObject([{ kind: "password", value: "hunter 22" }]);
    expect(findPrivateValue("Authorization", "Bearer abc")).toMatchObject([
      { kind: "password", value: "abc", start: 7 },
    ]);
    expect(findPrivateValue("host", "web-1")).toEqual([]);
  });

  it("keeps card numbers that pass the checksum, in their layout", () => {
    const text = replacer();
    const [grouped, plain] = [text("4023 3190 5560 7716"), text("4023319055607716")];
    expect(grouped).toBe("4000 0000 0000 0010".replace("0010", grouped.slice(-4)));
    expect(grouped.replaceAll(" ", "")).toBe(plain);
    expect([plain === "4023319055607716", luhnSum(plain) % 10]).toEqual([false, 0]);
    const other = text("378282246310005");
    expect([other.length, luhnSum(other) % 10]).toEqual([15, 0]);
    expect([text(other), text(plain)]).toEqual([other, plain]);
  });

  it("leaves nothing of what was found", () => {
    const out = replacer()(`${JWT} ${KEY} ${GITHUB} token="abc123" ann@b.example 4023319055607716`);
    for (const part of [JWT, "MIIEow", GITHUB, "abc123", "ann@b", "4023319055607716"]) expect(out).not.toContain(part);
  });
});
