/** A secret in each of the places that its name, its command or its call marks: what is around it stays as it is. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { findSensitive } from "../sensitive/index.ts";
import { REDACTED, redacted, redactionFor } from "./redaction.ts";

const of = (alphabet: string, least: number, most: number) =>
  fc.string({ unit: fc.constantFrom(...alphabet), minLength: least, maxLength: most });
/** As people choose them, of characters that no syntax here has to escape. */
const PASSWORD = of("abcXYZ0189_!+.~-", 8, 16).filter((one) => /^[a-z].*\d.*[A-Za-z]$/.test(one));
const KEY = of("abcdefXYZW0123456789", 24, 40).filter((one) => /^[a-z].*\d.*[A-Z].*[a-z]$/.test(one));

/** Lines with these secrets, and the same lines without. */
function expectRedacted(lines: readonly string[], expected: readonly string[]): void {
  const { rules, stays } = redactionFor(lines);
  expect(lines.map((line) => redacted(line, rules))).toEqual(expected);
  expect(stays).toEqual([]);
}

type Write = (values: readonly string[]) => string;
const pairs = (name: string, values: readonly string[]) => ({ Accept: ["*/*"], [name]: values, Via: ["1.1 a"] });
/** Every notation of a header with a list of values. */
const LISTS: Readonly<Record<string, (name: string) => Write>> = {
  JSON: (name) => (values) => JSON.stringify({ request: { headers: pairs(name, values) }, n: 1 }),
  "JSON with blanks": (name) => (values) =>
    JSON.stringify({ headers: pairs(name, values) }, undefined, 1).replaceAll("\n", " "),
  "JSON in JSON": (name) => (values) => JSON.stringify({ log: `${JSON.stringify(pairs(name, values))}\n`, n: 1 }),
  "a text of JSON": (name) => (values) => `msg=${JSON.stringify(JSON.stringify(pairs(name, values)))} n=1`,
  "Go's map": (name) => (values) => `headers map[Accept:[*/*] ${name}:[${values.join(" ")}] Via:[a]]`,
  "Go's syntax": (name) => (values) =>
    `http.Header{"Accept":[]string{"*/*"}, "${name}":[]string{${values.map((one) => `"${one}"`).join(", ")}}}`,
  Python: (name) => (values) => `{'Accept': ['*/*'], '${name}': [${values.map((one) => `'${one}'`).join(", ")}]}`,
  Ruby: (name) => (values) => `{"Accept"=>["*/*"], "${name}"=>[${values.map((one) => `"${one}"`).join(", ")}]}`,
  Java: (name) => (values) => `{Accept=[*/*], ${name}=[${values.join(", ")}], Via=[a]}`,
};

describe.each(Object.entries(LISTS))("a header's list in the notation of %s", (_, write) => {
  it("loses its values alone", () => {
    const name = fc.constantFrom("X-Api-Key", "X-Auth-Token", "Authorization");
    fc.assert(
      fc.property(name, fc.array(KEY, { minLength: 1, maxLength: 3 }), fc.boolean(), (name, keys, schemed) => {
        const scheme = schemed && name === "Authorization" ? "Bearer " : "";
        const put = (values: readonly string[]) => write(name)(values.map((one) => scheme + one));
        expectRedacted([put(keys)], [put(keys.map(() => REDACTED))]);
      }),
      { seed: 11, numRuns: 40 },
    );
  });
});

/** The arguments of a command up to the secret, which ends one. */
const COMMANDS: readonly (readonly string[])[] = [
  ["curl", "-s", "-u", "admin:"],
  ["/usr/bin/curl", "--user=admin:"],
  ["mysql", "-h", "db", "-p"],
  ["sshpass", "-p", ""],
  ["redis-cli", "-h", "cache", "-a", ""],
  ["docker", "login", "-u", "ci", "-p", ""],
  ["net", "user", "bob", ""],
  ["openssl", "enc", "-pass", "pass:"],
  ["smbclient", "//h/s", "-U", "bob%"],
];
const hex = (text: string) => Buffer.from(text, "latin1").toString("hex").toUpperCase();
const ARGUMENTS: Readonly<Record<string, (argv: readonly string[]) => string>> = {
  JSON: (argv) => JSON.stringify({ argv, pid: 7 }),
  "JSON in JSON": (argv) => JSON.stringify({ log: JSON.stringify({ argv, pid: 7 }), n: 1 }),
  Python: (argv) => `exec [${argv.map((one) => `'${one}'`).join(", ")}] done`,
  Go: (argv) => `exec [${argv.map((one) => `"${one}"`).join(" ")}] done`,
  "Linux's audit": (argv) =>
    `type=EXECVE msg=audit(1773130360.597:7): argc=${argv.length} ${argv.map((one, i) => `a${i}="${one}"`).join(" ")}`,
};

