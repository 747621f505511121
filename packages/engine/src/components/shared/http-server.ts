/** Shared by components that listen by HTTP. */
import { SECOND } from "@sluice/languages/base";
import {
  block,
  boolField,
  durationField,
  filePathField,
  intField,
  secretField,
  stringField,
} from "../../schema/field.ts";
import { checkPort, listenerFields } from "./listener.ts";

export const serverTls = block({
  doc: "TLS settings: with a certificate and its key it serves HTTPS, without them plain HTTP, as in Alloy.",
  occurs: "optional",
  fields: {
    cert_pem: stringField({ holds: "certificate", doc: "Certificate chain, in PEM.", default: "" }),
    cert_file: filePathField({
      use: "read",
      doc: "File with the certificate chain; it takes precedence over `cert_pem`.",
      default: "",
    }),
    key_pem: secretField({ doc: "Private key, in PEM.", default: "" }),
    key_file: filePathField({
      use: "read",
      doc: "File with the private key; it takes precedence over `key_pem`.",
      default: "",
    }),
    client_ca: stringField({
      holds: "certificate",
      doc: "Certificate authorities for client certificates, in PEM.",
      default: "",
    }),
    client_ca_file: filePathField({
      use: "read",
      doc: "File with the authorities; it takes precedence over `client_ca`.",
      default: "",
    }),
    client_auth_type: stringField({
      holds: "word",
      doc: "Which certificate clients must present: `NoClientCert` (also empty), `RequestClientCert`, `RequireAnyClientCert`, `VerifyClientCertIfGiven` or `RequireAndVerifyClientCert`.",
      default: "",
    }),
    min_version: stringField({
      holds: "word",
      doc: "Minimum TLS version: `VersionTLS12` (or empty) or `VersionTLS13`, with or without `Version`. Older versions are accepted, and work where the platform still has them.",
      default: "",
    }),
    cipher_suites: stringField({
      holds: "word",
      doc: "Go's names of cipher suites, separated by commas; empty means the defaults. Those of TLS 1.3 are always enabled.",
      default: "",
    }),
  },
  check({ cert_pem, cert_file, key_pem, key_file }, report) {
    if ((cert_pem === "" && cert_file === "") || (key_pem === "" && key_file === ""))
      report.warning("tls-plain", "without a certificate and its key it listens over plain HTTP");
  },
});

const PLAIN = "HTTP/2 is served by TLS alone";

/** Of Alloy's servers, for HTTP/2 without TLS. */
export const plainHttp2 = block({
  doc: "HTTP/2 without TLS, which is not served here. With `tls`, HTTP/2 is served without this block.",
  occurs: "optional",
  fields: {
    enabled: boolField({
      doc: "Whether Alloy accepts HTTP/2 without TLS. Here clients that begin with it are refused.",
      default: false,
    }),
    idle_timeout: durationField({ inert: PLAIN, default: 0n }),
    max_concurrent_streams: intField({ inert: PLAIN, default: 100 }),
    max_decoder_header_table_size: intField({ inert: PLAIN, default: 4096 }),
    max_encoder_header_table_size: intField({ inert: PLAIN, default: 4096 }),
    max_handlers: intField({ inert: PLAIN, default: 0 }),
    max_read_frame_size: intField({ inert: PLAIN, default: 0 }),
    max_upload_buffer_per_connection: intField({ inert: PLAIN, default: 0 }),
    max_upload_buffer_per_stream: intField({ inert: PLAIN, default: 0 }),
    permit_prohibited_ciphers: boolField({ inert: PLAIN, default: false }),
    ping_timeout: durationField({ inert: PLAIN, default: 15n * SECOND }),
    read_idle_timeout: durationField({ inert: PLAIN, default: 0n }),
    write_byte_timeout: durationField({ inert: PLAIN, default: 0n }),
  },
  check({ enabled }, report) {
    if (enabled)
      report.warning(
        "http2-without-tls",
        "HTTP/2 without TLS is not served here, and clients that begin with it are refused; with tls it is served",
        "enabled",
      );
  },
});

/** Of components that have a server. */
export const shutdownTimeout = durationField({
  doc: "Longest time to answer open requests when it stops listening.",
  default: 30n * SECOND,
});

/** Of the block `http` of every component that receives by HTTP. */
export const allowCrossSite = boolField({
  doc: "Whether web pages of other sites and hosts may send here. Otherwise the answer is 403 to a request that a browser marks as from one; pages of another port on the same host may send.",
  notInAlloy: true,
});

/** The block `http` of components that receive logs: where they listen, and how long clients may take. With its default port. */
export const httpBlock = (port: number) =>
  block({
    doc: "Where it listens.",
    occurs: "one",
    fields: {
      ...listenerFields(port),
      conn_limit: intField({
        doc: "Connections served at a time. Up to 4096 further ones wait until one closes or falls idle. One client address gets at most three quarters. 0 means as many as the system allows, since an idle connection costs little.",
        default: 0,
      }),
      server_read_timeout: durationField({
        doc: "Time for a client to send the body of a request before the answer is 408; for the headers it has ten seconds. 0 means no limit.",
        default: 30n * SECOND,
      }),
      server_write_timeout: durationField({
        doc: "Time from the end of a request's headers to the end of its response; after it the connection is closed. 0 means no limit.",
        default: 30n * SECOND,
      }),
      server_idle_timeout: durationField({
        doc: "How long a connection may be idle between two requests.",
        default: 120n * SECOND,
      }),
      allow_cross_site: allowCrossSite,
    },
    blocks: { tls: serverTls, http2: plainHttp2 },
    check(args, report) {
      if (args.conn_limit < 0) report.error("conn-limit", "conn_limit must not be negative", "conn_limit");
      checkPort(args, report);
    },
  });
