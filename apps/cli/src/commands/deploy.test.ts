import { PassThrough } from "node:stream";
import { ConfigFiles, createLogger, type ServerOptions, SluiceServer } from "@sluice/server";
import { TEST_CERTIFICATE } from "@sluice/server/testing/certificate";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { freePort } from "../testing/free-port.ts";
import { runInProcess } from "../testing/run-in-process.ts";
import { useTemporaryFolder } from "../testing/temporary-folder.ts";

const folder = useTemporaryFolder();
const config = (token: string) => `logs.process "a" {
  forward_to = []
  stage.static_labels {
    values = { v = "${token}" }
  }
}
`;
let server: SluiceServer;
beforeEach(() => startWith());
async function startWith(options: Partial<ServerOptions> = {}): Promise<void> {
  const text = config("1");
  const started = await SluiceServer.start({
    configFile: folder.write("c.alloy", text),
    config: ConfigFiles.one("c.alloy", text),
    host: "127.0.0.1",
    port: 0,
    page: folder.path("page"),
    version: "1",
    log: createLogger(
      "error",
      () => {},
      () => new Date(0),
    ),
    print: () => undefined,
    dataDir: folder.path("data"),
    ...options,
  });
  if (!started.ok) throw new Error(started.message);
  server = started.server;
}
const { isTTY } = process.stderr;
afterEach(() => {
  vi.restoreAllMocks();
  process.stderr.isTTY = isTTY;
  return server.stop();
});

const onServer = (command: string, ...argv: string[]) => runInProcess(command, "--to", server.url, ...argv);

