/** The block `tls_config` of what sends by HTTP, whose parts may be in files. */
import type { FileGate } from "../platform/file-gate.ts";
import { readSmallFile, type TextOrFile } from "../platform/small-file.ts";
import { findTlsProblem, type TlsOptions } from "./transport.ts";

export interface TlsSettings extends Pick<TlsOptions, "serverName" | "insecure" | "minVersion"> {
  readonly ca: TextOrFile;
  readonly cert: TextOrFile;
  readonly key: TextOrFile;
}

type Names = "ca_pem" | "ca_file" | "cert_pem" | "cert_file" | "key_pem" | "key_file" | "server_name" | "min_version";

export interface TlsBlock {
  readonly args: Readonly<Record<Names, string>> & { readonly insecure_skip_verify: boolean };
}

export function tlsOf(block: TlsBlock | undefined): TlsSettings | undefined {
  if (block === undefined) return undefined;
  const { args } = block;
  return {
    ca: { text: args.ca_pem, file: args.ca_file },
    cert: { text: args.cert_pem, file: args.cert_file },
    key: { text: args.key_pem, file: args.key_file },
    serverName: args.server_name,
    insecure: args.insecure_skip_verify,
    minVersion: args.min_version,
  };
}

/** Whether any of it is in a file, and may be another next time. */
export const readsTlsFiles = (tls: TlsSettings | undefined): boolean =>
  [tls?.ca, tls?.cert, tls?.key].some((one) => (one?.file ?? "") !== "");

/** With the content of files. Rejects with a `SmallFileError`. */
export async function readTlsSettings(tls: TlsSettings, files: FileGate): Promise<TlsOptions> {
  const { serverName, insecure, minVersion } = tls;
  const read = ({ text, file }: TextOrFile) => (file === "" ? text : readSmallFile(files, file));
  const [ca, cert, key] = await Promise.all([read(tls.ca), read(tls.cert), read(tls.key)]);
  return { ca, cert, key, serverName, insecure, minVersion };
}

/** What is wrong with it in the configuration itself. Files may change, and are read when they are needed. */
export function findTlsConfigProblem(tls: TlsSettings | undefined): string | undefined {
  if (tls === undefined) return undefined;
  const { ca, cert, key } = tls;
  const paired = cert.text !== "" && key.text !== "";
  return findTlsProblem({ ...tls, ca: ca.text, cert: paired ? cert.text : "", key: paired ? key.text : "" });
}
