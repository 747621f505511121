/** A whole server in a folder of its own, and what it printed and logged. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { ConfigFiles } from "@sluice/engine";
import { type ServerOptions, SluiceServer, type StartResult } from "../server.ts";
import { collectingLog, type LoggedLine } from "./fixtures.ts";

/** A source to push to. */
export const PUSH = `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port = 0
  }
  forward_to = [logs.process.main.receiver]
}`;
/** The same with a pipeline that labels entries with the version of the configuration, and `more`. */
export const versionedConfig = (version: string, more = "") => `${PUSH}
logs.process "main" {
  forward_to = [logs.echo.out.receiver]
  stage.static_labels {
    values = { version = "${version}" }
  }
}
logs.echo "out" { }
${more}`;
/** That source, and a pipeline that ends in what is printed. */
export const SOURCE = `${PUSH}

loki.process "other" {
  forward_to = []
}

logs.process "main" {
  forward_to = [logs.echo.out.receiver]

  stage.multiline {
    firstline = "^#"
  }
}

logs.echo "out" { }
`;

/** Of all chance in it. */
export const SEED = 1;

export class ServerFixture {
  readonly folder = mkdtempSync(join(tmpdir(), "sluice-server-"));
  printed = "";
  readonly logged: LoggedLine[] = [];
  #server: SluiceServer | undefined;

  get server(): SluiceServer {
    return this.#server!;
  }

  async start(text: string, options: Partial<ServerOptions> = {}): Promise<StartResult> {
    const result = await SluiceServer.start({
      configFile: join(this.folder, "config.alloy"),
      config: ConfigFiles.one(join(this.folder, "config.alloy"), text),
      host: "127.0.0.1",
      port: 0,
      page: join(this.folder, "page"),
      version: "1.2.3",
      log: collectingLog(this.logged),
      print: (out) => {
        this.printed += out;
        return undefined;
      },
      dataDir: join(this.folder, "data"),
      seed: SEED,
      ...options,
    });
    if (result.ok) this.#server = result.server;
    return result;
  }

  async get(path: string, headers: Record<string, string> = {}) {
    const response = await fetch(new URL(path, this.server.url), { headers });
    return { status: response.status, type: response.headers.get("content-type"), text: await response.text() };
  }

  /** Where `PUSH` listens. */
  get listening(): unknown {
    return this.server.status().components.find(({ id }) => id === "logs.source.api.in")!.details.listening;
  }

  async push(...lines: string[]): Promise<number> {
    const body = JSON.stringify({ streams: [{ stream: { job: "a" }, values: lines.map((line) => ["1", line]) }] });
    const headers = { "Content-Type": "application/json" };
    return (await fetch(`http://${this.listening}/loki/api/v1/push`, { method: "POST", headers, body })).status;
  }

  async remove(): Promise<void> {
    await this.#server?.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}
