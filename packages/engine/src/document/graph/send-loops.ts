/**
 * Writers that send to a component of the same configuration which forwards to them, directly or indirectly: an entry would
 * loop forever, with more labels each time.
 */
import type { Diagnostic } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import type { SourceFile } from "../../syntax/ast.ts";
import { EVERY, type ListenAddress, listenAddress } from "../diagnostics/shared-ports.ts";

interface Component {
  readonly id: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly forwardTo: readonly string[];
  readonly span: Span;
}

/** Names and addresses of the machine on which it runs. */
const THIS_MACHINE = /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\]|0\.0\.0\.0)$/i;
const ADDRESS = /^(https?):\/\/(?:[^/?#@]*@)?(\[[^\]/?#]*\]|[^:/?#]*)(?::(\d{1,5}))?(?:[/?#]|$)/i;

/** Warns at the URL of each such endpoint. */
export function findSendLoops(file: SourceFile, components: readonly Component[]): Diagnostic[] {
  const listening = components.flatMap((one) => {
    const where = listenAddress(one.args);
    return where === undefined ? [] : [{ ...one, where }];
  });
  if (listening.length === 0) return [];
  const reached = new Map<string, ReadonlySet<string>>();
  const found: Diagnostic[] = [];
  for (const writer of components) {
    const urls = urlsOf(writer.args);
    if (urls.length === 0) continue;
    const places = urlPlaces(file, writer);
    for (const [index, url] of urls.entries()) {
      const source = listening.find(({ where }) => leadsTo(url, where));
      if (source === undefined) continue;
      const reach = reached.get(source.id) ?? reachOf(source, components);
      reached.set(source.id, reach);
      if (!reach.has(writer.id)) continue;
      found.push({
        severity: "warning",
        code: "sends-to-itself",
        message: `${writer.id} sends to port ${source.where.port}, where ${source.id} listens and forwards back to it: everything would loop forever; send it elsewhere, or listen on another port`,
        span: places[index] ?? writer.span,
        related: [{ message: `${source.id} listens and forwards`, span: source.span }],
      });
    }
  }
  return found;
}

/** Everything that a component forwards to, by whatever way. */
export function reachOf({ forwardTo }: Component, components: readonly Component[]): ReadonlySet<string> {
  const byId = new Map(components.map((one) => [one.id, one]));
  const reached = new Set<string>();
  const waiting = [...forwardTo];
  for (let id = waiting.pop(); id !== undefined; id = waiting.pop()) {
    if (reached.has(id)) continue;
    reached.add(id);
    waiting.push(...(byId.get(id)?.forwardTo ?? []));
  }
  return reached;
}

function urlsOf({ endpoint }: Component["args"]): string[] {
  const blocks = Array.isArray(endpoint) ? endpoint : [];
  return blocks.map(({ args }: { args?: { url?: unknown } }) => (typeof args?.url === "string" ? args.url : ""));
}

function urlPlaces(file: SourceFile, { span }: Component): Span[] {
  const block = file.body.find((one) => one.span.start === span.start);
  if (block?.kind !== "block") return [];
  return block.body.flatMap((one) =>
    one.kind === "block" && one.name === "endpoint"
      ? [one.body.find(({ kind, name }) => kind === "attribute" && name === "url")?.span ?? one.nameSpan]
      : [],
  );
}

function leadsTo(url: string, { address, port }: ListenAddress): boolean {
  const [, scheme = "", host = "", digits] = ADDRESS.exec(url) ?? [];
  const own = digits === undefined ? (scheme.toLowerCase() === "https" ? 443 : 80) : Number(digits);
  if (own !== port || !THIS_MACHINE.test(host)) return false;
  const bare = host.replace(/^\[|\]$/g, "").toLowerCase();
  return EVERY.has(address) || address.toLowerCase() === bare || (bare === "localhost" && THIS_MACHINE.test(address));
}
