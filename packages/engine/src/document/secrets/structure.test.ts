/** Replacing keeps the syntax: what is parsed of the result is what was parsed before, with stand-ins for what is private. */
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { PRIVATE_KINDS } from "../../sensitive/private-kinds.ts";
import { PrivateScan } from "./private-scan.ts";

const ALL = new Set(PRIVATE_KINDS);

function replaceAll(texts: readonly string[]): string[] {
  const scan = new PrivateScan<number>();
  const nth = texts.map((text, i) => scan.look(i, text));
  return nth.map((one) => scan.replaced(one, ALL));
}

/** Something that a program prints: a value has a name, and is a secret or not. */
interface Field {
  readonly name: string;
  readonly value: string;
  readonly secret: boolean;
}
type Pairs = readonly (readonly [name: string, value: string])[];

interface Syntax {
  /** Characters that a value may have there besides letters and digits. */
  readonly characters: string;
  readonly names?: readonly string[];
  print(fields: readonly Field[]): string;
  parse(text: string): Pairs;
}

const SECRET_NAMES = [
  "password",
  "api_key",
  "Authorization",
  "X-Api-Key",
  "bearerToken",
  "DB_PASSWORD",
  "client_secret",
];
const OTHER_NAMES = ["user", "path", "status", "msg", "order_id", "Host", "max_tokens", "tokenizer"];
const ANY = " !#$%&'()*+,-./:;<=>?@[]^_`{|}~\"\\\n\t\u00e9\u{1f600}";
const pairsOf = (value: object): Pairs => Object.entries(value).map(([name, one]) => [name, String(one)]);
const object = (fields: readonly Field[]) => Object.fromEntries(fields.map(({ name, value }) => [name, value]));
/** What a word may also hold there, and is then told apart from the syntax around by none who reads it. */
const AMBIGUOUS = /['[\](){}<>\\]/;
const goQuoted = (text: string) =>
  /[\s="]/.test(text) || AMBIGUOUS.test(text) || text === "" ? JSON.stringify(text) : text;
const xml = (text: string) =>
  text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;");
const unXml = (text: string) =>
  text.replaceAll("&lt;", "<").replaceAll("&gt;", ">").replaceAll("&quot;", '"').replaceAll("&amp;", "&");
const python = (text: string) => {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  return quote + JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll(quote, `\\${quote}`) + quote;
};
const unPython = (text: string) =>
  JSON.parse(
    `"${text.slice(1, -1).replace(/\\.|"/g, (one) => (one === '"' ? '\\"' : one === "\\'" ? "'" : one))}"`,
  ) as string;
const matches = (text: string, pattern: RegExp): Pairs =>
  [...text.matchAll(pattern)].map((match) => [match[1]!, match[2]!] as const);

const SYNTAXES: Readonly<Record<string, Syntax>> = {
  JSON: {
    characters: ANY,
    print: (fields) => JSON.stringify(object(fields)),
    parse: (text) => pairsOf(JSON.parse(text) as object),
  },
  "JSON over lines": {
    characters: ANY,
    print: (fields) => JSON.stringify({ a: [{ b: object(fields) }] }, undefined, 2),
    parse: (text) => pairsOf((JSON.parse(text) as { a: [{ b: object }] }).a[0].b),
  },
  "lists of JSON, as headers are": {
    characters: ANY,
    print: (fields) =>
      JSON.stringify({
        request: { headers: Object.fromEntries(fields.map(({ name, value }) => [name, [value]])) },
        status: 200,
      }),
    parse: (text) => {
      const { request, status } = JSON.parse(text) as {
        request: { headers: Record<string, string[]> };
        status: number;
      };
      return [
        ...Object.entries(request.headers).map(([name, all]) => [name, all.join("|")] as const),
        ["status", `${status}`],
      ];
    },
  },
  "pairs of names and values in JSON": {
    characters: ANY,
    print: (fields) => JSON.stringify(fields.map(({ name, value }) => ({ name, value }))),
    parse: (text) => (JSON.parse(text) as Field[]).map(({ name, value }) => [name, value]),
  },
  "JSON in a text of JSON": {
    characters: ANY,
    print: (fields) => JSON.stringify({ log: `${JSON.stringify(object(fields))}\n`, stream: "stdout" }),
    parse: (text) => pairsOf(JSON.parse((JSON.parse(text) as { log: string }).log) as object),
  },
  "JSON in JSON in JSON": {
    characters: ANY,
    print: (fields) => JSON.stringify({ a: JSON.stringify({ b: JSON.stringify({ c: object(fields) }) }) }),
    parse: (text) => {
      const { a } = JSON.parse(text) as { a: string };
      const { b } = JSON.parse(a) as { b: string };
      return pairsOf((JSON.parse(b) as { c: object }).c);
    },
  },
  "JSON after words": {
    characters: ANY,
    print: (fields) => `2026-01-15 it's 5" INFO [main] (http) sent: ${JSON.stringify(object(fields))}`,
    parse: (text) => pairsOf(JSON.parse(text.slice(text.indexOf("{"))) as object),
  },
  logfmt: {
    characters: " !#$%&'()*+,-./:;<=>?@[]^_{|}~\"\\\n\u00e9",
    print: (fields) => `ts=1 ${fields.map(({ name, value }) => `${name}=${goQuoted(value)}`).join(" ")} level=info`,
    parse: (text) =>
      matches(text, /([\w.-]+)=("(?:[^"\\]|\\.)*"|\S*)/g).map(([name, value]) => [
        name,
        value.startsWith('"') ? (JSON.parse(value) as string) : value,
      ]),
  },
  "the query of an address": {
    characters: ANY,
    print: (fields) => `GET "https://h.example/p?${new URLSearchParams(object(fields))}#top" 200`,
    parse: (text) => {
      const url = new URL(/"(.*?)"/.exec(text)![1]!);
      return [...url.searchParams, ["rest", `${url.origin}${url.pathname}${url.hash}`]];
    },
  },
  "an address in the query of an address": {
    characters: ANY.replace("\u{1f600}", ""),
    print: (fields) => {
      const inner = `https://h.example/p?${new URLSearchParams(object(fields))}`;
      return `https://g.example/?next=${encodeURIComponent(inner)}&n=1`;
    },
    parse: (text) => {
      const { searchParams } = new URL(text);
      return [...new URL(searchParams.get("next")!).searchParams, ["n", searchParams.get("n")!]];
    },
  },
  "credentials of addresses": {
    characters: ANY,
    names: ["password"],
    print: (fields) =>
      JSON.stringify(
        fields.map(({ name, value, secret }) =>
          secret
            ? `postgres://app:${encodeURIComponent(value)}@db.corp.example:5432/${name}?sslmode=off`
            : `https://h/${name}`,
        ),
      ),
    parse: (text) =>
      (JSON.parse(text) as string[]).flatMap((one) => {
        const url = new URL(one);
        return [
          ["password", decodeURIComponent(url.password)],
          ["rest", `${url.protocol}${url.username}${url.host}${url.pathname}${url.search}`],
        ] as const;
      }),
  },
  headers: {
    characters: " !#$%&()*+,-./:;<=>?@[]^_{|}~",
    names: ["Authorization", "X-Auth-Token", "Proxy-Authorization"],
    print: (fields) => `GET / HTTP/1.1\n${fields.map(({ name, value }) => `${name}: ${value}`).join("\n")}\n\n`,
    parse: (text) => matches(text, /^([\w-]+): (.*)$/gm),
  },
  cookies: {
    characters: "!#$%&*+-./:?@^_|~",
    names: ["a", "b", "session"],
    print: (fields) =>
      `> Cookie: ${fields.map(({ name, value, secret }) => (secret ? `${name}=${value}` : name)).join("; ")}\n`,
    parse: (text) => matches(text, /([\w.-]+)=([^;\n]*)/g),
  },
  "cookies in JSON": {
    characters: "!#$%&*+-./:?@^_|~",
    names: ["a", "b", "session"],
    print: (fields) =>
      JSON.stringify({
        "Set-Cookie": fields.map(({ name, value, secret }) => `${name}=${secret ? value : ""}; Path=/; Secure`),
      }),
    parse: (text) =>
      (JSON.parse(text) as { "Set-Cookie": string[] })["Set-Cookie"].map((one) => {
        const [, name, value, rest] = /^(.*?)=(.*?)(; Path=\/; Secure)$/.exec(one)!;
        return [`${name}${rest}`, value!];
      }),
  },
  "a list of key=value; pairs": {
    characters: "!#$%&*+-./:?@^_~",
    print: (fields) => `connect: ${fields.map(({ name, value }) => `${name}=${value}`).join(";")};`,
    parse: (text) => matches(text, /([\w.-]+)=([^;]*)/g),
  },
  "JSON in CSV": {
    characters: ANY.replace("\n", ""),
    print: (fields) => `1,"${JSON.stringify(object(fields)).replaceAll('"', '""')}",plain,"x, y"`,
    parse: (text) => {
      const [, cell, rest] = /^1,"((?:[^"]|"")*)",(.*)$/s.exec(text)!;
      return [...pairsOf(JSON.parse(cell!.replaceAll('""', '"')) as object), ["rest", rest!]];
    },
  },
  "elements of XML": {
    characters: ANY.replace("\n", "").replace("\t", ""),
    print: (fields) => `<r>${fields.map(({ name, value }) => `<${name} n="1">${xml(value)}</${name}>`).join("")}</r>`,
    parse: (text) => matches(text, /<([\w.-]+) n="1">([^<>]*)<\//g).map(([name, value]) => [name, unXml(value).trim()]),
  },
  "attributes of XML": {
    characters: ANY.replace("\n", "").replace("\t", ""),
    print: (fields) => `<e ${fields.map(({ name, value }) => `${name}="${xml(value)}"`).join(" ")} x="1"/>`,
    parse: (text) => matches(text, /([\w.-]+)="([^"<>]*)"/g).map(([name, value]) => [name, unXml(value)]),
  },
  "a dict of Python": {
    characters: ANY.replace("\u{1f600}", ""),
    print: (fields) => `ran {${fields.map(({ name, value }) => `'${name}': ${python(value)}`).join(", ")}, 'ok': True}`,
    parse: (text) =>
      matches(text, /'([\w.-]+)': ('(?:[^'\\]|\\.)*'|"(?:[^"\\]|\\.)*"|True)/gs).map(([name, value]) => [
        name,
        value === "True" ? value : unPython(value),
      ]),
  },
  "a map of Go": {
    characters: "!#$%*+-./?@^_~",
    print: (fields) => `got map[${fields.map(({ name, value }) => `${name}:[${value}]`).join(" ")}] in 3ms`,
    parse: (text) => matches(text, /([\w.-]+):\[([^\]]*)\]/g),
  },
  "a struct of Go": {
    characters: "!#$%*+-./?@^_~",
    names: ["Password", "APIToken", "ClientSecret"],
    print: (fields) => `got &{${fields.map(({ name, value }) => `${name}:${value}`).join(" ")} N:1} in 3ms`,
    parse: (text) => matches(text, /([\w.-]+):([^\s}]*)/g),
  },
  "a struct of Go, as code": {
    characters: ANY.replace("\u{1f600}", ""),
    print: (fields) =>
      `got http.Header{${fields.map(({ name, value }) => `"${name}":[]string{${JSON.stringify(value)}}`).join(", ")}}`,
    parse: (text) =>
      matches(text, /"([\w.-]+)":\[\]string\{("(?:[^"\\]|\\.)*")\}/gs).map(([name, value]) => [
        name,
        JSON.parse(value) as string,
      ]),
  },
  YAML: {
    characters: "!$%&()*+-./;<>?@^_|~ ",
    print: (fields) => fields.map(({ name, value }) => `  ${name}: ${value.trim()}`).join("\n"),
    parse: (text) => matches(text, /^ {2}([\w.-]+): (.*)$/gm),
  },
  "options of a command": {
    characters: "!#$%*+-./?@^_~",
    names: ["password", "api-key", "auth-token"],
    print: (fields) => `exec: run ${fields.map(({ name, value }) => `--${name} ${value}`).join(" ")} --dry`,
    parse: (text) => matches(text, /--([\w-]+) (\S+)/g),
  },
  "a list of a command's options": {
    characters: ANY,
    names: ["password", "api-key", "auth-token"],
    print: (fields) => JSON.stringify(fields.flatMap(({ name, value }) => [`--${name}`, value])),
    parse: (text) => {
      const all = JSON.parse(text) as string[];
      return all.flatMap((one, i) => (i % 2 === 0 ? [[one, all[i + 1]!] as const] : []));
    },
  },
};

