import { expect, it } from "vitest";
import { loadConfig } from "../../document/load.ts";

const told = (text: string) => loadConfig(text).diagnostics.map(({ severity, code }) => `${severity} ${code}`);
const source = (host: string, client: string) =>
  told(`logs.source.docker "in" {\nhost = "${host}"\ntargets = []\nforward_to = []\n${client}\n}\n`);
const discovery = (host: string, client: string) => told(`discovery.docker "all" {\nhost = "${host}"\n${client}\n}\n`);

it.each<[host: string, client: string, told: string[]]>([
  ["unix:///var/run/docker.sock", "", []],
  ["https://docker.example:2376", "tls_config { }", []],
  ["http://docker.example/", 'bearer_token = "a"', []],
  ["https://[::1]:2376", 'proxy_url = "http://p"', []],
  ["tcp://docker.example:2376", "tls_config { }", ["warning docker-client"]],
  ["unix:///var/run/docker.sock", 'bearer_token = "a"', ["warning docker-client"]],
  ["https://docker.example/path", "", ["error docker-host"]],
  ["https://me:pw@docker.example", "", ["error docker-host"]],
  ["https://docker.example", 'bearer_token = "a"\nbasic_auth { }', ["error one-authorization"]],
  ["https://docker.example", 'no_proxy = "a"', ["error proxy-choice"]],
])("an engine at %s with %s: %j", (host, client, expected) => {
  expect(discovery(host, client)).toEqual(expected);
  const wrapped = client === "" ? "" : `http_client_config {\n${client}\n}`;
  expect(source(host, wrapped)).toEqual(expected);
});
