/**
 * What specs of components declare about the world outside the server: who pushes to them, what they read, where they send.
 */
import { type Thing, thing } from "./things.ts";

/** Where a component listens. Port 0: whatever is free. */
export interface Listened {
  readonly address: string;
  readonly port: number;
  readonly transport: "TCP" | "UDP";
  readonly tls: boolean;
}

/** Of a component that others push to. */
export interface Listens<A> {
  /** Who pushes, and how: `clients that push logs to it`. */
  readonly who: string;
  /** What it serves: `the push API of Loki`. */
  readonly serves: string;
  at(args: A): readonly Listened[];
}

/** For a component that reads or sends by itself. Two that touch the same things do the same work, whatever their names. */
export interface Outside<A> {
  of(args: A): readonly Thing[];
  /** What happens when nobody touches these any more, as a sentence. */
  readonly gone: (things: string, many: boolean) => string;
  /** The same where some of each may still be touched. */
  readonly partly?: (things: string, many: boolean) => string;
  /** A thing may contain a password; with another password it is the same thing. */
  readonly holdsSecrets?: boolean;
  /** How far it has read is kept under the component's name. */
  readonly remembers?: boolean;
  /** It also touches what is found by components whose values it uses (`finds`). */
  readonly takesFound?: boolean;
}

export const noLonger =
  (verb: string): Outside<never>["gone"] =>
  (things, many) =>
    `${things} ${many ? "are" : "is"} no longer ${verb}.`;
export const readInPart: Outside<never>["gone"] = (things, many) =>
  `${things} may no longer be read in full: what is read instead doesn't cover all of ${many ? "them" : "it"}.`;

/** Of a component that sends to endpoints. */
export const SENDS: Outside<{ readonly endpoint: readonly { readonly args: { readonly url: string } }[] }> = {
  of: ({ endpoint }) => endpoint.map(({ args: { url } }) => thing(url)),
  holdsSecrets: true,
  gone: (things) => `Nothing is sent to ${things} any more.`,
};

interface Certificate {
  readonly args: { readonly cert_pem: string; readonly cert_file: string };
}

export const hasCertificate = (tls: Certificate | undefined): boolean =>
  tls !== undefined && (tls.args.cert_pem !== "" || tls.args.cert_file !== "");

interface ListeningBlock {
  readonly args: {
    readonly listen_address: string;
    readonly listen_port: number;
    readonly tls?: Certificate | undefined;
  };
}

/** Where a component listens that has the block `http`, and perhaps one for gRPC. */
export const listensAt = ({
  http,
  grpc,
}: {
  readonly http: ListeningBlock;
  readonly grpc?: ListeningBlock | undefined;
}): readonly Listened[] =>
  (grpc === undefined ? [http] : [http, grpc]).map(({ args }) => ({
    address: args.listen_address,
    port: args.listen_port,
    transport: "TCP",
    tls: hasCertificate(args.tls),
  }));
