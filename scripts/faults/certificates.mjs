// Certificates for 127.0.0.1, which nobody trusts elsewhere.
export { TEST_CERTIFICATE } from "../../apps/server/dist/src/testing/certificate.js";
export { EXPIRED_CERTIFICATE } from "../../apps/server/dist/src/testing/expired-certificate.js";
