import { describe, expect, it } from "vitest";
import { loadConfig } from "../../document/load.ts";

const load = (endpoint: string) => loadConfig(`profiles.write "out" {\n  endpoint {\n${endpoint}\n  }\n}\n`);
const URL = 'url = "http://x"';

describe("arguments of an endpoint of profiles.write", () => {
  it.each<[string, string, string, string]>([
    ["an address of another kind", 'url = "::not a url"', "warning", "endpoint-url"],
    ["no time for an attempt", `${URL}\nremote_timeout = "0s"`, "warning", "endpoint-timeout"],
    ["a header that follows from what is sent", `${URL}\nheaders = { Host = "x" }`, "warning", "endpoint-header"],
    ["fewer than no attempts", `${URL}\nmax_backoff_retries = -1`, "error", "endpoint-retries"],
    ["a proxy by something else than HTTP", `${URL}\nproxy_url = "socks5://x"`, "error", "proxy-url"],
    ["two authorizations", `${URL}\nbearer_token = "a"\nbasic_auth { }`, "error", "one-authorization"],
    ["the same for several values", `${URL}\nhttp_headers = { Host = ["x"] }`, "warning", "endpoint-header"],
    ["a token besides another", `${URL}\nbearer_token = "a"\nauthorization { }`, "error", "one-authorization"],
    ["exceptions from no proxy", `${URL}\nno_proxy = "x"`, "error", "proxy-choice"],
    ["two passwords", `${URL}\nbasic_auth {\npassword = "a"\npassword_file = "b"\n}`, "error", "one-secret"],
    ["two authorities", `${URL}\ntls_config {\nca_pem = "a"\nca_file = "b"\n}`, "error", "one-secret"],
    ["a certificate without its key", `${URL}\ntls_config {\ncert_file = "a"\n}`, "error", "tls-pair"],
  ])("%s", (_name, endpoint, severity, code) => {
    const loaded = load(endpoint);
    expect(loaded.ok).toBe(severity === "warning");
    expect(loaded.diagnostics).toContainEqual(expect.objectContaining({ severity, code }));
  });

  it("may be the defaults", () => expect(load(URL).ok).toBe(true));
});
