import { execFileSync, spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { connect, createServer as createTcpServer, type Server } from "node:net";
import { pathToFileURL } from "node:url";
import { afterEach, describe, expect, it } from "vitest";
import { freePort } from "../../testing/free-port.ts";
import { runInProcess } from "../../testing/run-in-process.ts";
import {
  collectOutput,
  runSluice,
  SLUICE_BIN,
  spawnSluice,
  startSluice,
  untilPrinted,
} from "../../testing/sluice-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";
import { stoppingText } from "./run.ts";

const folder = useTemporaryFolder();
const open: Server[] = [];
afterEach(() => {
  for (const server of open.splice(0)) server.close();
});

/** A port that a server of the test holds. */
async function occupiedPort(server: Server = createTcpServer()): Promise<number> {
  open.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

function canConnect(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, "127.0.0.1", () => {
      socket.destroy();
      resolve(true);
    });
    socket.on("error", () => resolve(false));
  });
}

async function push(address: string, line = "hello"): Promise<void> {
  const body = JSON.stringify({ streams: [{ stream: { a: "b" }, values: [["1768464000000000000", line]] }] });
  const headers = { "Content-Type": "application/json" };
  const response = await fetch(`http://${address}/loki/api/v1/push`, { method: "POST", headers, body });
  expect(response.status).toBe(204);
}

const ECHO = 'logs.echo "out" { }\n';
const source = (port: number, receiver: string) =>
  `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = ${port}
  }
  forward_to = [${receiver}]
}
`;

/** Variables under which the command takes its standard input for a terminal. */
const asInTerminal = () => ({
  NODE_OPTIONS: `--import ${
    pathToFileURL(
      folder.write(
        "terminal.mjs",
        `import { syncBuiltinESMExports } from "node:module";
         import tty from "node:tty";
         tty.isatty = (stream) => stream === 0;
         syncBuiltinESMExports();`,
      ),
    ).href
  }`,
});

