import { processorTime } from "@sluice/languages/testing";
import { describe, expect, it } from "vitest";
import { QUIET_FORMS, SECRET_FORMS } from "../testing/secret-forms.ts";
import { ibanRemainder } from "./account-numbers.ts";
import { findPrivate } from "./find.ts";
import { findSensitive, findSensitiveValue } from "./sensitive.ts";
import { StandIns } from "./stand-ins.ts";

const found = (line: string) =>
  findSensitive(line).map(({ kind, field, value }) => `${kind} ${field ?? "-"}: ${value}`);
const GITLAB = `glrt-${"a1B2".repeat(5)}`;
const SLACK = `hooks.slack.com/services/T00000000/B00000000/${"X".repeat(24)}`;

describe("in a line is found", () => {
  it.each<[string, string[]]>([
    ["level=info user=ann password=hunter2 n=1", ["password password: hunter2"]],
    ["token 3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c was used", ["password -: 3f9a8b7c6d5e4f3a2b1c0d9e8f7a6b5c"]],
    ["the api key is a8Kd92mXz01QpLw7", ["password -: a8Kd92mXz01QpLw7"]],
    [`use ${GITLAB} and ${SLACK}`, [`token -: ${GITLAB}`, `token -: ${SLACK}`]],
    ["dial postgres://app:s3cr3t@db.internal:5432/x", ["password -: s3cr3t"]],
    ["Server=tcp:x;User ID=sa;Password=Abc,123!;Encrypt=True", ["password Password: Abc,123!"]],
    ["host=db user=a password=pw1 dbname=x", ["password password: pw1"]],
    ["ALTER ROLE app WITH PASSWORD 's3curABC'", ["password PASSWORD: s3curABC"]],
    ["SET PASSWORD FOR 'app'@'%' = 's3curABC';", ["password PASSWORD: s3curABC"]],
    ["CREATE USER 'a' IDENTIFIED BY 's3curABC'", ["password PASSWORD: s3curABC"]],
    ['{"msg":"Charging card 4111111111111111 for order 4"}', ["card msg: 4111111111111111"]],
    ["amex 378282246310005", ["card -: 378282246310005"]],
    ["token=aBcDeFgHiJkLmNoPqRsT x", ["password token: aBcDeFgHiJkLmNoPqRsT"]],
    ["tel:+1-415-555-2671", ["phone -: +1-415-555-2671"]],
    ["curl -u admin:hunter22 http://h/", ["password -: hunter22"]],
    ["Authorization: Basic dXNlcjpwYXNzd29yZA==", ["password Authorization: dXNlcjpwYXNzd29yZA=="]],
    ["Cookie: JSESSIONID=ABCDEF0123456789; theme=dark", ["password JSESSIONID: ABCDEF0123456789"]],
    ["PHPSESSID=ab12cd34ef56gh78", ["password PHPSESSID: ab12cd34ef56gh78"]],
    ['{"pan":"4111 1111 1111 1111"}', ["card pan: 4111 1111 1111 1111"]],
    ["paid 4111111111111111 200 12", ["card -: 4111111111111111"]],
    ["4111 1111 1111 1111 5500005555555559", ["card -: 4111 1111 1111 1111", "card -: 5500005555555559"]],
    ["to DE89 3704 0044 0532 0130 00 EUR 10", ["iban -: DE89 3704 0044 0532 0130 00"]],
    ["to GB29NWBK60161331926819.", ["iban -: GB29NWBK60161331926819"]],
    ["ssn 123-45-6789, cpf 529.982.247-25", ["national_id -: 123-45-6789", "national_id -: 529.982.247-25"]],
    ['{"ssn":123456789}', ["national_id ssn: 123456789"]],
    ["RSSMRA85T10A562S", ["national_id -: RSSMRA85T10A562S"]],
    ["call (415) 555-2671 or +49 170 1234567", ["phone -: (415) 555-2671", "phone -: +49 170 1234567"]],
    ['{"phone":4917012345678}', ["phone phone: 4917012345678"]],
    ['{"log":"{\\"password\\":\\"a b\\"}\\n"}', ["password password: a b"]],
  ])("%s", (line, expected) => {
    expect(found(line)).toEqual(expected);
  });
});

