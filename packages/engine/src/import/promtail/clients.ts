/** Where entries are sent: each client becomes a `loki.write` of its own. */
import { Block } from "./blocks.ts";
import { carry, setExpression } from "./carry.ts";
import { bytesExpression, textExpression, variablesIn } from "./expressions.ts";
import { bool, duration, type Field, int, type Section, section, text, textMap } from "./fields.ts";
import { CLIENT_FIELDS, carryClient } from "./http-client.ts";
import type { Reading } from "./reading.ts";
import { parseUrl } from "./url.ts";

/** Placeholder for a variable while a URL is checked. */
const STAND_IN = "variable";

const url: Field<string> = {
  ...text,
  read(node, reading) {
    const value = text.read(node, reading);
    if (value === undefined) return undefined;
    const parsed = parseUrl(value);
    if (parsed.ok) return variablesIn(value).length > 0 ? value : parsed.url;
    const names = variablesIn(value);
    const filled = value.replace(/:\$\{[^}]*\}/g, ":1").replace(/\$\{[^}]*\}/g, STAND_IN);
    if (names.length === 0 || !parseUrl(filled).ok)
      return reading.error("import-value", `this is not a URL: ${parsed.message}`, node);
    reading.error(
      "import-environment",
      `Promtail and Alloy's converter refuse \${${names[0]}} here unless the environment is put in first (-config.expand-env); it is written as sys.env("${names[0]}")`,
      node,
    );
    return value;
  },
  write: textExpression,
};

const CLIENT = {
  name: text,
  url,
  batchwait: duration,
  batchsize: { ...int, write: bytesExpression },
  headers: textMap,
  backoff_config: section("backoff_config", { min_period: duration, max_period: duration, max_retries: int }),
  external_labels: textMap,
  timeout: duration,
  tenant_id: text,
  drop_rate_limited_batches: { ...bool, write: (drop: boolean) => String(!drop) },
  ...CLIENT_FIELDS,
} as const;

export const client = section("a client", CLIENT);
export type LokiClient = Section<typeof CLIENT>;

/** `loki.write` of the client that comes as `index`; `maxStreams` is a limit on all of them. */
export function writeClient(config: LokiClient, index: number, maxStreams: bigint, reading: Reading): Block {
  const label = index === 0 ? "default" : `default_${index + 1}`;
  const block = new Block("loki.write", label, config.node);
  const endpoint = block.block("endpoint", config.node);
  setExpression(endpoint, "url", config.expression("url") ?? '""', config.place("url"), reading);
  if (config.get("url") === "") reading.warn("import-value", "this client has no url", config.node);
  carry(
    config,
    [
      "name",
      ["batchwait", "batch_wait"],
      ["batchsize", "batch_size"],
      "headers",
      ["timeout", "remote_timeout"],
      "tenant_id",
      ["drop_rate_limited_batches", "retry_on_http_429"],
    ],
    endpoint,
    reading,
  );
  const backoff = config.get("backoff_config");
  carry(
    backoff,
    [
      ["min_period", "min_backoff_period"],
      ["max_period", "max_backoff_period"],
      ["max_retries", "max_backoff_retries"],
    ],
    endpoint,
    reading,
  );
  carryClient(config, endpoint, reading);
  if (config.node === undefined) writeNothing(endpoint, reading);
  if (config.get("external_labels").size > 0) carry(config, ["external_labels"], block, reading);
  if (maxStreams !== 0n) block.set("max_streams", String(maxStreams));
  return block;
}

/** A client that is null has no values, not its defaults. */
function writeNothing(endpoint: Block, reading: Reading): void {
  const zero = <T>({ write, zero }: Field<T>, argument: string) => endpoint.set(argument, write(zero));
  zero(CLIENT.batchwait, "batch_wait");
  zero(CLIENT.batchsize, "batch_size");
  zero(CLIENT.timeout, "remote_timeout");
  endpoint.set("min_backoff_period", duration.write(0n));
  endpoint.set("max_backoff_period", duration.write(0n));
  endpoint.set("max_backoff_retries", "0");
  endpoint.set("follow_redirects", "false");
  endpoint.set("enable_http2", "false");
  reading.warn("import-value", "a client is null: it has neither an address nor its defaults");
}
