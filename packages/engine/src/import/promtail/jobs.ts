/** Jobs: what each discovers or receives, its pipeline, and its receivers. */
import { isValidIdentifier } from "../../syntax/index.ts";
import { Block } from "./blocks.ts";
import { carry, noteEnvironment } from "./carry.ts";
import type { Discovery } from "./discovery/describe-discovery.ts";
import { consulAgent, DISCOVERIES, DISCOVERY_FIELDS, docker } from "./discovery/discovery.ts";
import { staticConfigs, staticTargets } from "./discovery/static-configs.ts";
import { listExpression, objectExpression } from "./expressions.ts";
import { bool, duration, type Field, type Fields, list, optional, Section, section, text } from "./fields.ts";
import { carryClient } from "./http-client.ts";
import type { Reading } from "./reading.ts";
import { carryRules, type RelabelRule, relabelConfigs } from "./relabel.ts";
import { SOURCE_FIELDS, SOURCES } from "./sources.ts";
import { pipelineStages, writeStages } from "./stages.ts";

/** A name must be there: the original crashes without. */
const jobName: Field<string> = {
  ...text,
  read(node, reading) {
    if (node.kind === "scalar" && node.plain && /^(true|false|yes|no|on|off|y|n)$/i.test(node.text))
      reading.error("import-value", "job_name is a text, not a boolean: put it in quotes", node);
    return text.read(node, reading);
  },
};

const JOB = {
  job_name: jobName,
  pipeline_stages: pipelineStages,
  relabel_configs: relabelConfigs,
  encoding: text,
  decompression: optional(section("decompression", { enabled: bool, initial_delay: duration, format: text })),
  static_configs: staticConfigs,
  ...SOURCE_FIELDS,
  ...DISCOVERY_FIELDS,
  docker_sd_configs: list(docker.field, `an element of ${docker.key}`),
} as const satisfies Fields;

export const jobs = list(section("a job", JOB), "an element of scrape_configs");
export type Job = Section<typeof JOB>;

/** What is the same for all jobs. */
export interface JobSurroundings {
  /** Expression of the receivers of the clients. */
  readonly writers: string;
  /** Writes what limits all jobs into a pipeline, before its own stages; undefined where nothing does. */
  readonly limits: ((process: Block) => void) | undefined;
  readonly positionsFile: string;
  /** Writes the settings for finding and watching files. */
  readonly watching: (source: Block) => void;
  /** Finds files by the paths of `targets`, where a source of files does not: gives the targets that it exports. */
  readonly finding: (targets: string, job: Block, add: (block: Block) => void) => string;
}

/** A label for components of a name: each character that is no letter or digit becomes `_`. */
export function labelOf(name: string): string {
  const replaced = name.replace(/[^\p{L}\p{Nd}_]/gu, "_");
  const label = /^\p{Nd}/u.test(replaced) ? `_${replaced}` : replaced;
  // A keyword could not be referred to.
  return isValidIdentifier(label) ? label : `${label}_`;
}

const withIndex = (label: string, index: number): string => (index === 0 ? label : `${label}_${index + 1}`);

/** The components of a job. */
export function writeJob(job: Job, around: JobSurroundings, add: (block: Block) => void, reading: Reading): void {
  const label = labelOf(job.get("job_name"));
  const given: Section = job;
  let readsAnything = SOURCES.some(({ key }) => given.has(key));
  const addTold = (block: Block) => {
    readsAnything ||= block.name.startsWith("loki.source.");
    add(block);
  };
  const writer = new JobWriter(job, label, around, addTold, reading);
  writer.discover();
  for (const { key, convert } of SOURCES) {
    const config = given.get(key);
    if (!(config instanceof Section)) continue;
    const block = convert(config, label, writer, reading);
    if (block !== undefined) add(block);
  }
  writer.docker();
  if (!readsAnything) tellLeftOut(job, reading);
}

/** Without a source nothing would reach its stages, as in Promtail. It is not written, which is reported. */
function tellLeftOut(job: Job, reading: Reading): void {
  const stages = job.get("pipeline_stages").length;
  const what = stages === 0 ? "it is" : stages === 1 ? "it and its stage are" : `it and its ${stages} stages are`;
  reading.warn(
    "import-not-carried-over",
    `the job ${JSON.stringify(job.get("job_name"))} reads no logs (it has no targets, such as static_configs, and no source, such as journal): ${what} left out`,
    job.node,
  );
}

class JobWriter {
  readonly #job: Job;
  readonly #label: string;
  readonly #around: JobSurroundings;
  readonly #add: (block: Block) => void;
  readonly #reading: Reading;
  readonly #targets: string[] = [];
  #receivers: string | undefined;
  #relabel: { output: string; rules: string | undefined } | undefined;
  #lokiRelabel: string | undefined;

  constructor(job: Job, label: string, around: JobSurroundings, add: (block: Block) => void, reading: Reading) {
    this.#job = job;
    this.#label = label;
    this.#around = around;
    this.#add = add;
    this.#reading = reading;
  }