const word = (unit: string, maxLength: number) => fc.string({ unit: fc.constantFrom(...unit), maxLength });
const LETTERS = "abcdefgHIJKL";
/** The middle of a secret, which shows a leak. */
const CORE = fc.string({
  unit: fc.constantFrom(..."bcdfghjkmnpqrstvwxzBCDFGHJKMNPQRSTVWXZ"),
  minLength: 9,
  maxLength: 12,
});

function fieldsFor({ characters, names = SECRET_NAMES }: Syntax): fc.Arbitrary<Field[]> {
  const unit = [...new Set([...LETTERS, ..."0123", ...characters])].join("");
  const edge = (text: string) => text.replaceAll(/^[\s[{(<]+|[\s,.:;]+$/g, "");
  const secret = fc.record({
    name: fc.constantFrom(...names),
    value: fc.tuple(word(unit, 6), CORE, word(unit, 6)).map(([a, core, b]) => edge(`x${a}${core}7${b}`)),
    secret: fc.constant(true),
  });
  const other = fc.record({
    name: fc.constantFrom(...OTHER_NAMES),
    value: word([...unit].filter((one) => one !== "@").join(""), 12).map((value) =>
      edge(`v${value}`).replaceAll("::", ":"),
    ),
    secret: fc.constant(false),
  });
  return fc
    .uniqueArray(fc.oneof(secret, other), { selector: ({ name }) => name, minLength: 1, maxLength: 6 })
    .filter((fields) => fields.some((one) => one.secret));
}

const isStandIn = (text: string) => /^(?:a=)?(?:secret|token|jwt)-\d+$/.test(text.trim());

describe("replacing keeps the structure of", () => {
  it.each(Object.keys(SYNTAXES))("%s", (name) => {
    const syntax = SYNTAXES[name]!;
    fc.assert(
      fc.property(fieldsFor(syntax), (fields) => {
        const line = syntax.print(fields);
        const before = syntax.parse(line);
        const [replaced, other] = replaceAll([line, JSON.stringify(fields.map(({ value }) => `and ${value}`))]);
        const after = syntax.parse(replaced!);
        const secrets = fields.filter((one) => one.secret).map(({ value }) => value);
        expect(after.map(([one]) => one)).toEqual(before.map(([one]) => one));
        for (const [i, [field, value]] of before.entries()) {
          const now = after[i]![1];
          if (secrets.some((one) => value !== "" && one === value))
            expect(isStandIn(now), `${field} in ${replaced}`).toBe(true);
          else expect(now, `${field} in ${replaced}`).toBe(value);
        }
        for (const secret of secrets) {
          const core = /[bcdfghjkmnpqrstvwxz]{9,}/i.exec(secret)![0];
          expect(replaced).not.toContain(core);
          expect(other).not.toContain(core);
        }
        expect(replaceAll([replaced!, other!])).toEqual([replaced, other]);
      }),
      { seed: 21, numRuns: 150 },
    );
  });
});

/** Beginnings and parts of what is looked for, in any order: mostly nonsense. */
const PIECES = [
  "password=",
  "token: ",
  '"secret":',
  "Authorization: Bearer ",
  "Cookie: a=",
  "; b=",
  "http://u:p1@h.example/?api_key=",
  "&sig=",
  "ann@corp.test",
  "10.1.2.3",
  "-----BEGIN PRIVATE KEY-----",
  "4111 1111 1111 1111",
  "<password>",
  "</password>",
  "<e token=",
  "--api-key ",
  "map[Token:[",
  "hunter22x",
  "%22password%22%3A",
  "&quot;",
  "name=token value=",
  ..."abc 0 1 \" ' ` \\ \n { } [ ] ( ) < > , ; : = & | % # \u00e9".split(" "),
  " ",
];
const nonsense = fc.array(fc.constantFrom(...PIECES), { maxLength: 12 }).map((pieces) => pieces.join(""));
const { tree } = fc.letrec<{ tree: unknown; leaf: unknown }>((tie) => ({
  leaf: fc.oneof(
    nonsense,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    nonsense.map((text) => JSON.stringify({ text })),
  ),
  tree: fc.oneof(
    { maxDepth: 3 },
    tie("leaf"),
    fc.array(tie("tree"), { maxLength: 3 }),
    fc.dictionary(
      fc.oneof(nonsense, fc.constantFrom("password", "token", "msg", "name", "value", "Cookie")),
      tie("tree"),
      { maxKeys: 4 },
    ),
  ),
}));

/** Everything of a document of JSON but its texts and numbers. */
const shapeOf = (value: unknown): unknown =>
  value === null || typeof value !== "object"
    ? typeof value === "boolean" || value === null
      ? value
      : typeof value
    : Array.isArray(value)
      ? value.map(shapeOf)
      : Object.values(value).map(shapeOf);

describe("of nonsense with parts of secrets", () => {
  it("a document of JSON stays one of the same shape", () => {
    fc.assert(
      fc.property(tree, (document) => {
        const line = JSON.stringify({ document });
        const [replaced] = replaceAll([line]);
        expect(shapeOf(JSON.parse(replaced!))).toEqual(shapeOf(JSON.parse(line)));
      }),
      { seed: 21, numRuns: 1000 },
    );
  });

  it("a text is replaced once for all", () => {
    fc.assert(
      fc.property(nonsense, (text) => {
        const [replaced] = replaceAll([text]);
        expect(replaceAll([replaced!])).toEqual([replaced]);
      }),
      { seed: 21, numRuns: 1000 },
    );
  });
});
