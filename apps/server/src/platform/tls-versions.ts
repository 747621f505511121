/** Least versions of TLS by the names that configurations have for them, those of Go among them. */
import type { SecureVersion } from "node:tls";

export const TLS_VERSIONS: Readonly<Record<string, SecureVersion>> = {
  "": "TLSv1.2",
  TLS10: "TLSv1",
  TLS11: "TLSv1.1",
  TLS12: "TLSv1.2",
  TLS13: "TLSv1.3",
  VersionTLS10: "TLSv1",
  VersionTLS11: "TLSv1.1",
  VersionTLS12: "TLSv1.2",
  VersionTLS13: "TLSv1.3",
};