describe("no secret is", () => {
  it.each([
    "session 123e4567-e89b-12d3-a456-426614174000 commit 9fceb02d0ae598e95dc970b74767f19372d61af8",
    "GET /x?trace=4bf92f3577b34da6a3ce929d0e0e4736&cursor=abcdef1234567abcdef12",
    '{"order_id":"4111111111111111","ts":1700000000000,"span_id":"00f067aa0ba902b7"}',
    "at 4111111111111111abcdef of a4111111111111111",
    "ts=1700000000 ns=1700000000123456789 us=1700000000123456",
    "using password: YES",
    "bad password: too short",
    "invalid token: unexpected EOF",
    '{"token":512,"auth":"success","signature":"SIGTERM"}',
    "pam_unix(sshd:auth): authentication failure; logname= uid=0",
    'secret "default/my-tls" not found',
    "version 10.2.3.4 of v1.2.3.4 and Chrome/131.0.0.0",
    "x=+0200 at 12:00:00+0100, delta +5, 2026-01-02T03:04:05+02:00",
    "user@1000.service started, a@2x.png",
    "DE89370400440532013001 is no account",
    "000-12-3456 666-12-3456 123-00-4567",
    "svc : TTY=pts/2 ; PWD=/home ; USER=root",
    "[pid 4254:tid 378282246310005] message_id=4111111111111111",
    '{"signature":"ET SCAN Nmap Scripting Engine 2","resultSignature":"Failure.Accepted"}',
    '{"client_token":"hmac-sha256:b214167ba68af435882b485937873c7ab710b46cdc4fa92987e3e8474fdb2236"}',
    "auth=oauth2 auth=KERBEROS_LOGIN authorization=kubernetes.io/serviceaccount sessionid=1234567890",
    '{"session_id":"65a4f1c2.1a2b","credentials":"ServiceAccountCredentials"}',
    "order 4539578763621486 shipped, trace id 4111111111111111",
    "password=REDACTED token=**** secret=[redacted]",
    "10.5281/zenodo.4111111111111111 of 999-999-99",
  ])("%s", (line) => {
    expect(found(line)).toEqual([]);
  });
});

describe("a secret without a name of its own", () => {
  it.each(SECRET_FORMS)("is found as a whole: %s%s%s", (before, value, behind) => {
    const texts = [before + value + behind, JSON.stringify({ msg: before + value + behind })];
    for (const text of texts)
      expect(findSensitive(text).map((one) => [one.kind, one.value])).toContainEqual(["password", value]);
  });

  it.each(QUIET_FORMS)("is none: %s", (line) => {
    const texts = [line, JSON.stringify({ msg: line })];
    for (const text of texts)
      expect(findSensitive(text).filter(({ sensitivity }) => sensitivity === "secret")).toEqual([]);
  });
});

it("finds the secrets of all rows of a statement, by their column", () => {
  const rows = Array.from({ length: 12 }, (_, i) => `('a, (${i})', NOW(), 'pw${i}''x')`).join(", ");
  expect(found(`INSERT INTO \`users\` (\`name\`, at, \`password\`) VALUES ${rows}`)).toEqual(
    Array.from({ length: 10 }, (_, i) => `password password: pw${i}'x`),
  );
});

describe("a hash of a password, which can be guessed", () => {
  const salted = "abcDEF12./".repeat(5);
  it.each([
    `$2y$10$${salted}abc`,
    `$1$salt$${salted.slice(0, 22)}`,
    `$6$rounds=5000$saltsalt$${salted}`,
    `$y$j9T$c2FsdHNhbHQ$${salted}`,
    `$argon2id$v=19$m=65536,t=3,p=4$c29tZXNhbHQ$${salted}`,
    `$P$B${salted.slice(0, 30)}`,
    `pbkdf2_sha256$260000$saltsalt$${"abCD12+/".repeat(5)}abc=`,
    `{SSHA}${"abCD12+/".repeat(4)}abcd==`,
    `{CRYPT}$5$saltsalt$${salted}`,
    `SCRAM-SHA-256$4096:c2FsdHNhbHQ=$${"abCD12+/".repeat(5)}abc=:${"xyZ901+/".repeat(5)}abc=`,
  ])("is found, and its stand-in has the scheme, the parameters and the length: %s", (hash) => {
    const standIn = new StandIns().of("password", hash);
    expect(standIn).toHaveLength(hash.length);
    const parameters = (text: string) => text.match(/^\W?[\w-]+|[a-z]+=\d+|\$[1-9]\d{0,8}(?=[$:])/g);
    expect(parameters(standIn)).toEqual(parameters(hash));
    for (const write of [
      (value: string) => `password=${value} n=1`,
      (value: string) => `usermod -p '${value}' bob`,
      (value: string) => JSON.stringify({ password: value, n: 1 }),
      (value: string) => `hash ${value} of bob`,
    ]) {
      expect(findSensitive(write(hash)).map(({ kind, value }) => [kind, value])).toEqual([["password", hash]]);
      expect(findPrivate(write(standIn))).toEqual([]);
    }
  });
});

