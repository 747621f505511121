/** A whole Promtail configuration: its sections, and the equivalent configuration. */

import type { YamlNode } from "@sluice/languages/yaml";
import { historyInside, isIn } from "../../schema/alloy-versions.ts";
import { Block } from "./blocks.ts";
import { client, writeClient } from "./clients.ts";
import { bytesExpression, durationExpression, listExpression } from "./expressions.ts";
import { bool, duration, float, int, list, raw, readField, Section, section, size, text } from "./fields.ts";
import { type Job, jobs, writeJob } from "./jobs.ts";
import { isNull, type Reading } from "./reading.ts";
import { SERVER_FIELDS } from "./server.ts";

const SERVER = {
  ...SERVER_FIELDS,
  external_url: text,
  health_check_target: bool,
  disable: bool,
  profiling_enabled: bool,
  enable_runtime_reload: bool,
} as const;

const PROMTAIL = {
  global: section("global", {
    file_watch_config: section("file_watch_config", { min_poll_frequency: duration, max_poll_frequency: duration }),
  }),
  server: section("server", SERVER),
  client: section("client", client.zero.fields),
  clients: list(client),
  positions: section("positions", { sync_period: duration, filename: text, ignore_invalid_yaml: bool }),
  scrape_configs: jobs,
  target_config: section("target_config", { sync_period: duration, stdin: bool }),
  limits_config: section("limits_config", {
    readline_rate: float,
    readline_burst: int,
    readline_rate_enabled: bool,
    readline_rate_drop: bool,
    max_streams: int,
    max_line_size: size,
    max_line_size_truncate: bool,
  }),
  options: section("options", {}),
  tracing: section("tracing", { enabled: bool }),
  wal: section("wal", {
    enabled: bool,
    dir: text,
    max_segment_age: duration,
    cleaner: raw,
    watch_config: raw,
    watcher: raw,
    drain_timeout: duration,
  }),
} as const;

const promtail = section("Promtail's configuration", PROMTAIL);
type Promtail = Section<typeof PROMTAIL>;

const DEFAULT_POSITIONS = "/var/log/positions.yaml";

/** Components that do what the configuration says. */
export function writeConfig(root: YamlNode, reading: Reading): Block[] {
  const config = isNull(root) ? undefined : readField(promtail, root, reading);
  if (config === undefined) return [];
  tellUnsupported(config, reading);
  const components: Block[] = [];
  const writes = writeClients(config, reading);
  const around = {
    writers: listExpression(writes.map(({ label }) => `loki.write.${label}.receiver`)),
    limits: limitsOf(config),
    positionsFile: positionsFile(config),
    watching: (source: Block) => writeWatching(config, source, reading),
    finding: (targets: string, source: Block, add: (block: Block) => void) =>
      hasFileMatch(reading) ? targets : writeFinding(config, targets, source, add),
  };
  const names = new Map<string, Job>();
  for (const job of config.get("scrape_configs")) {
    if (checkName(job, names, reading)) writeJob(job, around, (block) => components.push(block), reading);
  }
  const all = [...components, ...writes];
  tellCollisions(all, reading);
  return all;
}

/** A single client comes after those of the list. */
function writeClients(config: Promtail, reading: Reading): Block[] {
  const clients = [...config.get("clients")];
  const single = config.get("client");
  if (single.has("url")) clients.push(single);
  const streams = config.get("limits_config").get("max_streams");
  return clients.map((one, i) => writeClient(one, i, streams, reading));
}

function positionsFile(config: Promtail): string {
  const positions = config.get("positions");
  if (positions.has("filename")) return text.write(positions.get("filename"));
  return text.write(isReset(config, "positions") ? "" : DEFAULT_POSITIONS);
}

/** A section that is null has no values, not its defaults. */
function isReset(config: Promtail, key: keyof typeof PROMTAIL): boolean {
  const part: unknown = config.get(key);
  return config.has(key) && part instanceof Section && part.node === undefined;
}

/** Whether the target's sources of files look for them. */
function hasFileMatch({ target }: Reading): boolean {
  const history = historyInside("loki.source.file", "file_match")!;
  return target === undefined || isIn(history, target) !== false;
}

/** A component that finds the files of a source, and the targets that it exports. */
function writeFinding(config: Promtail, targets: string, { label, node }: Block, add: (block: Block) => void): string {
  const finds = new Block("local.file_match", label, node);
  finds.set("path_targets", targets);
  setPeriod(config, finds);
  add(finds);
  return `local.file_match.${label}.targets`;
}

function setPeriod(config: Promtail, block: Block): void {
  const target = config.get("target_config");
  if (target.has("sync_period") || isReset(config, "target_config"))
    block.set("sync_period", durationExpression(target.get("sync_period")));
}

function writeWatching(config: Promtail, source: Block, reading: Reading): void {
  const global = config.get("global");
  const watch = global.get("file_watch_config");
  const reset = isReset(config, "global") || (global.has("file_watch_config") && watch.node === undefined);
  const inner = source.block("file_watch", watch.node);
  for (const key of ["min_poll_frequency", "max_poll_frequency"] as const)
    if (reset || watch.has(key)) inner.set(key, durationExpression(watch.get(key)));
  if (inner.isEmpty) source.remove(inner);
  if (!hasFileMatch(reading)) return;
  const match = source.block("file_match", config.place("target_config"));
  match.set("enabled", "true");
  setPeriod(config, match);
}