describe("a server's configuration", () => {
  it("is deployed, listed, compared and rolled back", async () => {
    const file = folder.write("new.alloy", config("2"));
    expect(await onServer("deploy", "--note", "second", "--base", "1", file)).toEqual({
      code: 0,
      stdout: "The server runs it as version 2.\n",
      stderr: "",
    });
    expect((await onServer("deploy", file)).stdout).toBe("The server runs it already as version 2.\n");
    const { stdout } = await onServer("versions");
    expect(stdout).toMatch(
      /^\* 2 {2}\S+Z {2}loaded {2}deploy by \S+ from 127\.0\.0\.1 {2}second\n {2}1 {2}\S+Z {2}loaded {2}start\n$/,
    );
    expect((await onServer("versions", "2")).stdout).toContain(
      '-    values = { v = "1" }\n+    values = { v = "2" }\n',
    );
    expect((await onServer("rollback", "1")).stdout).toBe("The server runs it as version 3.\n");
    expect((await onServer("versions", "--against", "1", "3")).stdout).toBe(
      "Nothing differs from version 1 but perhaps secrets.\n",
    );
  });

  it("changes nothing where something is wrong, names the place, and exits with 1", async () => {
    const bad = folder.write("bad.alloy", config("2").replace("forward_to", "forward_too"));
    const { code, stdout, stderr } = await onServer("deploy", bad);
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(/^bad\.alloy:2:3: error: [^\n]+\n {4}forward_too = \[\]\n {4}\^+\n/m);
  });

  it("names --into where a file has stages alone", async () => {
    const stages = folder.write("stages.alloy", 'stage.drop { expression = "x" }\n');
    const { code, stderr } = await onServer("deploy", stages);
    expect([code, stderr]).toEqual([1, expect.stringContaining("FILE is a bare body of stages: --into COMPONENT")]);
  });

  it("stays where another version runs than it was made from, with 1", async () => {
    await onServer("deploy", "--note", "theirs", folder.write("new.alloy", config("2")));
    const { code, stderr } = await onServer("deploy", "--base", "1", folder.write("mine.alloy", config("3")));
    expect(code).toBe(1);
    expect(stderr).toMatch(
      /^sluice deploy: version 1 is not the one that runs, which is 2\n .* deploy by .*: theirs\n$/,
    );
  });

  it("cannot be changed where there is no server, nor to a version that is not there: 1", async () => {
    const file = folder.write("new.alloy", config("2"));
    expect(await runInProcess("deploy", "--to", "http://127.0.0.1:1/", file)).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^sluice deploy: cannot reach http:\/\/127\.0\.0\.1:1\/: /),
    });
    const { url } = server;
    const away = new URL(url);
    away.port = String(await freePort());
    for (const host of ["127.0.0.1", "localhost"]) {
      away.hostname = host;
      expect((await runInProcess("versions", "--to", away.href)).stderr).toBe(
        `sluice versions: cannot reach ${away.href}: connection refused: is the server running, and is this the address of its page?\n`,
      );
    }
    expect(await onServer("rollback", "7")).toEqual({
      code: 1,
      stdout: "",
      stderr: "sluice rollback: there is no version 7\n",
    });
  });

  it("needs the token where the server asks for one", async () => {
    await server.stop();
    await startWith({ tokens: { full: "the-token-for-all-0" } });
    const token = folder.write("token", "the-token-for-all-0\n");
    expect(await onServer("versions")).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/^sluice versions: http:\S+ asks for a token: .* with --token-file\n$/),
    });
    expect((await onServer("versions", "--token-file", token)).code).toBe(0);
    expect((await onServer("versions", "--token-file", folder.write("short", "short"))).stderr).toMatch(
      /must hold a token of at least 16 characters/,
    );
  });

  it("says how a certificate is trusted that nobody known has signed", async () => {
    await server.stop();
    const { cert, key } = TEST_CERTIFICATE;
    await startWith({ tls: { certFile: folder.write("cert.pem", cert), keyFile: folder.write("key.pem", key) } });
    expect((await onServer("versions")).stderr).toMatch(
      /^sluice versions: cannot reach https:\S+: self-signed certificate; .* NODE_EXTRA_CA_CERTS\n$/,
    );
  });

  it.each([
    ["--yes", ["--yes"]],
    ["nobody asked", []],
  ])("is not changed with %s where another is loaded after it was looked at", async (_what, more) => {
    const { fetch } = globalThis;
    vi.stubGlobal("fetch", async (url: URL, init: RequestInit) => {
      const answer = await fetch(url, init);
      if (url.pathname === "/api/validate")
        await fetch(new URL("/api/deploy", url), {
          ...init,
          body: JSON.stringify({ text: config("theirs"), user: "them" }),
        });
      return answer;
    });
    const { code, stdout, stderr } = await onServer("deploy", ...more, folder.write("mine.alloy", config("mine")));
    expect([code, stdout]).toEqual([1, ""]);
    expect(stderr).toMatch(
      /^sluice deploy: nothing was changed: another configuration was loaded after this command looked at what runs\. Run it again to see what would stop now\.\n {2}\S+Z deploy by them from 127\.0\.0\.1: \(no note\)\n$/,
    );
    vi.unstubAllGlobals();
    expect((await onServer("versions", "2")).stdout).toContain('+    values = { v = "theirs" }');
  });

  it("stops nothing that matters before somebody has said yes", async () => {
    const whole = `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.process.a.receiver]
}

${config("1").replace("[]", "[logs.echo.out.receiver]")}
logs.echo "out" { }
`;
    const file = folder.write("whole.alloy", whole);
    expect(await onServer("deploy", file)).toMatchObject({ code: 0, stderr: "" });
    const bare = folder.write("bare.alloy", config("2").replace('"a"', '"b"'));
    const refused = await onServer("deploy", bare);
    expect([refused.code, refused.stdout]).toEqual([3, ""]);
    const STOPS = `What stops:
!                      There is no source any more: no entries come in.
!                      There is no sink any more: entries are sent and written nowhere.
!  logs.source.api.in  The free port closes: clients that push logs to it get connection refused.
!  logs.echo.out       Entries are no longer printed.
-  logs.process.a      It ends, and its stage with it.
`;
    expect(refused.stderr).toBe(
      `${STOPS}sluice deploy: nothing was changed. Add --yes to deploy it all the same. To change the stages of one component alone, name it: --into COMPONENT puts those of one pipeline (--from) in their place, with --append after them. What runs has logs.process.a.\n`,
    );
    expect((await onServer("versions")).stdout).toMatch(/^\* 2 /);
    // Its stages alone take nothing away.
    expect(await onServer("deploy", "--into", "logs.process.a", bare)).toMatchObject({ code: 0, stderr: "" });
    expect((await onServer("versions", "3")).stdout).toContain(
      '-    values = { v = "1" }\n+    values = { v = "2" }\n',
    );
    expect((await onServer("deploy", "--into", "logs.process.b", bare)).stderr).toBe(
      "The configuration that runs has no logs.process.b: it has logs.process.a.\n",
    );
    expect(await onServer("deploy", "--yes", bare)).toEqual({
      code: 0,
      stdout: "The server runs it as version 4.\n",
      stderr: STOPS,
    });
    // So is going back.
    await onServer("rollback", "3");
    expect(await onServer("rollback", "4")).toEqual({
      code: 3,
      stdout: "",
      stderr: `${STOPS}sluice rollback: nothing was changed. Add --yes to roll back all the same.\n`,
    });
    expect((await onServer("rollback", "--yes", "4")).code).toBe(0);
  });

  it.each([
    ["y", 0],
    ["YES", 0],
    ["n", 3],
    ["", 3],
    [null, 3],
  ])("asks at a terminal, where %j gives %i", async (answer, code) => {
    const typed = Object.assign(new PassThrough(), { isTTY: true });
    vi.spyOn(process, "stdin", "get").mockReturnValue(typed as unknown as typeof process.stdin);
    process.stderr.isTTY = true;
    await onServer(
      "deploy",
      "--yes",
      folder.write("demo.alloy", `logs.source.demo "d" {\n  forward_to = []\n}\n${config("1")}`),
    );
    const asked = onServer("deploy", folder.write("bare.alloy", config("2")));
    if (answer === null) typed.end();
    else typed.write(`${answer}\n`);
    const { code: ended, stderr } = await asked;
    expect(ended).toBe(code);
    expect(stderr).toContain("Deploy it all the same? [y/N] ");
    expect(stderr.endsWith("Nothing was changed.\n")).toBe(code === 3);
  });

  it.each([
    [["run", "--protect-metrics", "x"], "--protect-metrics needs --token-file"],
    [["run", "--read-token-file", "x", "x"], "--read-token-file needs --token-file"],
    [["deploy"], "FILE is missing"],
    [["deploy", "--to", "server", "x"], "--to must be an address"],
    [["deploy", "--base", "x", "y"], "--base must be the number"],
    [["deploy", "--from", "logs.process.a", "y"], "--from needs --into"],
    [["deploy", "--append", "y"], "--append needs --into"],
    [["rollback"], "give the number of one version"],
    [["rollback", "0"], "N must be the number of a version"],
    [["versions", "--against", "1"], "--against needs a version"],
  ])("is not asked for by %j: 2", async (argv, message) => {
    const { code, stderr } = await runInProcess(...argv);
    expect([code, stderr]).toEqual([2, expect.stringContaining(message)]);
  });
});

