/**
 * Components of one configuration that would listen on the same address. `profiles.receive_http` and `logs.source.api` have
 * the same default port, so that this happens easily; only one of them would get it.
 */

import type { Diagnostic } from "../../base/diagnostic.ts";
import type { Span } from "../../base/span.ts";
import { decodedBlocks } from "../../schema/decoded-blocks.ts";
import type { BlockStatement, SourceFile } from "../../syntax/ast.ts";
import { setArgument } from "../edits/edits.ts";

/** What is read of a component. */
interface Decoded {
  readonly id: string;
  readonly args: Readonly<Record<string, unknown>>;
  readonly span: Span;
}

/** Where a component listens. */
export interface ListenAddress {
  readonly address: string;
  readonly port: number;
}

interface Listening extends ListenAddress {
  readonly id: string;
  /** The block that says where. */
  readonly http: BlockStatement;
  readonly isDefault: boolean;
}

/** Owners of the addresses of one port. */
interface Port {
  readonly byAddress: Map<string, Listening>;
  /** Range that is searched for a free one. */
  next: number;
}

const MAX_PORT = 65_535;
/** Addresses that mean all addresses of a machine. */
export const EVERY: ReadonlySet<string> = new Set(["", "0.0.0.0", "::"]);

/** Warns at each component whose address another one above it has. */
export function findSharedPorts(file: SourceFile, components: readonly Decoded[]): Diagnostic[] {
  const all = listeningOf(file, components);
  const taken = new Set(all.map(({ port }) => port));
  const ports = new Map<number, Port>();
  const found: Diagnostic[] = [];
  for (const one of all) {
    const port = ports.get(one.port) ?? { byAddress: new Map(), next: one.port + 1 };
    ports.set(one.port, port);
    const other = holderOf(port, one.address);
    if (other === undefined) {
      port.byAddress.set(EVERY.has(one.address) ? "" : one.address, one);
      continue;
    }
    while (taken.has(port.next)) port.next++;
    const free = port.next <= MAX_PORT ? port.next++ : undefined;
    if (free !== undefined) taken.add(free);
    found.push(warningOf(file, one, other, free));
  }
  return found;
}

function holderOf({ byAddress }: Port, address: string): Listening | undefined {
  const [any] = byAddress.values();
  return byAddress.get("") ?? (EVERY.has(address) ? any : byAddress.get(address));
}

function warningOf(file: SourceFile, one: Listening, other: Listening, free: number | undefined): Diagnostic {
  const why = one.isDefault && other.isDefault ? ", the default of both" : "";
  return {
    severity: "warning",
    code: "port-shared",
    message: `${other.id} and ${one.id} both listen on port ${one.port}${why}: only one of them can; set another listen_port`,
    span: placeOf(one),
    related: [{ message: `${other.id} listens here`, span: placeOf(other) }],
    fixes:
      free === undefined
        ? undefined
        : [
            {
              title: `Set listen_port = ${free} in ${one.id}`,
              edits: setArgument(file, one.http, "listen_port", `${free}`),
            },
          ],
  };
}

/** Components that listen, except on a free port. */
function listeningOf(file: SourceFile, components: readonly Decoded[]): Listening[] {
  const blocks = new Map(file.body.map((one) => [one.span.start, one]));
  return components.flatMap(({ id, args, span }) => {
    const where = listenAddress(args);
    const block = blocks.get(span.start);
    const http = block?.kind === "block" ? block.body.find(({ name }) => name === "http") : undefined;
    if (where === undefined || http?.kind !== "block") return [];
    return [{ id, http, ...where, isDefault: portOf(http) === undefined }];
  });
}

/** Where a component with these arguments listens; undefined where it does not, or on whatever port is free. */
export function listenAddress(args: Decoded["args"]): ListenAddress | undefined {
  const [http] = decodedBlocks(args.http);
  const { listen_address: address, listen_port: port } = http?.args ?? {};
  return typeof port === "number" && port >= 1 && typeof address === "string" ? { address, port } : undefined;
}

/** Where a configuration says where a component listens; undefined where the component has no such block. */
export function listenSpan(file: SourceFile, { span }: Pick<Decoded, "span">): Span | undefined {
  const block = file.body.find((one) => one.span.start === span.start);
  const http = block?.kind === "block" ? block.body.find(({ name }) => name === "http") : undefined;
  return http?.kind === "block" ? (portOf(http)?.span ?? http.nameSpan) : undefined;
}

const portOf = ({ body }: BlockStatement) => body.find((one) => one.kind === "attribute" && one.name === "listen_port");

const placeOf = ({ http }: Listening) => portOf(http)?.span ?? http.nameSpan;