  #list(key: string): readonly Section[] {
    const job: Section = this.#job;
    const given = job.get(key);
    return Array.isArray(given) ? given.filter((one) => one instanceof Section) : [];
  }

  get #rules(): readonly RelabelRule[] {
    return this.#job.get("relabel_configs");
  }

  /** Service discovery and static targets, and the source that reads their files. */
  discover(): void {
    const all: readonly Discovery[] = [...DISCOVERIES, consulAgent];
    for (const discovery of all) {
      for (const [i, config] of this.#list(discovery.key).entries()) {
        const label = withIndex(this.#label, i);
        this.#add(discovery.convert(config, label, this.#reading));
        const expression = `discovery.${discovery.component}.${label}.targets`;
        this.#targets.push(expression);
      }
      // Static targets come after all else that Prometheus knows, too.
      if (discovery === DISCOVERIES.at(-1)) this.#static();
    }
    if (this.#targets.length === 0) return;
    const source = new Block("loki.source.file", this.#label, this.#job.node);
    const forwardTo = this.forwardTo();
    source.set("targets", this.#around.finding(this.#relabelled().output, source, this.#add));
    source.set("forward_to", forwardTo);
    carry(this.#job, ["encoding"], source, this.#reading);
    const decompression = this.#job.get("decompression");
    if (decompression !== undefined)
      carry(
        decompression,
        ["enabled", "initial_delay", "format"],
        source.block("decompression", decompression.node),
        this.#reading,
      );
    this.#around.watching(source);
    source.set("legacy_positions_file", this.#around.positionsFile);
    this.#add(source);
  }

  #static(): void {
    const groups = this.#job.get("static_configs");
    const targets = staticTargets({ groups });
    if (targets.length === 0) return;
    for (const { entries, node } of targets)
      for (const [, expression] of entries) noteEnvironment(expression, node, this.#reading);
    this.#targets.push(listExpression(targets.map(({ entries }) => objectExpression(entries))));
  }

  forwardTo(): string {
    this.#receivers ??= this.#process();
    return this.#receivers;
  }

  /** The pipeline, where the job has stages or something limits it. */
  #process(): string {
    const stages = this.#job.get("pipeline_stages");
    const { limits, writers } = this.#around;
    if (stages.length === 0 && limits === undefined) return writers;
    const process = new Block("loki.process", this.#label, this.#job.place("pipeline_stages") ?? this.#job.node);
    process.set("forward_to", writers);
    limits?.(process);
    writeStages(stages, process, this.#reading);
    this.#add(process);
    return listExpression([`loki.process.${this.#label}.receiver`]);
  }

  #relabelled(): { output: string; rules: string | undefined } {
    this.#relabel ??= this.#discoveryRelabel();
    return this.#relabel;
  }

  #discoveryRelabel(): { output: string; rules: string | undefined } {
    const [only, ...others] = this.#targets;
    const all =
      only === undefined ? "[]" : others.length === 0 ? only : `array.concat(\n${this.#targets.join(",\n")},\n)`;
    if (this.#rules.length === 0) return { output: all, rules: undefined };
    const block = new Block("discovery.relabel", this.#label, this.#job.place("relabel_configs"));
    block.set("targets", all);
    carryRules(this.#rules, block, this.#reading);
    this.#add(block);
    const id = `discovery.relabel.${this.#label}`;
    return { output: `${id}.output`, rules: `${id}.rules` };
  }

  relabelRules(): string | undefined {
    return this.#relabelled().rules;
  }

  forwardRelabelled(): string {
    if (this.#rules.length === 0) return this.forwardTo();
    this.#lokiRelabel ??= this.#lokiRelabelBlock();
    return this.#lokiRelabel;
  }

  #lokiRelabelBlock(): string {
    const block = new Block("loki.relabel", this.#label, this.#job.place("relabel_configs"));
    block.set("forward_to", this.forwardTo());
    carryRules(this.#rules, block, this.#reading);
    this.#add(block);
    return listExpression([`loki.relabel.${this.#label}.receiver`]);
  }

  /** Containers: Promtail reads their logs from the daemon, not from files. */
  docker(): void {
    for (const [i, config] of this.#job.get("docker_sd_configs").entries()) {
      const label = withIndex(this.#label, i);
      this.#add(docker.convert(config, label, this.#reading));
      const source = new Block("loki.source.docker", label, config.node);
      source.set("host", text.write(config.get("host")));
      source.set("targets", `discovery.docker.${label}.targets`);
      source.set("forward_to", this.forwardTo());
      const rules = this.relabelRules();
      if (rules !== undefined) source.set("relabel_rules", rules);
      carry(config, ["refresh_interval"], source, this.#reading);
      const client = source.block("http_client_config", config.node);
      carryClient(config, client, this.#reading);
      if (client.isEmpty) source.remove(client);
      this.#add(source);
    }
  }
}
