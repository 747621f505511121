/** What components that listen by HTTP share. */
import { block, secretField, stringField } from "../schema/field.ts";

export const serverTls = block({
  doc: "TLS settings: with a certificate and its key it listens over HTTPS, without them over plain HTTP, as in Alloy.",
  occurs: "optional",
  fields: {
    cert_pem: stringField({ doc: "Certificate chain, in PEM.", default: "" }),
    cert_file: stringField({
      doc: "File with the certificate chain; it takes precedence over `cert_pem`.",
      default: "",
    }),
    key_pem: secretField({ doc: "Private key, in PEM.", default: "" }),
    key_file: stringField({
      doc: "File with the private key; it takes precedence over `key_pem`.",
      default: "",
    }),
    client_ca: stringField({
      doc: "Certificate authorities that client certificates are verified by, in PEM.",
      default: "",
    }),
    client_ca_file: stringField({
      doc: "File with the authorities; it takes precedence over `client_ca`.",
      default: "",
    }),
    client_auth_type: stringField({
      doc: "Which certificate clients must present: `NoClientCert` (also empty), `RequestClientCert`, `RequireAnyClientCert`, `VerifyClientCertIfGiven` or `RequireAndVerifyClientCert`.",
      default: "",
    }),
    min_version: stringField({
      doc: "Minimum version of TLS: `VersionTLS12` (also empty) or `VersionTLS13`, also without `Version`; older ones are accepted, and work where the platform still has them.",
      default: "",
    }),
    cipher_suites: stringField({
      doc: "Names of cipher suites as Go has them, separated by commas; empty means the default ones. Those of TLS 1.3 are always there.",
      default: "",
    }),
  },
  check({ cert_pem, cert_file, key_pem, key_file }, report) {
    if ((cert_pem === "" && cert_file === "") || (key_pem === "" && key_file === ""))
      report.warning("tls-plain", "without a certificate and its key it listens over plain HTTP");
  },
});
