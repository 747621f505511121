import { hash } from "node:crypto";
import { readFileSync } from "node:fs";
import {
  openDocument,
  PRIVATE_KINDS,
  type PrivateKind,
  readTestFile,
  readTree,
  runTests,
  type StageHost,
} from "@sluice/engine";
import { describe, expect, it } from "vitest";
import type { Screened, SharedContent } from "../../core/model/private-values.ts";
import { documentOf, EXAMPLES, type Example, loadExample } from "../examples/examples.ts";
import { DocumentScreen } from "./screen-document.ts";

const DATABASE = new URL("../../../../../public/demo-city.mmdb", import.meta.url);
const LOGS = new URL("../../../../../e2e/logs/", import.meta.url);

const hostOf = ({ database }: Example): StageHost => ({
  resource: (path) => (path === database ? new Uint8Array(readFileSync(DATABASE)) : undefined),
  sha256: (text) => hash("sha256", text, "hex"),
});

function screenDocument(content: SharedContent, keep: readonly PrivateKind[]): Screened {
  const screen = new DocumentScreen(content);
  screen.look(content.samples);
  const rest = screen.rest(keep);
  return { content: { ...rest, samples: screen.samples(keep, 0, screen.count) }, rows: screen.rows() };
}

async function contentOf(lines: readonly string[]): Promise<SharedContent> {
  const samples = lines.map((line, id) => ({ id, line }));
  return { ...(await documentOf(EXAMPLES[0]!)), text: "stage.cri { }\n", tests: "", samples };
}

async function screenLines(lines: readonly string[]): Promise<string[]> {
  return screenDocument(await contentOf(lines), []).content.samples.map(({ line }) => line);
}

/** The texts in a line, each with its place; undefined if it is not JSON. */
function leavesOf(line: string): [place: string, value: unknown][] | undefined {
  const leaves: [string, unknown][] = [];
  const walk = (place: string, value: unknown): void => {
    if (value !== null && typeof value === "object")
      for (const [name, one] of Object.entries(value)) walk(`${place}/${name}`, one);
    else leaves.push([place, value]);
  };
  try {
    walk("", JSON.parse(line));
    return leaves;
  } catch {
    return undefined;
  }
}

const STAND_IN =
  /secret-\d+|token-\d+|jwt-\d+|user-\d+@example\.com|192\.0\.2\.\d+|2001:db8::|\d{4}[ -]?0000|9000000\d/;

/** Every text is unchanged, except for replaced values. */
function expectSameStructure(before: readonly string[], after: readonly string[]): void {
  expect(after.length).toBe(before.length);
  for (const [i, line] of before.entries()) {
    const [was, is] = [leavesOf(line), leavesOf(after[i]!)];
    if (was === undefined) {
      expect(is).toBeUndefined();
      if (line !== after[i]) expect(after[i]).toMatch(STAND_IN);
      continue;
    }
    expect(is?.map(([place]) => place)).toEqual(was.map(([place]) => place));
    for (const [j, [place, value]] of was.entries()) {
      const now = is![j]![1];
      expect(typeof now, place).toBe(typeof value);
      if (now !== value) expect(String(now), place).toMatch(STAND_IN);
    }
  }
}

/** Tests about a private value itself, such as its hash, which no replacement can satisfy. */
const VALUE_MATTERS: Readonly<Record<string, readonly string[]>> = {
  geoip: ["addresses of the inside have no country"],
  secrets: ["mail addresses become the same text each time", "several in a line are replaced, each"],
};

describe.each(EXAMPLES.map((example) => [example.id, example] as const))("the example %s", (_id, example) => {
  it("parses and behaves the same when it is shared", async () => {
    const content = { ...(await documentOf(example)), tests: (await loadExample(example)).tests };
    const { content: screened } = screenDocument(content, []);
    expectSameStructure(
      content.samples.map(({ line }) => line),
      screened.samples.map(({ line }) => line),
    );
    expect(readTree(screened.text).syntaxErrors).toEqual([]);
    const statuses = ({ text, tests }: SharedContent) => {
      const read = readTestFile(tests);
      if (!read.ok) throw new Error(read.diagnostics.map(({ message }) => message).join("\n"));
      return runTests(read.file, openDocument(text, { purpose: "preview" }), { host: hostOf(example) }).results.map(
        ({ test, status, problem, parts }) => [
          test.name.replace(STAND_IN, ""),
          status,
          problem,
          parts.filter(({ same }) => !same),
        ],
      );
    };
    const [were, are] = [statuses(content), statuses(screened)];
    expect(were.filter(([, status]) => status !== "passed")).toEqual([]);
    expect(are.flatMap(([name, status]) => (status === "passed" ? [] : [name]))).toEqual(
      VALUE_MATTERS[example.id] ?? [],
    );
    expect(screenDocument(screened, []).content).toEqual(screened);
  });
});

it.each(["kibana.log", "kafka-controller.log"])("lines of %s parse the same", async (file) => {
  const lines = readFileSync(new URL(file, LOGS), "utf8").trimEnd().split("\n");
  const screened = await screenLines(lines);
  expectSameStructure(lines, screened);
  expect(await screenLines(screened)).toEqual(screened);
});

it("names the tests that contain a replaced value", async () => {
  const tests = `labels: { mail: all@shop.org }
tests:
  - name: one with a mail address
    entry: { line: from ann@shop.org }
    expect: { line: from ann@shop.org }
  - entry: { line: from bob@shop.org }
    name: "its name comes later"
  - name: one without
    entry: { line: nothing }
`;
  const { rows, content } = screenDocument({ ...(await contentOf(["a"])), tests }, []);
  expect(rows.find(({ kind }) => kind === "mail")?.tests).toEqual(["one with a mail address", "its name comes later"]);
  expect(content.tests).not.toContain("shop.org");
  const broken = screenDocument({ ...(await contentOf(["a"])), tests: "tests: [ann@shop.org" }, []);
  expect(broken.rows[0]).toMatchObject({ tests: [], others: ["tests"] });
});

