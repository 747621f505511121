import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { toldAnswer } from "../upstream/told-answer.ts";
import { Shown } from "./shown.ts";

const utf8 = (text: string) => [...Buffer.from(text)];
const hex = (byte: number) => byte.toString(16).padStart(2, "0");
const escaped = (text: string) => JSON.stringify(text).slice(1, -1);
const units = (text: string) => Array.from({ length: text.length }, (_, i) => text.charCodeAt(i));

/** Ways in which an endpoint may write what it was sent. */
const WAYS: Readonly<Record<string, (secret: string) => string>> = {
  "as it is": (secret) => secret,
  "URL-encoded": (secret) => encodeURIComponent(secret),
  "URL-encoded in small digits": (secret) =>
    utf8(secret)
      .map((byte) => `%${hex(byte)}`)
      .join(""),
  "URL-encoded in capital digits": (secret) =>
    utf8(secret)
      .map((byte) => `%${hex(byte).toUpperCase()}`)
      .join(""),
  "of a form": (secret) => new URLSearchParams({ a: secret }).toString().slice(2),
  "escaped as JSON": escaped,
  "escaped as JSON, all of it": (secret) =>
    units(secret)
      .map((unit) => `\\u${unit.toString(16).padStart(4, "0")}`)
      .join(""),
  "escaped as Go does": (secret) => escaped(secret).replace(/[<>&]/g, (one) => `\\u00${hex(one.charCodeAt(0))}`),
  "escaped as bytes": (secret) =>
    utf8(secret)
      .map((byte) => `\\x${hex(byte)}`)
      .join(""),
  "escaped as HTML": (secret) =>
    secret
      .replaceAll("&", "&amp;")
      .replaceAll("<", "&lt;")
      .replaceAll(">", "&gt;")
      .replaceAll('"', "&#34;")
      .replaceAll("'", "&#x27;"),
  "escaped as HTML, all of it": (secret) => [...secret].map((one) => `&#${one.codePointAt(0)};`).join(""),
  "in hex": (secret) => Buffer.from(secret).toString("hex"),
  "in capital hex": (secret) => Buffer.from(secret).toString("hex").toUpperCase(),
  "in base64": (secret) => Buffer.from(secret).toString("base64"),
  "in base64 without padding": (secret) => Buffer.from(secret).toString("base64").replace(/=+$/, ""),
  "in base64url": (secret) => Buffer.from(secret).toString("base64url"),
  "in base64 after one byte": (secret) => Buffer.from(`:${secret}`).toString("base64"),
  "in base64 after two bytes": (secret) => Buffer.from(`u:${secret}`).toString("base64"),
  "in base64url between others": (secret) => Buffer.from(`user:${secret}, and more`).toString("base64url"),
  "in base64 that is URL-encoded": (secret) => encodeURIComponent(Buffer.from(`user:${secret}`).toString("base64")),
  "URL-encoded in base64": (secret) => Buffer.from(encodeURIComponent(secret)).toString("base64"),
  "URL-encoded twice": (secret) => encodeURIComponent(encodeURIComponent(secret)),
  "escaped as JSON twice": (secret) => escaped(escaped(secret)),
  "in hex of base64": (secret) => Buffer.from(Buffer.from(secret).toString("base64")).toString("hex"),
  "escaped as JSON in base64": (secret) => Buffer.from(JSON.stringify({ password: secret })).toString("base64"),
};
const SECRET = fc
  .oneof(
    fc.string({ minLength: 4, maxLength: 40, unit: fc.constantFrom(..."abcXYZ019+/=%&<>\"'\\ :@é…😀-_.") }),
    fc.string({ minLength: 6, maxLength: 30, unit: "grapheme" }),
  )
  .filter((secret) => secret.isWellFormed() && secret.trim().length >= 4 && !"refused:, so (secret)".includes(secret));

