// Installs the packed command line (bin, bundle and page) in an empty folder, away from the repository, and uses it: page,
// pipeline, preview, language server. It needs no network: the dependencies are packed from what is installed here and
// given to npm beside it. npm runs offline, without the optional packages of other platforms.
import { spawn, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import {
  createProtocolConnection,
  StreamMessageReader,
  StreamMessageWriter,
} from "vscode-languageserver-protocol/node";
import { messageOf } from "../base/message-of.mjs";
import { installedClosure } from "../build/installed-closure.mjs";
import { packCli, packFolder } from "../build/pack.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const START_MS = 20_000;
const CONFIG = `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = [logs.echo.out.receiver]
  stage.replace {
    expression = "(secret)"
    replace    = "***"
  }
}

logs.echo "out" { }
`;

/**
 * @param {string} what
 * @param {boolean} ok
 * @returns {asserts ok}
 */
function expect(what, ok) {
  if (!ok) throw new Error(what);
}

/**
 * @param {string} folder
 * @param {string} scratch
 */
function install(folder, scratch) {
  const { dependencies } = JSON.parse(readFileSync(join(root, "apps/cli/package.json"), "utf8"));
  const needed = new Map(Object.keys(dependencies).flatMap((name) => [...installedClosure(name)]));
  const tarballs = [packCli(scratch), ...[...needed.values()].map((from) => packFolder(from, scratch))];
  writeFileSync(join(folder, "package.json"), "{}\n");
  const args = [
    "install",
    "--offline",
    "--ignore-scripts",
    "--no-audit",
    "--no-fund",
    "--cache",
    join(scratch, "cache"),
  ];
  const { status } = spawnSync("npm", [...args, ...tarballs], {
    cwd: folder,
    stdio: ["ignore", "ignore", "inherit"],
    shell: process.platform === "win32",
  });
  expect("npm installs the package", status === 0);
  for (const name of readdirSync(join(folder, "node_modules", "@sluice")))
    expect(
      `@sluice/${name} is not a link into the repository`,
      !realpathSync(join(folder, "node_modules/@sluice", name)).startsWith(root),
    );
}

/**
 * Starts the installed command; gives its process, what it printed, and its addresses.
 * @param {string} folder
 */
async function start(folder) {
  writeFileSync(join(folder, "config.alloy"), CONFIG);
  const bin = join(folder, "node_modules/@sluice/cli/bin/sluice.mjs");
  const server = spawn(process.execPath, [bin, "run", "--listen", "127.0.0.1:0", "config.alloy"], {
    cwd: folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  const printed = { out: "", err: "" };
  server.stdout.setEncoding("utf8").on("data", (text) => (printed.out += text));
  /** @type {string} */
  const page = await new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`it did not start: ${printed.err}`)), START_MS);
    server.on("close", (code) => reject(new Error(`it ended with ${code}: ${printed.err}`)));
    server.stderr.setEncoding("utf8").on("data", (text) => {
      printed.err += text;
      const [, url] = /Open (http:\S+)/.exec(printed.err) ?? [];
      if (url === undefined) return;
      clearTimeout(timer);
      resolve(url);
    });
  });
  return { server, printed, page };
}

/** @param {Awaited<ReturnType<typeof start>>} started */
async function use({ server, printed, page }) {
  const ended = new Promise((resolve) => server.on("close", resolve));
  const html = await (await fetch(page)).text();
  // The script that begins is too small to be compressed; those that it needs at once are not.
  const scripts = [...html.matchAll(/(?:src|href)="\.\/(assets\/[^"]+\.js)"/g)].map(([, script]) => script ?? "");
  expect(`the page names its scripts: ${html.slice(0, 200)}`, scripts.length > 0);
  const encodings = [];
  for (const script of scripts) {
    const asset = await fetch(new URL(script, page), { headers: { "Accept-Encoding": "br" } });
    expect(`${script} is there`, asset.status === 200);
    const { length } = await asset.text();
    encodings.push({ length, encoding: asset.headers.get("content-encoding") });
  }
  const large = encodings.filter(({ length }) => length > 2000);
  expect("the scripts come compressed", large.length > 0 && large.every(({ encoding }) => encoding === "br"));

  const preview = await fetch(new URL("/api/preview", page), {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      config: 'stage.static_labels {\n values = { a = "b" }\n}\n',
      streams: [{ stream: {}, values: [["1", "hello"]] }],
    }),
  });
  expect(`a preview is answered: ${preview.status}`, preview.status === 200);
  expect("the preview shows the label", (await preview.text()).includes('"a":"b"'));

  /** @type {{ components: readonly { details?: { listening?: string } }[] }} */
  const { components } = await (await fetch(new URL("/api/status", page))).json();
  const address = components.flatMap(({ details }) => details?.listening ?? [])[0];
  const push = await fetch(`http://${address}/loki/api/v1/push`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({ streams: [{ stream: { job: "a" }, values: [["1768464000000000000", "my secret"]] }] }),
  });
  expect(`a push is taken: ${push.status}`, push.status === 204);
  server.kill("SIGTERM");
  expect("it ends with 0", (await ended) === 0);
  expect(`the entry went through the pipeline: ${printed.out}`, printed.out.endsWith('{job="a"} my ***\n'));
}

/**
 * The language server of the installed command, asked for its page.
 * @param {string} folder
 */
async function edit(folder) {
  const bin = join(folder, "node_modules/@sluice/cli/bin/sluice.mjs");
  const child = spawn(process.execPath, [bin, "lsp"], { cwd: folder, stdio: ["pipe", "pipe", "inherit"] });
  try {
    const ended = new Promise((resolve) => child.on("close", resolve));
    const client = createProtocolConnection(
      new StreamMessageReader(child.stdout),
      new StreamMessageWriter(child.stdin),
    );
    client.listen();
    await client.sendRequest("initialize", { processId: null, rootUri: null, capabilities: {} });
    await client.sendNotification("initialized", {});
    const uri = pathToFileURL(join(folder, "config.alloy")).href;
    const textDocument = { uri, languageId: "alloy", version: 1, text: CONFIG };
    await client.sendNotification("textDocument/didOpen", { textDocument });
    /** @type {string} */
    const url = await client.sendRequest("workspace/executeCommand", { command: "sluice.preview", arguments: [uri] });
    expect("the editor's page is served", (await fetch(url)).status === 200);
    const handed = await (await fetch(new URL("document.json", url))).json();
    expect("with the document beside it", handed.content.text === CONFIG);
    await client.sendRequest("shutdown");
    await client.sendNotification("exit");
    expect("the language server ends with 0", (await ended) === 0);
  } finally {
    child.kill("SIGKILL");
  }
}

const scratch = mkdtempSync(join(tmpdir(), "sluice-package-"));
const folder = join(scratch, "elsewhere");
/** @type {Awaited<ReturnType<typeof start>> | undefined} */
let running;
try {
  mkdirSync(folder);
  install(folder, scratch);
  running = await start(folder);
  await use(running);
  await edit(folder);
  console.log("the packed command line runs in an empty folder");
} catch (error) {
  console.error(`the packed command line: ${messageOf(error)}\n${running?.printed.err ?? ""}`);
  process.exitCode = 1;
} finally {
  running?.server.kill("SIGKILL");
  rmSync(scratch, { recursive: true, force: true });
}
