/** Configurations of both components: refused where the original refuses them, and decoded to the same values. */
import { loadConfig } from "@sluice/engine";
import { firstDifference } from "@sluice/engine/conformance";
import { formatDuration } from "@sluice/languages/goduration";
import type { Checked, ConfigVector } from "./profiles-cases.ts";
import { buildFirst, NotBuilt } from "./running-component.ts";

/** What is not documented is not required. */
const UNDOCUMENTED = /^undocumented:/;

export async function checkConfig({
  desc,
  component,
  config,
  error,
  start_error,
  result,
}: ConfigVector): Promise<Checked> {
  const text = `${component} "it" {\n${config.replaceAll("[r0]", "[profiles.write.r0.receiver]").replaceAll("= r0", "= profiles.write.r0.receiver")}\n}\nprofiles.write "r0" {\n  endpoint {\n    url = "http://127.0.0.1:1"\n  }\n}\n`;
  const loaded = loadConfig(text);
  const refused = loaded.ok ? undefined : loaded.diagnostics.map(({ message }) => message).join("; ");
  if (UNDOCUMENTED.test(desc)) return { got: { refused }, difference: undefined };
  if (error !== undefined)
    return {
      got: { refused },
      difference: refused === undefined ? `want it refused (${error}), got it taken` : undefined,
    };
  if (start_error !== undefined) return checkStart(text, start_error);
  if (!loaded.ok) return { got: { refused }, difference: `refused: ${refused}` };
  const node = loaded.components.find(({ id }) => id === `${component}.it`)!;
  const got = component === "profiles.write" ? writeResult(node.args) : receiveResult(node.args, node.forwardTo);
  return { got, difference: firstDifference(required(result ?? {}), got) };
}

async function checkStart(text: string, wanted: string): Promise<Checked> {
  try {
    const { component } = await buildFirst(text);
    await component.start();
    const { state, message } = component.health;
    await component.drain(Promise.resolve(), { ends: "process", hurry: Promise.resolve() });
    return { got: message, difference: state === "unhealthy" ? undefined : `want it not to start (${wanted})` };
  } catch (error) {
    if (!(error instanceof NotBuilt)) throw error;
    return { got: error.message, difference: undefined };
  }
}

/** Values of a component, or of a block in it, as the decoder gives them. */
type Args = Readonly<Record<string, unknown>>;
interface BlockValue {
  readonly args: Args;
}

/** What the recordings have of things that are not documented, or not there. */
const NOT_REQUIRED = new Set([
  "debug_info_upload_timeout",
  "graceful_shutdown_timeout",
  "http2",
  "enable_http2",
  "tracing",
]);

function required(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(required);
  if (value === null || typeof value !== "object") return value;
  const kept = Object.entries(value).filter(([name]) => !NOT_REQUIRED.has(name));
  return Object.fromEntries(kept.map(([name, inner]) => [name, required(inner)]));
}

const recorded = (value: unknown): unknown =>
  typeof value === "bigint"
    ? formatDuration(value)
    : value instanceof Map
      ? value.size === 0
        ? null
        : Object.fromEntries(value)
      : value;

const pick = (args: Args, names: readonly string[]): Args =>
  Object.fromEntries(names.map((name) => [name, recorded(args[name])]));

const HTTP = [
  "conn_limit",
  "listen_address",
  "listen_port",
  "server_idle_timeout",
  "server_read_timeout",
  "server_write_timeout",
];
const ENDPOINT = [
  "follow_redirects",
  "headers",
  "max_backoff_period",
  "max_backoff_retries",
  "min_backoff_period",
  "name",
  "remote_timeout",
  "retry_on_http_429",
  "url",
];

function receiveResult(args: Args, forwardTo: readonly string[]): Args {
  const http = (args.http as BlockValue).args;
  const tls = http.tls as BlockValue | undefined;
  return {
    forward_to_len: forwardTo.length,
    http: { ...pick(http, HTTP), tls: tls !== undefined },
    ...(tls !== undefined && { tls: tls.args }),
  };
}

function writeResult(args: Args): Args {
  const endpoints = (args.endpoint as readonly BlockValue[]).map((endpoint) => pick(endpoint.args, ENDPOINT));
  return { endpoints, external_labels: recorded(args.external_labels) };
}
