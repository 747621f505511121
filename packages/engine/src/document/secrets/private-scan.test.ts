import { describe, expect, it } from "vitest";
import { findAddresses } from "../../sensitive/addresses.ts";
import { PRIVATE_KINDS } from "../../sensitive/private-kinds.ts";
import { openDocument, readTree } from "../open-document.ts";
import { PrivateScan } from "./private-scan.ts";

const ALL = new Set(PRIVATE_KINDS);
const GITHUB = `ghp_${"a1B2".repeat(9)}`;

describe("addresses", () => {
  it.each([
    ["from 10.1.2.3:8080, then 8.8.8.8.", ["10.1.2.3", "8.8.8.8"]],
    ["via fe80::1%eth0 and 2a00:1450:4001:82a:0:0:0:200e", ["fe80::1", "2a00:1450:4001:82a:0:0:0:200e"]],
    ["http://10.0.0.1/x", ["10.0.0.1"]],
    ["of ::ffff:192.0.2.15 and ::ffff:10.0.0.7", ["10.0.0.7"]],
    ["GET /hosts/10.0.0.1", ["10.0.0.1"]],
    ["on 127.0.0.1, ::1, 0.0.0.0 and 255.255.255.255", []],
    ["of documents: 192.0.2.7, 203.0.113.9, 2001:db8::5", []],
    ["Chrome/131.0.0.0 of version 1.2.3.4.5, 1.2.3.400, 01.2.3.4", []],
    ["at 08:00:10 of 00:1b:63:84:45:e6, Foo::bar, a::b", []],
  ])("%s", (text, expected) => {
    expect(findAddresses(text).map(({ start, end }) => text.slice(start, end))).toEqual(expected);
  });
});

describe("a private key that is written over several entries", () => {
  const BODY = [
    "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7",
    "VJTUt9Us8cKjMzEfYyjiWA4R4/M2bS1GB4t7NXp98C3SC6d",
  ];
  const KEY = ["-----BEGIN RSA PRIVATE KEY-----", ...BODY, "-----END RSA PRIVATE KEY-----"];

  it.each<[string, (line: string, nth: number) => string]>([
    ["alone", (line) => line],
    ["after the head of its program", (line, nth) => `2026-01-15T08:00:0${nth}Z app[7]: ${line}`],
  ])("is replaced in each of them, %s", (_, write) => {
    const scan = new PrivateScan<number>();
    const lines = ["level=info started", ...KEY, "level=info ready"].map(write);
    const out = lines.map((line, i) => scan.lookAtLine(i, line)).map((nth) => scan.replaced(nth, ALL));
    for (const part of BODY) expect(out.join("\n")).not.toContain(part);
    expect([out[0], out.at(-1)]).toEqual([lines[0], lines.at(-1)]);
    expect(out.slice(2, 4).map((line) => line.replace(/private-key-\d{4}$/, "X"))).toEqual([
      write("X", 2),
      write("X", 3),
    ]);
    const [key] = scan.findings();
    expect([key!.kind, new Set(key!.places.map(({ place }) => place)).size]).toEqual(["private_key", 3]);
  });

  it("ends with its last line, and after many that are none of it", () => {
    const scan = new PrivateScan<number>();
    const lines = [KEY[0]!, KEY.at(-1)!, BODY[0]!, KEY[0]!, ...Array(201).fill("level=info"), BODY[1]!];
    const out = lines.map((line, i) => scan.lookAtLine(i, line)).map((nth) => scan.replaced(nth, ALL));
    expect([out[2], out.at(-1)]).toEqual([BODY[0], BODY[1]]);
  });
});

