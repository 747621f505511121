/**
 * `stage.docker`: reads Docker's JSON log files. Field names match without case and the last one wins, as Go decodes
 * structures, so the platform's parser alone would not do; a record without text for `log` is none.
 */

import { compileLayout, LAYOUTS, parseInstant } from "@sluice/languages/gotime";
import { createFoldReader } from "@sluice/languages/json";
import type { Entry } from "../base/entry.ts";
import { NameGroup } from "../base/extracted.ts";
import type { Env, Out, Stage } from "../pipeline/stage.ts";
import { extractedValue, label } from "../pipeline/stage-flow.ts";
import { defineStage } from "../pipeline/stage-spec.ts";
import { shown } from "./shared/explain-text.ts";
import { formatStop, jsonStop } from "./shared/stops.ts";

export const docker = defineStage({
  name: "docker",
  summary: "Reads lines of Docker's JSON log files.",
  words: ["container logs", "json-file", "compose", "moby", "parse"],
  rules: [
    "A line is a JSON object with the texts `log`, `stream` and `time`; names match without case, and the last one of a name wins.",
    "`log` becomes the line, a newline at its end included; `stream` becomes the label `stream`, empty when it is missing; `time` becomes the timestamp where it is RFC 3339.",
    "Extracted: `output` (the log text), `stream` and `timestamp` (the text of the time).",
    "A line that is not such an object, or whose `log` is missing or empty, passes unchanged.",
  ],
  category: "parse",
  state: "none",
  makesLines: true,
  fields: {},
  examples: [
    {
      title: "A record of a container",
      config: `stage.docker { }
`,
      input: [{ line: '{"log":"listening on :8080\\n","stream":"stdout","time":"2024-04-09T17:45:01.123456789Z"}' }],
      output: [
        {
          line: "listening on :8080\n",
          labels: { stream: "stdout" },
          timestamp: "2024-04-09T17:45:01.123456789Z",
          extracted: { output: "listening on :8080\n", stream: "stdout", timestamp: "2024-04-09T17:45:01.123456789Z" },
        },
      ],
    },
    {
      title: "JSON inside the record",
      config: `stage.docker { }

stage.json {
  expressions = { level = "" }
}
`,
      input: [{ line: '{"log":"{\\"level\\":\\"warn\\"}","stream":"stderr"}' }, { line: "not a record" }],
      output: [
        { line: '{"level":"warn"}', labels: { stream: "stderr" }, extracted: { level: "warn" } },
        { line: "not a record", labels: {} },
      ],
    },
  ],
  flow: () => ({
    sets: [...["output", "stream", "timestamp"].map((name) => extractedValue(name)), label("stream")],
    setsTime: "from text",
    setsLine: true,
    unwrapsLines: true,
  }),
  create: (_args, env) => new DockerStage(env),
});

const readRecord = createFoldReader(["log", "stream", "time"]);
const NAMES = new NameGroup(["output", "stream", "timestamp"]);
const RFC3339_NANO = compileLayout(LAYOUTS.RFC3339Nano);

class DockerStage implements Stage {
  readonly #env: Env;

  constructor(env: Env) {
    this.#env = env;
  }

  process(entry: Entry, out: Out): void {
    const parsed = readRecord(entry.line);
    if (!parsed.ok)
      this.#leave(entry, "failed to parse docker log", "not a JSON object whose `log`, `stream` and `time` are text");
    else if (!parsed.values[0]) this.#leave(entry, "not valid docker format", "its `log` is missing or empty");
    else this.#read(entry, parsed.values);
    out.emit(entry);
  }

  #read(entry: Entry, values: readonly (string | undefined)[]): void {
    entry.extracted.setGroup(NAMES, values, 0);
    entry.line = values[0]!;
    entry.labels = entry.labels.with("stream", values[1] ?? "");
    const time = values[2] ?? "";
    const at = parseInstant(RFC3339_NANO, time);
    if (typeof at === "bigint") entry.timestamp = at;
    this.#env.note.trace?.(
      typeof at === "bigint"
        ? { code: "parsed", text: "Read as a Docker record" }
        : {
            code: "time-not-parsed",
            missed: true,
            text: `Read as a Docker record; timestamp unchanged: ${shown(time)} is not an RFC 3339 time`,
            evidence: { time },
            stopped: () => formatStop("RFC3339Nano", time),
          },
    );
  }

  #leave(entry: Entry, message: string, why: string): void {
    const { line } = entry;
    this.#env.note.debug?.({
      code: "parse-failed",
      missed: true,
      text: `Unchanged: ${shown(line)} is not a Docker record: ${why}`,
      evidence: { line },
      stopped: () => jsonStop(line),
      message,
      fields: { line },
    });
  }
}