describe.each(Object.entries(ARGUMENTS))("a command in the notation of %s", (_, write) => {
  it("loses the password alone", () => {
    fc.assert(
      fc.property(fc.constantFrom(...COMMANDS), PASSWORD, (command, password) => {
        const put = (secret: string) => write([...command.slice(0, -1), command.at(-1)! + secret, "/add"]);
        expectRedacted([put(password)], [put(REDACTED)]);
      }),
      { seed: 12, numRuns: 60 },
    );
  });

  it("keeps the value of an option that is no password", () => {
    fc.assert(
      fc.property(fc.constantFrom("ssh", "docker", "sudo", "ls", "mkdir"), PASSWORD, (command, value) => {
        expect(findSensitive(write([command, "-p", value, "-u", `a:${value}`]))).toEqual([]);
      }),
      { seed: 13, numRuns: 30 },
    );
  });
});

it("a command in hexadecimal digits loses the digits of the password", () => {
  fc.assert(
    fc.property(fc.constantFrom(...COMMANDS), PASSWORD, fc.boolean(), (command, password, isLower) => {
      const put = (secret: string) => {
        const digits = [hex(`${command.join("\0")}`), secret, `00${hex("/add")}`].join("");
        return `type=PROCTITLE msg=audit(1.5:7): proctitle=${isLower ? digits.replace(/[A-F]/g, (c) => c.toLowerCase()) : digits}`;
      };
      const line = put(hex(password));
      expect(findSensitive(line).map(({ value }) => value)).toEqual([password]);
      const { rules } = redactionFor([line]);
      expect(redacted(line, rules)).toBe(put("\u0001").replace("\u0001", REDACTED));
    }),
    { seed: 14, numRuns: 60 },
  );
});

const CALLS: readonly (readonly [call: string, behind: string])[] = [
  ["PDO->__construct('mysql:host=db;d...', 'shop', ", ")"],
  ["mysqli->__construct('db', 'app', ", ", 'shop')"],
  ["mysql_connect('db:3306', 'it\\'s', ", ")"],
  ["mysqli_real_connect(Object(mysqli), 'db', 'app', ", ", NULL, 3306)"],
  ["ldap_bind(Object(LDAP\\Connection), 'cn=admin,dc=x', ", ")"],
  ["DriverManager.getConnection(url, 'sa', ", ")"],
  ["HTTPBasicAuth('bob', ", ")"],
  ["exec sp_addlogin 'etl', ", ", 'master'"],
];

it("a call loses the password among its arguments", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...CALLS),
      fc.constantFrom("'", '"'),
      PASSWORD,
      fc.boolean(),
      (call, quote, password, json) => {
        const put = (secret: string) => {
          const line = `#0 /db.php(12): ${call[0]}${quote}${secret}${quote}${call[1]}`;
          return json ? JSON.stringify({ log: line, n: 1 }) : line;
        };
        expectRedacted([put(password)], [put(REDACTED)]);
      },
    ),
    { seed: 15, numRuns: 100 },
  );
});