describe("a journal that is renamed with entries in it", () => {
  const journal = (name: string) => `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.journal.${name}.receiver]
}
logs.journal "${name}" {
  forward_to = [logs.write.away.receiver]
}
logs.write "away" {
  endpoint {
    url = "http://127.0.0.1:9/loki/api/v1/push"
    queue_config {
      drain_timeout = "1ms"
    }
  }
}
`;
  const journals = async () => {
    const answer = await fetch(new URL("/api/journals", server.url));
    const { journals: all } = (await answer.json()) as { journals: { component: string; waiting: number }[] };
    return all.map(({ component, waiting }) => `${component}: ${waiting}`);
  };
  beforeEach(async () => {
    await server.stop();
    await startWith({ config: ConfigFiles.one("c.alloy", journal("old")) });
    const { listening } = server.status().components.find(({ id }) => id === "logs.source.api.in")!.details;
    const pushed = await fetch(`http://${listening}/loki/api/v1/raw`, { method: "POST", body: "precious" });
    expect([pushed.status, await journals()]).toEqual([204, ["logs.journal.old: 1"]]);
  });

  it("is not deployed without a word about them, and says who can take them over", async () => {
    const answer = await onServer("deploy", folder.write("new.alloy", journal("new")));
    expect([answer.code, answer.stdout]).toEqual([3, ""]);
    expect(answer.stderr).toContain("One entry in it is not delivered yet");
    expect(answer.stderr).toContain(
      "logs.journal.new can take over the 1 entry of logs.journal.old: --take-over logs.journal.old=logs.journal.new\n",
    );
  });

  it("hands them over with --take-over, and nothing stops", async () => {
    const file = folder.write("new.alloy", journal("new"));
    const { code, stderr } = await onServer("deploy", "--take-over", "logs.journal.old=logs.journal.new", file);
    expect([code, stderr.includes("not delivered yet"), await journals()]).toEqual([0, false, ["logs.journal.new: 1"]]);
  });

  it("asks at a terminal", async () => {
    const stdin = Object.assign(new PassThrough(), { isTTY: true });
    vi.spyOn(process, "stdin", "get").mockReturnValue(stdin as unknown as typeof process.stdin);
    process.stderr.isTTY = true;
    stdin.end("y\n");
    const { code, stderr } = await onServer("deploy", folder.write("new.alloy", journal("new")));
    expect(stderr).toContain("Shall logs.journal.new take over the 1 entry of logs.journal.old? [y/N]");
    expect([code, await journals()]).toEqual([0, ["logs.journal.new: 1"]]);
  });

  it.each(["old", "=new", "a=b=c"])("refuses --take-over %s", async (pair) => {
    const { code, stderr } = await onServer("deploy", "--take-over", pair, folder.write("new.alloy", journal("new")));
    expect([code, stderr.includes("--take-over must be OLD=NEW")]).toEqual([2, true]);
  });
});
