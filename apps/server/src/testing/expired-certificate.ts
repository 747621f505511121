/** A certificate for localhost and 127.0.0.1 that was good for a day in 2020, signed by itself. It is used, and trusted, nowhere else. */
import type { TestCertificate } from "./certificate.ts";

export const EXPIRED_CERTIFICATE: TestCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBZDCCAQugAwIBAgIBATAKBggqhkjOPQQDAjAUMRIwEAYDVQQDDAlsb2NhbGhv
c3QwHhcNMjAwMTAxMDAwMDAwWhcNMjAwMTAyMDAwMDAwWjAUMRIwEAYDVQQDDAls
b2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAAT8IJB4hr2Z3Munhn7l
VTcvpAEBe204CAwLJa+Es2yT332O/0TR3BcX922PtFjaTQKviAb9i9qnk0ww/tnw
N8yko04wTDAPBgNVHRMBAf8EBTADAQH/MBoGA1UdEQQTMBGCCWxvY2FsaG9zdIcE
fwAAATAdBgNVHQ4EFgQUEtTydh4+2UHpdMieP+N82eDBW48wCgYIKoZIzj0EAwID
RwAwRAIgQeSAdjCyO4ozPrSv+RjP9xk24SDueRoJ0UwvR1GVnYcCIESsHb5BFGiB
yyqQaiEANefUNbJm+hd1OvGq0Kjepu97
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgTcQ8Bi3ru6dotbYN
GDh/hxXMI6YufIRqdsU0V2/IoFmhRANCAAT8IJB4hr2Z3Munhn7lVTcvpAEBe204
CAwLJa+Es2yT332O/0TR3BcX922PtFjaTQKviAb9i9qnk0ww/tnwN8yk
-----END PRIVATE KEY-----
`,
};
