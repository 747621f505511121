/** Runs as the page is built: parts of the engine that few configurations use are not there before one of those comes. */
import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { MissingPart, withParts } from "@sluice/engine";
import { describe, expect, it } from "vitest";
import { servePreview } from "../../app/workers/serve-preview.ts";
import { EXAMPLES, loadExample } from "../../features/examples/examples.ts";
import { keepLastOpened } from "./analyze.ts";
import { execute, traceOf } from "./execute.ts";
import type { WorkerScope } from "./port.ts";
import type { PreviewKinds } from "./preview-protocol.ts";
import type { Reply, Request } from "./requests.ts";

interface Case {
  /** As the part calls itself. */
  readonly part: string;
  readonly text: string;
  readonly line: string;
  /** What the pipeline makes of the line, or why it cannot be run. */
  readonly gives: string;
}

const template = (text: string) => `stage.template {\n  source = "out"\n  template = \`${text}\`\n}`;
const output = 'stage.output { source = "out" }';

// Each asks for one part, and for none of those above it.
const CASES: readonly Case[] = [
  {
    part: "regular expressions that do not run natively",
    text: `stage.regex { expression = "(?:(?:(?:x?)*)*)*(?P<out>b)" }\n${output}`,
    line: "ab",
    gives: "b",
  },
  {
    part: "Unicode in regular expressions",
    text: `stage.regex { expression = "(?P<out>\\\\p{Greek}+)" }\n${output}`,
    line: "abc αβγ",
    gives: "αβγ",
  },
  {
    part: "functions of templates",
    text: `${template("{{ .Entry | upper }}")}\n${output}`,
    line: "abc",
    gives: "ABC",
  },
  {
    part: "hashes and ciphers of templates",
    text: `${template('{{ Hash "salt" .Entry | trunc 8 }}')}\n${output}`,
    line: "10.0.0.1",
    gives: "ef1b64f4",
  },
  {
    part: "JMESPath",
    text: `stage.json { expressions = { out = "a.b" } }\n${output}`,
    line: '{"a": {"b": "c"}}',
    gives: "c",
  },
  {
    part: "time zones",
    text: `${template("{{ .Entry }}")}\nstage.timestamp {\n  source = "out"\n  format = "2006-01-02 15:04"\n  location = "Europe/Paris"\n}`,
    line: "2026-01-15 09:00",
    gives: "2026-01-15T08:00:00Z",
  },
  {
    part: "MaxMind databases",
    text: `stage.geoip {\n  source = "ip"\n  db = "x.mmdb"\n  db_type = "city"\n}`,
    line: "x",
    gives: "error opening database: invalid MaxMind DB file",
  },
  {
    part: "MD5",
    text: `loki.relabel "x" {
  forward_to = []
  rule {
    action        = "hashmod"
    source_labels = ["__line__"]
    modulus       = 1000
    target_label  = "shard"
  }
}`,
    line: "abc",
    gives: '"shard":',
  },
  {
    part: "doubts about layouts",
    text: `stage.timestamp {\n  source = "t"\n  format = "yyyy-MM-dd"\n}`,
    line: "abc",
    gives: "abc",
  },
  {
    part: "rules for secrets",
    text: `loki.secretfilter "x" {\n  forward_to = []\n  redact_percent = 100\n}`,
    line: "password=hunter2x",
    gives: "password=REDACTED",
  },
  {
    part: "TOML",
    text: `loki.secretfilter "x" {\n  forward_to = []\n  gitleaks_config = "x.toml"\n}`,
    line: "x",
    gives: "x.toml: line 1: ",
  },
  {
    part: "the standard library",
    text: `stage.static_labels { values = { a = string.to_upper("b") } }`,
    line: "x",
    gives: '"a":"B"',
  },
];

/** What the parts of the engine call themselves. */
const parts = ["languages", "engine"].flatMap((name) => {
  const folder = fileURLToPath(new URL(`../../../../../packages/${name}/src/`, import.meta.url));
  const files = readdirSync(folder, { encoding: "utf8", recursive: true }).filter((file) => file.endsWith(".later.ts"));
  return files.map((file) => /later\(\s*"([^"]+)"/.exec(readFileSync(folder + file, "utf8"))![1]!);
});

describe("a part of the engine", () => {
  it("has a configuration here that uses it", () => {
    expect(CASES.map(({ part }) => part).sort()).toEqual(parts.sort());
  });

  it.each(CASES)("is loaded for a configuration that uses it: $part", async ({ part, text, line, gives }) => {
    const missed: string[] = [];
    const run = async () => {
      const env = {
        open: keepLastOpened(),
        host: { resource: () => new Uint8Array(64), sha256: () => "" },
        now: () => 0,
        goOn: async () => true,
      };
      const order = { text, pipeline: undefined, samples: [{ id: 1, line, labels: {} }] };
      try {
        const executed = await execute(
          1,
          { ...order, clock: "2026-01-15T08:00:00Z", seed: 1, holdEnd: false, steps: [] },
          env,
        );
        return executed?.ok === true ? JSON.stringify(traceOf(executed.running, 1, 0)?.outputs) : executed?.message;
      } catch (error) {
        if (error instanceof MissingPart) missed.push(error.part);
        throw error;
      }
    };
    expect(await withParts(run)).toContain(gives);
    expect(missed).toContain(part);
  });
});

/** The preview worker's own code, without a worker. */
function startPreview() {
  const waiting = new Map<number, (reply: Reply<PreviewKinds>) => void>();
  const scope: WorkerScope<Request<PreviewKinds>, Reply<PreviewKinds>> = {
    onmessage: null,
    postMessage: (reply) => waiting.get(reply.id)?.(reply),
  };
  servePreview(scope);
  return <N extends "file" | "analyze" | "tests">(kind: N, ask: PreviewKinds[N]["ask"]) =>
    new Promise<PreviewKinds[N]["answer"]>((resolve, reject) => {
      const id = waiting.size + 1;
      waiting.set(id, (reply) => (reply.ok ? resolve(reply.answer as never) : reject(new Error(reply.message))));
      scope.onmessage?.({ data: { id, kind, ask } as Request<PreviewKinds> });
    });
}

it.each(EXAMPLES.map((example) => [example.id, example] as const))(
  "the example %s has no problems in the page's worker, and its tests pass there",
  async (_id, example) => {
    const ask = startPreview();
    const { config, tests } = await loadExample(example);
    if (example.database !== undefined) {
      const database = readFileSync(new URL("../../../../../public/demo-city.mmdb", import.meta.url));
      await ask("file", { path: example.database, file: new Blob([database]) });
    }
    // That a crash loses what is in memory is a note, and holds for the one that clients push to.
    const { problems } = (await ask("analyze", config))!;
    expect(problems.filter(({ code }) => code !== "no-journal")).toEqual([]);
    const answer = await ask("tests", { text: config, tests });
    const rows = answer?.kind === "ran" ? answer.report.rows : [];
    expect(rows.length).toBeGreaterThan(2);
    expect(rows.filter(({ status }) => status !== "passed")).toEqual([]);
  },
);
