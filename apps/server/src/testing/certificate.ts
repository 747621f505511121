/** A certificate that tests listen with, for localhost and 127.0.0.1, signed by itself. It is used, and trusted, nowhere else. */

/** Certificate chain and private key, each in PEM. */
export interface TestCertificate {
  readonly cert: string;
  readonly key: string;
}

export const TEST_CERTIFICATE: TestCertificate = {
  cert: `-----BEGIN CERTIFICATE-----
MIIBnDCCAUGgAwIBAgIUWwu3JhMod47SKc1TCaV9Cf76v4QwCgYIKoZIzj0EAwIw
FDESMBAGA1UEAwwJbG9jYWxob3N0MCAXDTI2MTEyMjA5NDMwNFoYDzIxMjYxMDI5
MDk0MzA0WjAUMRIwEAYDVQQDDAlsb2NhbGhvc3QwWTATBgcqhkjOPQIBBggqhkjO
PQMBBwNCAAR3bsf80sBsShlji5i8Iu/u5yIHBf4o0cjRh/amKE0ZlzPpfqrVYF1H
RC9FeXQaeKY5hTjkJgBaeJ0it3kGZ22No28wbTAdBgNVHQ4EFgQUbZ3j2ZXdqYPZ
WtRUjZoC+XkhicwwHwYDVR0jBBgwFoAUbZ3j2ZXdqYPZWtRUjZoC+XkhicwwDwYD
VR0TAQH/BAUwAwEB/zAaBgNVHREEEzARgglsb2NhbGhvc3SHBH8AAAEwCgYIKoZI
zj0EAwIDSQAwRgIhAMnNjYI5voDE4Lz10ZnV+Kqr9F3MK87YcojNMnxLdn6QAiEA
wDytFmXtbHOQC3VL5TVemvFU22h0pNG3CA8bnp1dx2w=
-----END CERTIFICATE-----
`,
  key: `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgp20PcSjCldbrw5zD
NtXSnDLbQp538n6+t/skCFtSCx+hRANCAAR3bsf80sBsShlji5i8Iu/u5yIHBf4o
0cjRh/amKE0ZlzPpfqrVYF1HRC9FeXQaeKY5hTjkJgBaeJ0it3kGZ22N
-----END PRIVATE KEY-----
`,
};
