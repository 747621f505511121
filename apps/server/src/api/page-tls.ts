/** Certificate and key of the page's address, which are files. */
import { X509Certificate } from "node:crypto";
import { createSecureContext } from "node:tls";
import type { TlsSettings } from "../http/request-server.ts";
import { FileGate } from "../platform/file-gate.ts";
import { keepFileError, readSmallFile, SmallFileError } from "../platform/small-file.ts";

/** Paths of files in PEM. */
export interface PageTlsFiles {
  /** With the certificates that it is signed by. */
  readonly certFile: string;
  readonly keyFile: string;
}

export type PageTlsResult =
  /** Without files it is plain HTTP. */
  { readonly ok: true; readonly tls: TlsSettings | undefined } | { readonly ok: false; readonly message: string };

/** Whoever started the server named them. */
const OWN = new FileGate("");

export async function readPageTls(files: PageTlsFiles | undefined): Promise<PageTlsResult> {
  if (files === undefined) return { ok: true, tls: undefined };
  const [cert, key] = await Promise.all(
    [files.certFile, files.keyFile].map((path) => readSmallFile(OWN, path).catch(keepFileError)),
  );
  if (cert instanceof SmallFileError) return { ok: false, message: `TLS: ${cert.message}` };
  if (key instanceof SmallFileError) return { ok: false, message: `TLS: ${key.message}` };
  try {
    new X509Certificate(cert!);
    createSecureContext({ cert, key });
  } catch {
    // The platform's words may hold parts of what it read.
    const message = `TLS: ${files.certFile} and ${files.keyFile} do not hold a certificate and its key in PEM`;
    return { ok: false, message };
  }
  return { ok: true, tls: { cert, key, minVersion: "TLSv1.2" } };
}
