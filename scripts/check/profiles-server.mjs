// A real server for scripts that push profiles, with receivers on free ports of the loopback.
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Text of a receiver `name` that hands on to `targets`, addresses of servers.
 * @param {string} name
 * @param {readonly string[]} targets
 */
export function receiverText(name, targets) {
  const writers = targets.map((url, i) => `profiles.write "${name}_${i}" {\n  endpoint { url = "${url}" }\n}\n`);
  const forwardTo = targets.map((_, i) => `profiles.write.${name}_${i}.receiver`).join(", ");
  return `profiles.receive_http "${name}" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [${forwardTo}]
}

${writers.join("\n")}`;
}

/**
 * Starts it with that configuration; `print` gets what the log warns of. Gives where each receiver listens, by its name,
 * and what ends it. The server has to be built.
 * @param {string} configText
 * @param {(line: string) => void} print
 */
export async function startReceivers(configText, print) {
  const { ConfigFiles, SluiceServer } = await import("../../apps/server/dist/src/index.js");
  const folder = mkdtempSync(join(tmpdir(), "sluice-profiles-"));
  /** @type {import("../../apps/server/dist/src/index.js").Logger} */
  const logger = {
    enabled: (level) => level === "warn" || level === "error",
    with: () => logger,
    write(level, message, fields = {}) {
      if (logger.enabled(level)) print(`${message}: ${JSON.stringify(fields)}`);
    },
  };
  const started = await SluiceServer.start({
    configFile: join(folder, "config.alloy"),
    config: ConfigFiles.one("config.alloy", configText),
    host: "127.0.0.1",
    port: 0,
    page: folder,
    version: "script",
    log: logger,
    print: () => {},
    dataDir: join(folder, "data"),
  });
  if (!started.ok) throw new Error(started.message ?? JSON.stringify(started.diagnostics));
  const receivers = started.server.status().components.filter(({ details }) => details.listening !== undefined);
  return {
    addresses: Object.fromEntries(
      receivers.map(({ id, details }) => [id.split(".").at(-1), `http://${details.listening}`]),
    ),
    async stop() {
      await started.server.stop();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
