/**
 * The conformance runner in a browser's worker. It receives the list of files to fetch, runs them, and answers with every
 * judgement. What the engine did is left out: that is long, and the runner on Node writes it.
 */
import { sha256 } from "@noble/hashes/sha2.js";
import { bytesToHex, utf8ToBytes } from "@noble/hashes/utils.js";
import type { VectorFile } from "./cases.ts";
import type { ConformanceHost } from "./host.ts";
import { type Judgement, judgeFile, type KnownGap } from "./judge.ts";

/** What the page sends: addresses relative to the worker's own. */
export interface ConformanceRequest {
  readonly gaps: string;
  readonly files: readonly string[];
  /** Addresses of files that cases name, by the path that they use. */
  readonly resources: Readonly<Record<string, string>>;
}

/** What the worker answers. */
export type ConformanceReply =
  | { readonly ok: true; readonly judgements: readonly (Omit<Judgement, "got"> & { readonly file: string })[] }
  | { readonly ok: false; readonly message: string };

const scope = globalThis as unknown as {
  onmessage: ((event: { data: ConformanceRequest }) => void) | null;
  postMessage(reply: ConformanceReply): void;
};

async function load(address: string): Promise<Response> {
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${address}: status ${response.status}`);
  return response;
}

async function run(request: ConformanceRequest): Promise<ConformanceReply> {
  const gaps = (await (await load(request.gaps)).json()) as KnownGap[];
  const resources = new Map<string, Uint8Array>();
  for (const [path, address] of Object.entries(request.resources))
    resources.set(path, new Uint8Array(await (await load(address)).arrayBuffer()));
  const host: ConformanceHost = {
    resource: (path) => resources.get(path),
    sha256: (text) => bytesToHex(sha256(utf8ToBytes(text))),
    base64: {
      decode: (text) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0)),
      encode: (bytes) => btoa(String.fromCharCode(...bytes)),
    },
  };
  const judgements: (Omit<Judgement, "got"> & { file: string })[] = [];
  for (const file of request.files) {
    const content = (await (await load(file)).json()) as VectorFile;
    for (const { got: _got, ...judgement } of judgeFile(content, host, gaps)) judgements.push({ file, ...judgement });
  }
  return { ok: true, judgements };
}

scope.onmessage = ({ data }) => {
  run(data).then(
    (reply) => scope.postMessage(reply),
    (error: unknown) =>
      scope.postMessage({
        ok: false,
        message: error instanceof Error ? (error.stack ?? error.message) : String(error),
      }),
  );
};