describe("texts that are handed on together", () => {
  it("say the same replacement for the same value, and keep what they match", () => {
    const scan = new PrivateScan<string>();
    const config = readTree(`logs.write "a" {
  // by ann@corp.example
  endpoint {
    url = "http://10.0.0.5:3100/loki/api/v1/push"
    basic_auth {
      username = "u"
      password = "hunter22x"
    }
  }
}
logs.process "p" {
  forward_to = []
  stage.regex { expression = "password=(?P<password>\\\\S+) from (?P<ip>\\\\S+)" }
  stage.match {
    selector = "{ip=\\"10.0.0.9\\"}"
    stage.static_labels { values = { token = "kind" } }
  }
}
`);
    const nth = [
      scan.lookInConfig("configuration", config),
      scan.look("1", "password=hunter22x from 10.0.0.9"),
      scan.look("2", `hunter22x again, ${GITHUB} of ann@corp.example`),
      scan.lookAt("3", "session_id", "open sesame"),
      scan.look("4", "nothing"),
    ];
    const [shown, ...others] = nth.map((one) => scan.replaced(one, ALL));
    expect(openDocument(shown!).ok).toBe(openDocument(config.text).ok);
    expect(shown).toContain('url = "http://192.0.2.1:3100/loki');
    expect(shown).toContain('password = "secret-0001"');
    expect(shown).toContain('selector = "{ip=\\"192.0.2.2\\"}"');
    expect(shown).toContain('expression = "password=(?P<password>\\\\S+)');
    expect(shown).toContain('token = "kind"');
    expect(shown).toContain("// by user-1@example.com");
    expect(others).toEqual([
      "password=secret-0001 from 192.0.2.2",
      "secret-0001 again, ghp_000000000000000000000000000000000001 of user-1@example.com",
      "secret-0002",
      "nothing",
    ]);
    expect(scan.findings().map(({ kind, values, places }) => [kind, values.length, places.length])).toEqual([
      ["password", 2, 4],
      ["token", 1, 1],
      ["mail", 1, 2],
      ["ip", 2, 3],
    ]);
    expect(scan.findings()[0]).toMatchObject({
      values: ["hunter22x", "open sesame"],
      replacements: ["secret-0001", "secret-0002"],
    });
  });

  it("keep the kinds that are to stay", () => {
    const scan = new PrivateScan<number>();
    const nth = scan.look(1, `10.0.0.9 ${GITHUB}`);
    expect(scan.replaced(nth, new Set(["ip"]))).toBe(`192.0.2.1 ${GITHUB}`);
    expect(scan.replaced(nth, new Set())).toBe(`10.0.0.9 ${GITHUB}`);
  });

  it("say what is secret of a configuration that does not parse, or that has no texts there", () => {
    const scan = new PrivateScan<number>();
    const broken = scan.lookInConfig(1, readTree('logs.write "a" { password = "abc1" '));
    const number = scan.lookInConfig(2, readTree('logs.write "a" { endpoint { bearer_token = 12345 } }'));
    const known = scan.lookInConfig(3, readTree('logs.write "a" { endpoint { bearer_token = sys.env("TOKEN") } }'));
    const hidden = scan.lookInConfig(4, readTree('logs.write "a" { endpoint { bearer_token = "(secret)" } }'));
    expect(scan.replaced(broken, ALL)).toBe('logs.write "a" { password = "secret-0001" ');
    expect(scan.replaced(number, ALL)).toBe('logs.write "a" { endpoint { bearer_token = "secret-0002" } }');
    expect(scan.replaced(known, ALL)).toContain('sys.env("TOKEN")');
    expect(scan.replaced(hidden, ALL)).toContain('"(secret)"');
  });

  it("replace no word that occurs in other texts by chance", () => {
    const scan = new PrivateScan<number>();
    scan.look(1, "password=message");
    expect(scan.replaced(scan.look(2, "the message"), ALL)).toBe("the message");
  });
});

describe("long texts", () => {
  it.each([
    ["assignments", 'token="\\\\" ', 20],
    ["quotes", 'a="b" ', 20],
    ["secrets", 'password="x1y2z3w4v5" ', 20],
    ["parts within parts", "%2541", 4],
    ["schemes", "Authorization: Bearer ", 10],
  ])("are looked through with stops, so that others work meanwhile: %s", (_name, part, least) => {
    const text = part.repeat(200_000 / part.length);
    const scan = new PrivateScan<number>();
    const stops = stopsOf(scan.lookInSteps(1, text));
    const more = stopsOf(scan.completeInSteps());
    expect(stops + more).toBeGreaterThan(least);
    const atOnce = new PrivateScan<number>();
    expect(scan.replaced(0, ALL)).toBe(atOnce.replaced(atOnce.look(1, text), ALL));
  });
});

function stopsOf(work: Generator<unknown>): number {
  let stops = 0;
  for (const _ of work) stops++;
  return stops;
}

describe("accounts, persons and phones", () => {
  it.each([
    '{"iban":"DE89 3704 0044 0532 0130 00","ssn":"123-45-6789","n":1}',
    '{"phone":4917012345678,"ssn":123456789,"tel":"+49 170 1234567"}',
    "phone=0170-1234567 call=(415) 555-2671 iban=GB29NWBK60161331926819 cpf 529.982.247-25",
  ])("keep the syntax around them, and replacing twice changes nothing: %s", (line) => {
    const scan = new PrivateScan<number>();
    const shown = scan.replaced(scan.look(1, line), ALL);
    for (const { values } of scan.findings()) for (const value of values) expect(shown).not.toContain(value);
    if (line.startsWith("{")) expect(Object.keys(JSON.parse(shown))).toEqual(Object.keys(JSON.parse(line)));
    expect(scan.findings().length).toBeGreaterThan(0);
    const again = new PrivateScan<number>();
    expect(again.replaced(again.look(1, shown), ALL)).toBe(shown);
  });
});
