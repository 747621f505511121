/** The arguments of TLS as the original has them, as the platform takes them. */
import type { TLSSocket } from "node:tls";
import type { FileGate } from "../platform/file-gate.ts";
import { keepFileError, readSmallFile, SmallFileError } from "../platform/small-file.ts";
import { TLS_VERSIONS } from "../platform/tls-versions.ts";
import type { TlsSettings } from "./request-server.ts";

/** The arguments of a server's TLS; empty where they are not given. */
export type TlsArgs = Readonly<
  Record<
    | "cert_pem"
    | "cert_file"
    | "key_pem"
    | "key_file"
    | "client_ca"
    | "client_ca_file"
    | "client_auth_type"
    | "min_version"
    | "cipher_suites",
    string
  >
>;

export type TlsResult =
  /** Without settings it listens by plain HTTP. */
  { readonly ok: true; readonly tls: TlsSettings | undefined } | { readonly ok: false; readonly message: string };

/** Of a file with certificates or a key. Bytes. */
const MAX_FILE = 1024 * 1024;

/** Go's names of suites up to TLS 1.2, and OpenSSL's. */
const SUITES: Readonly<Record<string, string>> = {
  TLS_ECDHE_ECDSA_WITH_AES_128_CBC_SHA: "ECDHE-ECDSA-AES128-SHA",
  TLS_ECDHE_ECDSA_WITH_AES_256_CBC_SHA: "ECDHE-ECDSA-AES256-SHA",
  TLS_ECDHE_RSA_WITH_AES_128_CBC_SHA: "ECDHE-RSA-AES128-SHA",
  TLS_ECDHE_RSA_WITH_AES_256_CBC_SHA: "ECDHE-RSA-AES256-SHA",
  TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256: "ECDHE-ECDSA-AES128-GCM-SHA256",
  TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384: "ECDHE-ECDSA-AES256-GCM-SHA384",
  TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256: "ECDHE-RSA-AES128-GCM-SHA256",
  TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384: "ECDHE-RSA-AES256-GCM-SHA384",
  TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-RSA-CHACHA20-POLY1305",
  TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256: "ECDHE-ECDSA-CHACHA20-POLY1305",
};
/** Those of TLS 1.3, which cannot be chosen in the original. */
const NEWEST = ["TLS_AES_128_GCM_SHA256", "TLS_AES_256_GCM_SHA384", "TLS_CHACHA20_POLY1305_SHA256"];

const showsOne = (socket: TLSSocket) => Object.keys(socket.getPeerCertificate() ?? {}).length > 0;

/** What each way of asking for a client's certificate means; those that are not verified are admitted here. */
const AUTHENTICATIONS: Readonly<Record<string, Pick<TlsSettings, "requestCert" | "rejectUnauthorized" | "admits">>> = {
  "": { requestCert: false },
  NoClientCert: { requestCert: false },
  RequestClientCert: { requestCert: true, rejectUnauthorized: false },
  RequireClientCert: { requestCert: true, rejectUnauthorized: false, admits: showsOne },
  RequireAnyClientCert: { requestCert: true, rejectUnauthorized: false, admits: showsOne },
  VerifyClientCertIfGiven: {
    requestCert: true,
    rejectUnauthorized: false,
    admits: (socket) => socket.authorized || !showsOne(socket),
  },
  RequireAndVerifyClientCert: { requestCert: true, rejectUnauthorized: true },
};

/** A mistake in the arguments, or a file that cannot be read. */
class BadTls extends Error {}

export async function readTls(args: TlsArgs | undefined, files: FileGate): Promise<TlsResult> {
  if (args === undefined) return { ok: true, tls: undefined };
  const { cert_pem, cert_file, key_pem, key_file, client_ca, client_ca_file, client_auth_type } = args;
  if ((cert_pem === "" && cert_file === "") || (key_pem === "" && key_file === "")) return { ok: true, tls: undefined };
  try {
    const minVersion = TLS_VERSIONS[args.min_version];
    if (minVersion === undefined) throw new BadTls(`min_version: TLS version "${args.min_version}" not recognized`);
    const authentication = AUTHENTICATIONS[client_auth_type];
    if (authentication === undefined) throw new BadTls(`client_auth_type: there is no "${client_auth_type}"`);
    const ca = await contentOf("client_ca_file", client_ca_file, client_ca, files);
    if (ca !== "" && authentication.requestCert !== true)
      throw new BadTls("client_ca: authorities of clients' certificates are given, but client_auth_type asks for none");
    const tls = {
      cert: await contentOf("cert_file", cert_file, cert_pem, files),
      key: await contentOf("key_file", key_file, key_pem, files),
      ...(ca !== "" && { ca }),
      ...authentication,
      minVersion,
      ...ciphersOf(args.cipher_suites),
    };
    return { ok: true, tls };
  } catch (error) {
    if (!(error instanceof BadTls)) throw error;
    return { ok: false, message: `tls: ${error.message}` };
  }
}

function ciphersOf(names: string): Pick<TlsSettings, "ciphers"> {
  const asked = names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
  if (asked.length === 0) return {};
  const suites = asked.map((name) => {
    const suite = SUITES[name] ?? (NEWEST.includes(name) ? name : undefined);
    if (suite === undefined) throw new BadTls(`cipher_suites: cipher suite "${name}" not recognized`);
    return suite;
  });
  return { ciphers: [...new Set([...suites, ...NEWEST])].join(":") };
}

/** What an argument holds, or the file that wins over it. */
async function contentOf(name: string, file: string, text: string, files: FileGate): Promise<string> {
  if (file === "") return text;
  const content = await readSmallFile(files, file, MAX_FILE).catch(keepFileError);
  if (content instanceof SmallFileError) throw new BadTls(`${name}: ${content.message}`);
  return content;
}
