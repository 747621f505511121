// Files that configurations from outside name, and what can stand in place of a file: links, pipes, devices, two gigabytes
// of nothing.
import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { messageOf } from "../base/message-of.mjs";
import { ask, CONFIG } from "./ask.mjs";
import { intake, SINK, writer } from "./upstream.mjs";
import { timeout, until } from "./victim.mjs";

const PASSWORD = "s3cr3t-of-the-operator";
/** @param {string} path */
const tail = (path, more = "") => `logs.source.file "f" {
  targets    = [{ __path__ = ${JSON.stringify(path)} }]
  forward_to = [logs.write.up.receiver]
  ${more}
}
`;
/** @param {string} path */
const file = (path, more = "") => `logs.write.file "w" {
  path = ${JSON.stringify(path)}
  ${more}
}
`;

/** @param {string} path */
function makeSparse(path) {
  writeFileSync(path, "");
  truncateSync(path, 2 ** 31);
}

/**
 * Deploys a configuration, and waits until it has had the time to do harm; gives the status.
 * @param {import("./victim.mjs").Victim} victim
 * @param {string} text
 */
async function deploy(victim, text) {
  const { status } = await ask(victim, "POST", "api/deploy", { text });
  if (status === 200) await timeout(1500);
  return status;
}

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = [
  {
    name: "files: what the server keeps, named by a deployed configuration",
    quick: true,
    async run(t) {
      const upstream = await t.upstream();
      const data = join(t.folder, "data");
      const own = `${CONFIG}logs.write "own" {
  endpoint {
    url = "http://127.0.0.1:9"
    basic_auth {
      username = "u"
      password = "${PASSWORD}"
    }
  }
}
`;
      mkdirSync(join(t.folder, "open"));
      if (process.platform !== "win32") symlinkSync(join(data, "versions"), join(t.folder, "open/back"));
      const args = ["--data-dir", data, "--allow-path", join(t.folder, "open"), "--allow-path", t.folder];
      const victim = await t.victim(own, { args });
      t.expect(readFileSync(join(data, "versions/1.json"), "utf8").includes(PASSWORD), "there is nothing to steal");
      const up = CONFIG + writer(upstream.url);
      /** @param {string} expression */
      const stolen = (expression) =>
        `${up}logs.process "x" {\n  forward_to = [logs.write.up.receiver]\n  stage.static_labels {\n    values = { x = ${expression} }\n  }\n}\n`;
      const version = JSON.stringify(join(data, "versions/1.json"));
      for (const text of [
        ...["versions/*.json", "versions/1.json", "**", "*/*", "v*/?.json", "files/../versions/1.json"].map(
          (path) => up + tail(join(data, ".").concat("/", path)),
        ),
        up + tail("data/versions/1.json"),
        up + tail(join(t.folder, "open/back/1.json")),
        up + tail(join(t.folder, "open/**/*.json")) + file(join(data, "versions/7.json")),
        up + tail("/proc/self/cwd/data/versions/1.json"),
        `local.file "v" {\n  filename = ${version}\n}\n${stolen("local.file.v.content")}`,
        up.replace("endpoint {", `endpoint {\n    bearer_token_file = ${version}`),
        up.replace("endpoint {", `endpoint {\n    tls_config {\n      ca_file = ${version}\n    }`),
        `${up}discovery.file "d" {\n  files = [${version}]\n}\n`,
        `${up}logs.process "g" {\n  forward_to = []\n  stage.geoip {\n    source  = "a"\n    db      = ${version}\n    db_type = "city"\n  }\n}\n`,
        up + file(join(data, "server-1.lock")),
        up + file(join(data, "positions.json")),
      ]) {
        const status = await deploy(victim, text);
        t.expect(status === 400, `${status} for ${text.slice(CONFIG.length, CONFIG.length + 400)}`);
      }
      for (const route of ["api/shadow", "api/validate"]) {
        const { text } = await ask(victim, "POST", route, { text: stolen("local.file.v.content") });
        t.expect(!text.includes(PASSWORD), `${route} gives it away`);
      }
      t.expect(!upstream.lines.join("\n").includes(PASSWORD), "the password was sent");
      const fine = `${intake("logs.write.file.w.receiver")}${file(join(data, "files/out.log"))}`;
      t.expect((await deploy(victim, fine)) === 200, "the folder for files cannot be used");
    },
  },
  {
    name: "files: logs of others that a deployed configuration rotates away",
    async run(t) {
      const open = join(t.folder, "open");
      mkdirSync(open);
      const log = join(open, "access.log");
      const old = join(open, "access.log.20250101T000000.000Z");
      writeFileSync(log, "GET / 200\n".repeat(1000));
      writeFileSync(old, "GET /old 200\n");
      const before = readFileSync(log, "utf8");
      /** @param {string} path */
      const rotating = (path) =>
        `${intake("logs.write.file.w.receiver")}${file(path, 'max_size  = "1B"\n  max_files = 1\n  max_age = "1s"')}`;
      const reading = await t.victim(CONFIG, { args: ["--data-dir", join(t.folder, "a"), "--allow-path", open] });
      t.expect((await deploy(reading, rotating(log))) === 400, "a folder that may be read may be written");
      const args = ["--data-dir", join(t.folder, "b"), "--allow-write-path", open];
      const victim = await t.victim(CONFIG, { args });
      t.expect((await deploy(victim, rotating(log))) === 200, "a folder that may be written may not");
      const address = JSON.parse((await ask(victim, "GET", "api/status")).text).components[0].details.listening;
      for (let i = 0; i < 3; i++) {
        const body = JSON.stringify({ streams: [{ stream: { a: "b" }, values: [["1", "x"]] }] });
        const headers = { "Content-Type": "application/json" };
        await fetch(`http://${address}/loki/api/v1/push`, { method: "POST", headers, body }).catch(() => {});
        await timeout(1500);
      }
      t.expect(existsSync(old), "a file that it did not make was removed");
      t.expect(existsSync(log) && readFileSync(log, "utf8").startsWith(before), "a log of others is gone");
      t.expect(readdirSync(open).length === 2, `there are ${readdirSync(open)}`);
      const own = join(open, "own.log");
      t.expect((await deploy(victim, rotating(own))) === 200, "a file of its own is refused");
    },
  },
  {
    name: "files: links that lead out of what is allowed, also after the check",
    async run(t) {
      if (process.platform === "win32") return;
      const upstream = await t.upstream();
      const [open, secret] = ["open", "secret"].map((name) => join(t.folder, name));
      for (const folder of [open, secret]) mkdirSync(folder);
      const key = join(secret, "s.log");
      writeFileSync(key, `${PASSWORD}\n`);
      symlinkSync(key, join(open, "link.log"));
      symlinkSync(secret, join(open, "folder"));
      const late = join(open, "late.log");
      writeFileSync(late, "fine\n");
      const out = join(open, "out.log");
      const args = ["--data-dir", join(t.folder, "data"), "--allow-path", open, "--allow-write-path", open];
      const victim = await t.victim(CONFIG, { args });
      const up = CONFIG + writer(upstream.url);
      for (const pattern of ["*.log", "*/s.log", "**/*.log"])
        t.expect((await deploy(victim, up + tail(join(open, pattern)))) === 200, `${pattern} is refused`);
      t.expect(await until(() => upstream.lines.includes("fine")), "what may be read is not");
      const writes = `${intake("logs.write.file.w.receiver", "in2")}${file(out)}`;
      t.expect((await deploy(victim, up + tail(late) + writes)) === 200, "a file and an output are refused");
      /** @type {{ components: readonly { id: string, details: { listening?: string } }[] }} */
      const { components } = JSON.parse((await ask(victim, "GET", "api/status")).text);
      const listening = components.find(({ id }) => id === "logs.source.api.in2")?.details.listening;
      const body = JSON.stringify({ streams: [{ stream: { a: "b" }, values: [["1", "written"]] }] });
      const headers = { "Content-Type": "application/json" };
      const push = () => fetch(`http://${listening}/loki/api/v1/push`, { method: "POST", headers, body });
      // Names that go back and forth between a file, a link to another, and a link to a folder.
      for (const end = performance.now() + 6000; performance.now() < end; ) {
        for (const [name, to] of [
          [late, key],
          [out, key],
          [out, join(secret, "made.log")],
        ]) {
          symlinkSync(to, `${name}.next`);
          renameSync(`${name}.next`, name);
          await push();
          await timeout(60);
          rmSync(name);
          writeFileSync(late, `fine ${performance.now()}\n`);
        }
      }
      t.expect(!upstream.lines.join("\n").includes(PASSWORD), "what a link leads to was sent");
      t.expect(readFileSync(key, "utf8") === `${PASSWORD}\n`, "what a link leads to was written");
      t.expect(readdirSync(secret).length === 1, `a link was followed to make ${readdirSync(secret)}`);
    },
  },
  {
    name: "files: a configuration that is a pipe, a device or two gigabytes at a reload",
    async run(t) {
      if (process.platform === "win32") return;
      const victim = await t.victim(CONFIG, { args: ["--data-dir", join(t.folder, "data")] });
      const path = join(t.folder, "config.alloy");
      const reload = () =>
        Promise.race([
          ask(victim, "POST", "-/reload", "").catch((error) => ({ status: 0, text: messageOf(error) })),
          timeout(5000),
        ]);
      /** @param {() => void} make */
      const put = (make) => {
        rmSync(path, { force: true });
        make();
      };
      /** @type {readonly (readonly [what: string, make: () => void])[]} */
      const others = [
        ["a pipe", () => execFileSync("mkfifo", [path])],
        ["a device", () => symlinkSync("/dev/zero", path)],
        ["two gigabytes", () => makeSparse(path)],
      ];
      for (const [what, make] of others) {
        put(make);
        const answer = await reload();
        t.expect(answer?.status === 400, `${what}: ${answer === undefined ? "no answer" : answer.status}`);
        const { status } =
          (await Promise.race([ask(victim, "POST", "api/deploy", { text: `${CONFIG}\n` }), timeout(5000)])) ?? {};
        t.expect(status === 200, `after ${what} a deploy is not answered`);
        t.expect((await victim.push(["hello"])) === 204, `after ${what} it does not answer any more`);
      }
      put(() => writeFileSync(path, SINK + intake("logs.process.sink.receiver")));
      t.expect((await reload())?.status === 200, "a file in its place is not loaded");
      put(() => execFileSync("mkfifo", [path]));
      await reload();
      const begun = performance.now();
      const { code } = await victim.stop();
      t.expect(code === 0 && performance.now() - begun < 10_000, "the stop took longer than it may");
    },
  },
];