it("an address loses its password, whatever its user is called, and nothing else", () => {
  const user = fc.constantFrom(
    "x-access-token",
    "oauth2",
    "token",
    "password",
    "api_key",
    "auth",
    "app",
    "gitlab-ci-token",
    "",
  );
  const scheme = fc.constantFrom("https", "postgres", "redis", "amqp", "mongodb+srv", "jdbc:mysql", "smtp");
  const host = fc.constantFrom("github.com", "10.0.0.5:5432", "[::1]:80", "db.internal");
  const path = fc.constantFrom("", "/org/repo.git", "/shop?sslmode=off&x=1", "/0#a");
  const around = fc.constantFrom<Write>(
    ([url]) => `fatal: cannot read ${url} now`,
    ([url]) => JSON.stringify({ msg: `cannot read '${url}'`, n: 1 }),
    ([url]) => `level=info url=${url} n=1`,
    ([url]) => `level=info url="${url}" n=1`,
    ([url]) => JSON.stringify({ url, n: 1 }),
    ([url]) => `(${url})`,
  );
  fc.assert(
    fc.property(scheme, user, PASSWORD, host, path, around, (scheme, user, password, host, path, write) => {
      const put = (secret: string) => write([`${scheme}://${user}:${secret}@${host}${path}`]);
      expectRedacted([put(password)], [put(REDACTED)]);
    }),
    { seed: 16, numRuns: 200 },
  );
});

describe("colours", () => {
  const colour = fc.constantFrom("", "\u001b[0m", "\u001b[1;36m", "\u001b[38;5;246m", "#033[35m");
  const token = of("ABCXYZabcxyz0123456789", 36, 36).map((one) => `gh${"p_"}${one}`);

  it("hide no secret, and stay", () => {
    fc.assert(
      fc.property(
        fc.array(colour, { minLength: 4, maxLength: 4 }),
        PASSWORD,
        token,
        fc.boolean(),
        (colours, password, token, json) => {
          const [a, b, c, d] = colours;
          const put = (secret: string, other: string) => {
            const line = `10:00 ${a}password${b}=${c}${secret}${d} order ${c}${other}${d} n`;
            return json ? JSON.stringify({ log: line, n: 1 }) : line;
          };
          expectRedacted([put(password, token)], [put(REDACTED, REDACTED)]);
        },
      ),
      { seed: 17, numRuns: 100 },
    );
  });

  it("make no secret of what is none", () => {
    fc.assert(
      fc.property(fc.array(colour, { minLength: 3, maxLength: 3 }), fc.nat(), ([a, b, c], n) => {
        expect(findSensitive(`${a}order${b}=${c}${n}${a} password changed${b} token=${c}none`)).toEqual([]);
      }),
      { seed: 18, numRuns: 50 },
    );
  });
});

/** What stands before a value without quotes in a column, and what may follow it there. */
const IN_COLUMN: readonly (readonly [string, string])[] = [
  ["login pwd=", ""],
  ["login password: ", ""],
  ["user=bob n=1 pwd=", " from a"],
  ["exec mysql -u root -p", ""],
  ["set user bob, the password is ", ""],
  ["GET /a?api_key=", ""],
  ["using credentials ", ""],
];

describe.each(["|", ";", "\t", ","])("a value in columns parted by %j", (separator) => {
  it.each(IN_COLUMN)("ends where its column ends: %s…%s", (before, behind) => {
    fc.assert(
      fc.property(PASSWORD, (password) => {
        const put = (value: string) =>
          ["2026-03-01 10:00:00", "INFO", "app", before + value + behind, "took 3ms", "200"].join(separator);
        expectRedacted([put(password)], [put(REDACTED)]);
      }),
      { seed: 16, numRuns: 15 },
    );
  });
});

it.each(["|", ";", "\t"])("columns parted by %j end a value that begins the line", (separator) => {
  const put = (value: string) => `password: ${value}${separator === "\t" ? "\t" : ` ${separator} `}took 3ms`;
  expectRedacted([put("hunter2x")], [put(REDACTED)]);
});

it.each([
  ["2026-03-01|INFO|login pwd=", "x", "|took 3ms"],
  ["login ids=1|2|3 pwd=", "a|b7", " n=1"],
  ["pwd=", "a|b;c,d7", ""],
  ["level=info user=bob pwd=", "a;b7", " n=1"],
  ["a=&quot;b&quot; &amp; mysql -p", "a;b7", ""],
])("a separator belongs to a value where the line has no such columns: %s%s%s", (before, value, behind) => {
  expectRedacted([before + value + behind], [before + REDACTED + behind]);
});