/** What limits every job: a rate, then the length of lines. */
function limitsOf(config: Promtail): ((process: Block) => void) | undefined {
  const limits = config.get("limits_config");
  const rate = limits.get("readline_rate_enabled");
  const longest = limits.get("max_line_size");
  if (!rate && longest === 0n) return undefined;
  return (process) => {
    if (rate) {
      const stage = process.block("stage.limit", limits.place("readline_rate_enabled"));
      stage.set("rate", limits.expression("readline_rate") ?? "10000");
      stage.set("burst", limits.expression("readline_burst") ?? "10000");
      stage.set("drop", limits.expression("readline_rate_drop") ?? "true");
    }
    if (longest === 0n) return;
    const place = limits.place("max_line_size");
    if (limits.get("max_line_size_truncate")) {
      const rule = process.block("stage.truncate", place).block("rule", place);
      rule.set("limit", bytesExpression(longest));
      rule.set("source_type", '"line"');
    } else process.block("stage.drop", place).set("longer_than", bytesExpression(longest));
  };
}

/** Whether components can be called after the job. */
function checkName(job: Job, names: Map<string, Job>, reading: Reading): boolean {
  const name = job.get("job_name");
  const place = job.place("job_name") ?? job.node;
  if (name === "") {
    reading.error("import-name", "a job needs a job_name", place);
    return false;
  }
  if (names.has(name)) reading.error("import-name", `there is another job ${JSON.stringify(name)}`, place);
  names.set(name, job);
  return true;
}

function tellCollisions(all: readonly Block[], reading: Reading): void {
  const seen = new Set<string>();
  for (const { name, label, node } of all) {
    const id = `${name}.${label}`;
    if (seen.has(id))
      reading.error(
        "import-name",
        `two components are called ${id}: names of jobs must differ in letters and digits`,
        node,
      );
    seen.add(id);
  }
}

function tellUnsupported(config: Promtail, reading: Reading): void {
  const leave = leaving(reading);
  for (const key of ["global", "positions", "target_config"] as const)
    if (isReset(config, key))
      reading.warn(
        "import-value",
        `${key} is null: its settings are zero, not their defaults ({} or no ${key} keeps those)`,
        config.place(key),
      );
  const server = config.get("server");
  const wal = config.get("wal");
  if (wal.get("enabled")) leave("error", "wal", wal.place("enabled"), "loki.write has a block wal of its own");
  const target = config.get("target_config");
  if (target.get("stdin"))
    leave("error", "target_config.stdin", target.place("stdin"), "Alloy does not read standard input");
  if (server.get("http_path_prefix") !== "")
    leave("error", "server.http_path_prefix", server.place("http_path_prefix"), "Alloy has nothing like it");
  if (config.get("tracing").get("enabled"))
    leave("warn", "tracing", config.place("tracing"), "Alloy sets it in a block tracing");
  if (server.get("profiling_enabled"))
    leave("warn", "server.profiling_enabled", server.place("profiling_enabled"), "Alloy's own server has profiles");
  if (server.has("log_level") && server.get("log_level") !== "info")
    leave("warn", "server.log_level", server.place("log_level"), "Alloy has a block logging for it");
  if (server.has("health_check_target") && !server.get("health_check_target"))
    leave("warn", "server.health_check_target", server.place("health_check_target"));
  for (const key of ["http_listen_port", "http_listen_address", "grpc_listen_port"] as const)
    if (server.has(key))
      leave("note", `server.${key}`, server.place(key), "Alloy's own server is set by --server.http.listen-addr");
  tellLimits(config, reading);
}

function tellLimits(config: Promtail, reading: Reading): void {
  const limits = config.get("limits_config");
  if (limits.get("readline_rate_enabled"))
    reading.warn(
      "import-note",
      "readline_rate limits each pipeline by itself here; in Promtail it limits all of them together",
      limits.place("readline_rate_enabled"),
    );
  else
    for (const key of ["readline_rate", "readline_burst", "readline_rate_drop"] as const)
      if (limits.has(key))
        reading.note(
          "import-not-carried-over",
          `${key} has no effect: readline_rate_enabled is not true`,
          limits.place(key),
        );
  const positions = config.get("positions");
  const leave = leaving(reading);
  for (const key of ["sync_period", "ignore_invalid_yaml"] as const)
    if (positions.has(key)) leave("note", `positions.${key}`, positions.place(key), "Alloy has nothing like it");
}

/** Says of settings that they are not carried over, and perhaps why. */
const leaving =
  (reading: Reading) =>
  (severity: "error" | "warn" | "note", setting: string, node: YamlNode | undefined, why?: string): void => {
    const reason = why === undefined ? "" : `: ${why}`;
    reading[severity]("import-not-carried-over", `${setting} is not carried over${reason}`, node);
  };