describe("sluice run", { timeout: 90_000 }, () => {
  it("refuses a bad configuration with 1, and listens nowhere", async () => {
    const [page, api] = [await freePort(), await freePort()];
    const file = folder.write("c.alloy", `${source(api, "logs.echo.nope.receiver")}${ECHO}`);
    const { code, stdout, stderr } = await runSluice(["run", "--listen", `127.0.0.1:${page}`, file]);
    expect({ code, stdout }).toEqual({ code: 1, stdout: "" });
    expect(stderr).toMatch(/c\.alloy:6:17: error: component "logs\.echo\.nope\.receiver" does not exist/);
    expect(stderr).not.toContain("Open http");
    expect([await canConnect(page), await canConnect(api)]).toEqual([false, false]);
  });

  it("says so with 1 when the page's port is in use", async () => {
    const port = await occupiedPort();
    const { code, stderr } = await runSluice(["run", "--listen", `127.0.0.1:${port}`, folder.write("c.alloy", ECHO)]);
    expect(code).toBe(1);
    expect(stderr).toContain(`sluice run: 127.0.0.1 port ${port} is in use`);
  });

  it("says so with 1 when there is no such file", async () => {
    expect(await runInProcess("run", folder.path("none.alloy"))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^sluice run: cannot read .*none\.alloy: no such file\n$/m),
    });
  });

  // As SIGTERM does, which stops the others here.
  it("SIGINT ends it with 0, after everything is through", async () => {
    const server = await startSluice(folder.write("c.alloy", source(0, "logs.echo.out.receiver") + ECHO));
    await push(server.pushAddress);
    server.process.kill("SIGINT");
    const { code, stdout, stderr } = await server.finished;
    expect(code).toBe(0);
    expect(stdout).toMatch(/^\S+Z \{a="b"\} hello\n$/);
    expect(stderr).toMatch(/^stopping: .* \(at most 15 s; Ctrl-C again exits at once\)$/m);
  });

  it("reads lines from standard input, and goes on running after its end", async () => {
    const config = `logs.source.stdin "in" {\n forward_to = [logs.echo.out.receiver]\n}\n${ECHO}`;
    const child = spawnSluice(["run", "--listen", "127.0.0.1:0", folder.write("stdin.alloy", config)]);
    const finished = collectOutput(child);
    const ended = untilPrinted(child.stderr!, "standard input has ended");
    const printed = untilPrinted(child.stdout!, "two");
    child.stdin!.end("one\ntwo");
    await Promise.all([ended, printed]);
    child.kill("SIGTERM");
    const { code, stdout } = await finished;
    expect([code, stdout.replace(/^\S+/gm, "T")]).toEqual([0, 'T {job="stdin"} one\nT {job="stdin"} two\n']);
  });

  it("delivers what it has when its terminal closes, with nothing left to write to", async () => {
    const received: string[] = [];
    const sinkPort = await occupiedPort(
      createServer((request, response) => {
        request
          .on("data", (chunk: Buffer) => received.push(chunk.toString()))
          .on("end", () => {
            response.writeHead(204).end();
          });
      }),
    );
    // Held until the stop, by a batch and by a stage that waits for more lines.
    const config = `${source(0, "logs.process.join.receiver")}
logs.process "join" {
  forward_to = [logs.write.out.receiver, logs.echo.out.receiver]
  stage.multiline {
    firstline     = "^#"
    max_wait_time = "1h"
  }
}
${ECHO}
logs.write "out" {
  endpoint {
    url        = "http://127.0.0.1:${sinkPort}/push"
    batch_wait = "1h"
    encoding   = "json"
  }
}
`;
    const server = await startSluice(folder.write("c.alloy", config), [], asInTerminal());
    await push(server.pushAddress);
    server.process.stdout!.destroy();
    server.process.stderr!.destroy();
    // The shell and the system both send it.
    server.process.kill("SIGHUP");
    server.process.kill("SIGHUP");
    const code = await new Promise((resolve) => server.process.on("exit", (...how) => resolve(how)));
    expect(code).toEqual([0, null]);
    expect(received.join("")).toContain('"hello"');
  });

  it("reads its file again on SIGHUP, says where it is wrong, and changes to it where it is right", async () => {
    const process = (version: string) =>
      `${source(0, "logs.process.main.receiver")}logs.process "main" {
  forward_to = [logs.echo.out.receiver]
  stage.static_labels {
    values = { version = "${version}" }
  }
}
${ECHO}`;
    const file = folder.write("c.alloy", process("1"));
    const server = await startSluice(file);
    await push(server.pushAddress);
    const refused = untilPrinted(server.process.stderr!, ": error: unrecognized block name");
    folder.write("c.alloy", process("2").replace("stage.", "stage.no_such_"));
    server.process.kill("SIGHUP");
    await refused;
    await push(server.pushAddress);
    const loaded = untilPrinted(server.process.stderr!, 'msg="the configuration was loaded"');
    folder.write("c.alloy", process("3"));
    server.process.kill("SIGHUP");
    await loaded;
    await push(server.pushAddress);
    const { code, stdout } = await server.stop();
    expect([code, stdout.match(/version="\d"/g)]).toEqual([0, ['version="1"', 'version="1"', 'version="3"']]);
  });

  it("runs all files of a folder as one configuration, in the order of their names", async () => {
    mkdirSync(folder.path("conf"));
    folder.write("conf/b.alloy", source(0, "logs.echo.out.receiver"));
    folder.write("conf/a.alloy", ECHO);
    folder.write("conf/notes.txt", "not one of them");
    const server = await startSluice(folder.path("conf"));
    await push(server.pushAddress);
    folder.write("conf/c.alloy", "\nlogs.echo { }\n");
    const response = await fetch(`${server.url}-/reload`, { method: "POST" });
    expect([response.status, await response.text()]).toEqual([
      400,
      expect.stringMatching(/conf\/c\.alloy:2:1: error: /),
    ]);
    const { code, stdout } = await server.stop();
    expect([code, stdout]).toEqual([0, expect.stringContaining("hello")]);
    expect(await runInProcess("validate", folder.path("conf"))).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/conf\/c\.alloy:2:1: error: /),
    });
  });

  it("says so with 1 where a folder holds no configuration", async () => {
    mkdirSync(folder.path("conf"));
    expect(await runInProcess("run", folder.path("conf"))).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/conf has no \*\.alloy file\n$/),
    });
  });

  it("survives what is thrown and rejected outside of all guards, says so, and counts it", async () => {
    const faulty = folder.write(
      "faulty.mjs",
      `process.on("SIGUSR2", () => {
         setImmediate(() => { throw new Error("thrown astray"); });
         Promise.reject(new Error("rejected astray"));
       });`,
    );
    const server = await startSluice(folder.write("c.alloy", source(0, "logs.echo.out.receiver") + ECHO), [], {
      NODE_OPTIONS: `--import ${pathToFileURL(faulty).href}`,
    });
    const told = untilPrinted(server.process.stderr!, "astray");
    server.process.kill("SIGUSR2");
    await told;
    await push(server.pushAddress);
    const metrics = await (await fetch(`${server.url}metrics`)).text();
    expect(metrics).toContain("\nsluice_component_faults_total 2\n");
    const { code, stdout } = await server.stop();
    expect({ code, stdout }).toEqual({ code: 0, stdout: expect.stringContaining("hello") });
  });

  describe("ends after the stop although something is left", () => {
    const startWith = (preload: string) =>
      startSluice(folder.write("c.alloy", source(0, "logs.echo.out.receiver") + ECHO), [], {
        NODE_OPTIONS: `--import ${pathToFileURL(folder.write("left.mjs", preload)).href}`,
      });

    it("a timer that nobody cancelled", async () => {
      const server = await startWith("setInterval(() => {}, 1000);");
      expect((await server.stop()).code).toBe(0);
    });

    it("output that nobody reads", async () => {
      const port = await freePort();
      const config = folder.write("c.alloy", source(port, "logs.echo.out.receiver") + ECHO);
      const server = spawnSluice(["run", "--listen", "127.0.0.1:0", "--drain-timeout", "1", config]);
      await untilPrinted(server.stderr!, "Open http");
      await push(`127.0.0.1:${port}`, "x".repeat(4_000_000));
      server.kill("SIGTERM");
      expect(await new Promise((resolve) => server.on("exit", (...how) => resolve(how)))).toEqual([0, null]);
    });

    it.skipIf(process.platform === "win32")("a thread that hangs in the system", async () => {
      const pipe = folder.path("pipe");
      execFileSync("mkfifo", [pipe]);
      const server = await startWith(`import { open } from "node:fs"; open(${JSON.stringify(pipe)}, "r", () => {});`);
      server.process.kill("SIGTERM");
      const end = await new Promise((resolve) => server.process.on("exit", (...how) => resolve(how)));
      expect(end).toEqual([null, "SIGKILL"]);
    });
  });

  // Windows knows no signal that cannot be answered.
  it.skipIf(process.platform === "win32")(
    "takes the data directory over from one that was killed, and only then",
    async () => {
      const text = `logs.source.file "app" {\n targets = [{ __path__ = "app.log" }]\n forward_to = []\n}\n`;
      const argv = ["run", "--listen", "127.0.0.1:0", "--data-dir", folder.path("data"), folder.write("c.alloy", text)];
      const first = spawnSluice(argv);
      const ended = collectOutput(first);
      await untilPrinted(first.stderr!, "Open http");
      const second = await runSluice(argv);
      expect(second).toMatchObject({
        code: 1,
        stderr: expect.stringContaining(`is in use by process ${first.pid} on `),
      });
      first.kill("SIGKILL");
      await ended;
      const third = spawnSluice(argv);
      const stopped = collectOutput(third);
      await untilPrinted(third.stderr!, "Open http");
      third.kill("SIGTERM");
      expect((await stopped).code).toBe(0);
    },
  );

  it("continues when nobody reads what logs.echo prints", async () => {
    const server = await startSluice(folder.write("c.alloy", source(0, "logs.echo.out.receiver") + ECHO));
    const told = untilPrinted(server.process.stderr!, "standard output was closed (EPIPE)");
    server.process.stdout!.destroy();
    await push(server.pushAddress);
    await told;
    await push(server.pushAddress);
    expect((await fetch(`${server.url}api/status`)).status).toBe(200);
    expect((await server.stop()).code).toBe(0);
  });

  // The tool that gives a command a terminal of its own is called alike elsewhere, but takes other arguments.
  if (process.platform === "linux") {
    it("ends in order when a real terminal is gone", async () => {
      const config = folder.write("c.alloy", ECHO);
      // Its standard error is a pipe past the terminal, which tells what it says at the very end, and when that is.
      const command = `exec "${process.execPath}" "${SLUICE_BIN}" run --listen 127.0.0.1:0 "${config}" 2>&3`;
      const terminal = spawn("script", ["-qfc", command, "/dev/null"], {
        env: { ...process.env, SLUICE_BUILD: "off" },
        stdio: ["pipe", "pipe", "pipe", "pipe"],
      });
      const said = terminal.stdio[3] as NodeJS.ReadableStream;
      let all = "";
      const ended = new Promise<void>((resolve) => {
        said.on("data", (chunk: Buffer) => {
          all += chunk.toString();
        });
        said.on("end", resolve);
      });
      await untilPrinted(said, "Open http");
      terminal.kill("SIGKILL");
      await ended;
      expect(all.slice(all.indexOf("stopping"))).toBe(stoppingText(15, false));
    });
  }

  // Windows has neither that shell nor signals.
  if (process.platform !== "win32") {
    it("stops when npx, through which it was started, is ended", async () => {
      const config = folder.write("c.alloy", ECHO);
      // What npx does: a shell between it and the command, which a signal does not get through.
      const command = `"${process.execPath}" "${SLUICE_BIN}" run --listen 127.0.0.1:0 "${config}"; exit $?`;
      const shell = spawn("sh", ["-c", command], {
        env: { ...process.env, npm_lifecycle_event: "npx", SLUICE_BUILD: "off" },
      });
      const ended = new Promise<string>((resolve) => {
        let seen = "";
        shell.stderr.on("data", (chunk: Buffer) => {
          seen += chunk.toString();
        });
        // Ends when the last process that holds it has ended.
        shell.stderr.on("end", () => resolve(seen));
      });
      await untilPrinted(shell.stderr, "Open http");
      shell.kill("SIGTERM");
      expect(await ended).toContain("stopping: ");
    });
  }

  it.each([
    ["SIGTERM", 143],
    ["SIGINT", 130],
  ] as const)("a second signal, %s, ends it at once with %d", async (signal, expected) => {
    // A sink that does not answer keeps the stop waiting.
    const port = await occupiedPort(createServer(() => {}));
    const sink = `logs.write "out" {
  endpoint {
    url        = "http://127.0.0.1:${port}/loki/api/v1/push"
    batch_wait = "10ms"
  }
}
`;
    const server = await startSluice(folder.write("c.alloy", source(0, "logs.write.out.receiver") + sink));
    await push(server.pushAddress);
    const stopping = untilPrinted(server.process.stderr!, "stopping: ");
    server.process.kill("SIGTERM");
    await stopping;
    server.process.kill(signal);
    expect((await server.finished).code).toBe(expected);
  });
});