describe("what an endpoint answers is shown without the secrets that it was sent:", () => {
  it.each(Object.keys(WAYS))("%s", (way) => {
    fc.assert(
      fc.property(SECRET, (secret) => {
        const written = WAYS[way]!(secret);
        const shown = new Shown([secret]).foreign(`refused: "${written}", so `);
        // What is encoded together with others may keep what is of those.
        expect(shown).toContain("(secret)");
        expect(shown.startsWith("refused: ")).toBe(true);
        expect(shown.endsWith(", so ")).toBe(true);
        expect(shown).not.toContain(written);
        if (!/base64/.test(way)) expect(shown).toBe('refused: "(secret)", so ');
      }),
      { seed: 21, numRuns: 60 },
    );
  });

  it("though others of its secrets are parts of them, in whichever list they stand", () => {
    const shown = new Shown(["hunter", "x1".repeat(4)]);
    expect(shown.foreign("no: correcthunterhorse", ["correcthunterhorse"])).toBe("no: (secret)");
    expect(shown.foreign("no: 636f727265637468756e746572686f727365", ["correcthunterhorse"])).toBe("no: (secret)");
  });

  it("of many secrets each", () => {
    const secrets = Array.from({ length: 300 }, (_, i) => `secret<${i.toString(36)}>of&many`);
    const shown = new Shown(secrets);
    for (const way of Object.keys(WAYS))
      for (const secret of [secrets[0]!, secrets[150]!, secrets[299]!])
        expect(shown.foreign(`no ${WAYS[way]!(secret)}`), way).not.toContain(WAYS[way]!(secret));
  });

  it.each(["URL-encoded", "in hex", "in base64", "in base64 after two bytes", "escaped as JSON, all of it"])(
    "%s and cut in the middle",
    (way) => {
      const written = WAYS[way]!("hunter22<secret>");
      const cut = written.slice(0, Math.ceil(written.length * 0.7));
      expect(new Shown(["hunter22<secret>"]).foreign(`no ${cut}`)).toMatch(/^no (?:dT?.{0,2})?\(secret\)$/);
    },
  );

  it("and is cut only after that", () => {
    const shown = new Shown(["hunter22<secret>"]);
    const told = toldAnswer(
      `no ${"a ".repeat(140)}${encodeURIComponent("hunter22<secret>")} b`,
      (text, more) => shown.foreign(text, more),
      [],
    );
    expect(told).not.toContain("hunter22");
  });

  it("in messages, logs and data of the server, where they are no shorter than words", () => {
    const shown = new Shown(["hunter22<secret>"]);
    for (const [way, write] of Object.entries(WAYS)) {
      const written = write("hunter22<secret>");
      expect(shown.text(`failed: ${written}`), way).not.toContain(written);
      expect(JSON.stringify(shown.data({ a: [new Error(`failed: ${written}`)] })), way).not.toContain(escaped(written));
    }
  });

  it("and nothing else of it is lost", () => {
    const shown = new Shown(["hunter22<secret>", "pw1", "b8"]);
    const text =
      'entry too old (oldest 2026-01-15T09:00:00Z) for stream {app="shop", pod="web-5d4f"}, 100% of 0a1b2c3d: see https://loki.example/a%20b?x=1+2';
    expect(shown.foreign(text)).toBe(text);
    expect(shown.text(text)).toBe(text);
  });

  it.each([
    ["letters", "a".repeat(100_000)],
    ["escapes", "\\u0025".repeat(15_000)],
    ["percents", "%25".repeat(30_000)],
    [
      "base64 of base64",
      Array.from({ length: 12 }).reduce((text: string) => Buffer.from(text).toString("base64"), "x".repeat(2000)),
    ],
  ])("a long answer of %s is read in bounds", (_, text) => {
    const shown = new Shown(Array.from({ length: 200 }, (_, i) => `secret-${i}-of-many`));
    expect(shown.foreign(text).length).toBeGreaterThan(0);
  });
});

describe("what is hidden", () => {
  const hides = (shown: Shown, secret: string) => shown.text(`a ${secret}`) === "a (secret)";

  it("stays what runs and what is in use, however many drafts and former configurations come after them", () => {
    const shown = new Shown(["running-1"]);
    const forget = shown.hideAlso(["in-use-1"]);
    for (let i = 0; i < 20; i++) shown.hideAlso([`draft-${i}`])();
    for (let i = 0; i < 20; i++) shown.hideForNow([`former-${i}`]);
    expect(["running-1", "in-use-1", "former-19"].filter((one) => !hides(shown, one))).toEqual([]);
    expect(["draft-1", "former-1"].filter((one) => hides(shown, one))).toEqual([]);
    forget();
    expect(hides(shown, "in-use-1")).toBe(false);
  });

  it("is, of what runs, what drafts have no part in", () => {
    const shown = new Shown(["running-1"]);
    shown.hideAlso(["in-use-1"]);
    shown.hideForNow(["former-1"]);
    shown.hideActive(["running-2"]);
    shown.hideValuesOf("a", ["read-value-1"]);
    expect(shown.running.toSorted()).toEqual(["read-value-1", "running-1", "running-2"]);
    shown.hideActive(["running-3"]);
    expect(hides(shown, "running-1")).toBe(true);
  });
});