describe("entries of an access log with headers as lists", () => {
  const entry = (i: number) =>
    JSON.stringify({
      level: "info",
      ts: 1768464000.123 + i,
      logger: "http.log.access.log0",
      request: {
        remote_ip: `10.3.0.${i}`,
        method: "GET",
        uri: `/v1/orders?page=${i}&api_key=k3y%2F${i}abc&sort=desc`,
        headers: {
          "User-Agent": ["Mozilla/5.0 (X11; Linux x86_64)"],
          Authorization: ["Bearer sk_live_51Hx9aKq2eZvKYlo2C"],
          Cookie: [`sid=s3ss10n${i}; theme="dark"`],
          "X-Api-Key": ["first k3y", `second k3y ${i}`],
          Accept: ["*/*"],
        },
        tls: { proto: "h2", version: 772 },
      },
      pin: { password: 12345678 + i, secret: null, token: true },
      status: 200,
      resp_headers: { "Set-Cookie": [`sid=n3w${i}; Path=/; HttpOnly`], "Content-Type": ["application/json"] },
    });
  const lines = Array.from({ length: 66 }, (_, i) => entry(i));

  it("still parse, with only private values replaced", async () => {
    const screened = await screenLines(lines);
    expectSameStructure(lines, screened);
    const first = JSON.parse(screened[0]!) as {
      request: { headers: object; uri: string };
      resp_headers: { "Set-Cookie": string[] };
      pin: object;
    };
    expect(first.request.headers).toMatchObject({
      "User-Agent": ["Mozilla/5.0 (X11; Linux x86_64)"],
      Authorization: ["Bearer sk_live_000000000000000001"],
      Accept: ["*/*"],
    });
    expect(first.request.uri).toMatch(/^\/v1\/orders\?page=0&api_key=secret-\d+&sort=desc$/);
    expect(first.resp_headers["Set-Cookie"]).toEqual([expect.stringMatching(/^sid=secret-\d+; Path=\/; HttpOnly$/)]);
    expect(first.pin).toEqual({ password: expect.any(Number), secret: null, token: true });
    expect(screened.join("\n")).not.toMatch(/sk_live_(?!0)|k3y|s3ss10n|n3w|12345\d{3}|10\.3\.0/);
    expect(await screenLines(screened)).toEqual(screened);
  });
});

it("a replacement never equals a value of the document", async () => {
  const [line, other] = await screenLines([
    "password=hunter22 ghp_000000000000000000000000000000000001 from 10.9.8.7 to 192.0.2.1",
    "the secret-0001 of ghp_a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2a1B2",
  ]);
  expect(line).toBe("password=secret-0002 ghp_000000000000000000000000000000000001 from 192.0.2.2 to 192.0.2.1");
  expect(other).toBe("the secret-0001 of ghp_000000000000000000000000000000000002");
});

it("extracted numbers stay numbers", async () => {
  const content = await contentOf(["x"]);
  const { content: screened } = screenDocument(
    { ...content, samples: [{ id: 1, line: "x", extracted: { pin_token: 123456, card: 4111111111111111, n: 17 } }] },
    [],
  );
  const { pin_token: pin, card, n } = screened.samples[0]!.extracted as Record<string, number>;
  expect([typeof pin, pin === 123456, typeof card, card === 4111111111111111, n]).toEqual([
    "number",
    false,
    "number",
    false,
    17,
  ]);
});

it("replaces values in the configuration's patterns too", async () => {
  const content = await contentOf(["from 10.7.7.7 by ann.b@corp.test"]);
  const text = `logs.process "p" {
  forward_to = []
  stage.match {
    selector = "{job=\\"x\\"} |~ \\"10\\\\\\\\.7\\\\\\\\.7\\\\\\\\.7 by ann\\\\\\\\.b@corp\\\\\\\\.test$\\""
    stage.drop { expression = "10\\\\.7\\\\.7\\\\.77" }
  }
}
`;
  const { content: screened } = screenDocument({ ...content, text }, []);
  expect(screened.samples[0]!.line).toBe("from 192.0.2.1 by user-1@example.com");
  expect(screened.text).not.toMatch(/ann|corp/);
  expect(screened.text).toMatch(/192\\+\.0\\+\.2\\+\.1 by user-1@example\\+\.com\$/);
  expect(screened.text).toContain("7\\\\.77");
  expect(readTree(screened.text).syntaxErrors).toEqual([]);
});

it("a value found in one place is replaced everywhere, in any encoding", async () => {
  const secret = 'hunter22<"x">';
  const forms = [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret),
    Buffer.from(secret).toString("base64"),
    Buffer.from(`u:${secret}`).toString("base64url"),
    Buffer.from(secret).toString("hex"),
  ];
  const [, ...screened] = await screenLines([
    JSON.stringify({ password: secret }),
    ...forms.map((form) => `saw ${form}.`),
  ]);
  for (const [i, line] of screened.entries()) {
    expect(line).toContain("secret-0001");
    expect(line).not.toContain(forms[i]);
    expect(line).not.toMatch(/hunter22|aHVudGVyMjI|68756e74/);
  }
});

it("keeps the kinds that are not to be replaced", async () => {
  const content = await contentOf(["password=hunter22 from 10.9.8.7"]);
  expect(screenDocument(content, PRIVATE_KINDS).content).toEqual(content);
});