it.each([
  ["userPin", "4711"],
  ["cardPinCode", "471108"],
  ["dbPasswd", "abcxyz"],
  ["apiSecretKey", "abcd1234efgh"],
  ["adminPwd", "s3cr3t"],
])("a name in capitals and small letters says what its value is: %s", (name, value) => {
  expect(found(`login ${name}=${value} ok`)).toEqual([`password ${name}: ${value}`]);
  expect(found(JSON.stringify({ [name]: value }))).toEqual([`password ${name}: ${value}`]);
});

it("reads the value of a label by its name", () => {
  expect(findSensitiveValue("api_key", "abc123def")).toMatchObject([{ kind: "password", field: "api_key", start: 0 }]);
  expect(findSensitiveValue("token", "invalid")).toEqual([]);
  expect(findSensitiveValue("user", "ann@corp.example")).toMatchObject([{ kind: "mail", sensitivity: "personal" }]);
});

it("replaces accounts, persons and phones by ones of the same form, which nobody has and nothing finds", () => {
  const standIns = new StandIns();
  const iban = standIns.of("iban", "DE89 3704 0044 0532 0130 00");
  expect(iban).toMatch(/^DE\d\d 0000 0000 0000 0000 01$/);
  expect(ibanRemainder(iban.replaceAll(" ", ""))).toBe(1);
  expect(standIns.of("iban", "DE89370400440532013000")).toBe(iban.replaceAll(" ", ""));
  expect(standIns.of("national_id", "123-45-6789")).toBe("000-00-0001");
  expect(standIns.of("national_id", "RSSMRA85T10A562S")).toBe("XXXXXX00X00X002X");
  expect(standIns.of("phone", "+49 170 1234567")).toBe("+00 000 0000001");
  expect(findPrivate(`${iban} 000-00-0001 XXXXXX00X00X002X phone=+00 000 0000001`)).toEqual([]);
});

it.each([
  ["digits", "1 ", 400_000],
  ["capitals", "AB12 ", 400_000],
  ["phones", "+49 170 ", 400_000],
  ["names", "token=", 100_000],
  ["colons", '"a":', 100_000],
  ["tokens", "password is ", 100_000],
  ["passwords of users", "password for user ", 100_000],
  ["doubtful names", "pass=", 100_000],
  ["commands", "mysql -", 100_000],
  ["statements", "into a(password) values (", 100_000],
  ["braces", ";pwd={a", 100_000],
  ["elements", '<entry key="', 100_000],
  ["lists", '"token":["', 100_000],
  ["arguments", '"curl","-u",', 100_000],
  ["arguments of an audit", 'a0="curl" a1="-u" ', 100_000],
  ["digits of commands", "proctitle=6375726C00 ", 100_000],
  ["calls", "mysqli_connect('a',", 100_000],
  ["calls in calls", "PDO->__construct(", 100_000],
  ["procedures", "sp_addlogin a", 100_000],
  ["colours", "\u001b[1mtoken\u001b[0m=", 100_000],
  ["addresses", "http://token:", 100_000],
  ["users' passwords", "password bob", 100_000],
])("takes time in proportion to a long line of %s", (_name, part, length) => {
  const text = part.repeat(length / part.length);
  expect(processorTime(() => findSensitive(text))).toBeLessThan(4000);
});
