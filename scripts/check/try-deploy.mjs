// `npm run test:deploy`: tries what `deploy` holds, as far as this machine can: the steps of the Dockerfile replayed in an
// empty folder and the image's command run there, the systemd unit, and the chart rendered by helm and compared with the
// schemas of Kubernetes. Tools that are missing are named and left out: helm (`go install
// helm.sh/helm/v3/cmd/helm@v3.16.4`), kubernetes-validate (from PyPI), systemd-analyze.
import { spawn, spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { codeOf, messageOf } from "../base/message-of.mjs";

const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const START_MS = 60_000;
let failed = 0;
let passed = 0;

/**
 * @param {string} name
 * @param {() => string | undefined | Promise<void>} action Gives why it is left out.
 */
async function step(name, action) {
  try {
    const left = await action();
    if (typeof left === "string") return console.log(`left out  ${name}: ${left}`);
    passed++;
    console.log(`passed    ${name}`);
  } catch (error) {
    failed++;
    console.error(`FAILED    ${name}: ${messageOf(error)}`);
  }
}

/**
 * @param {string} what
 * @param {boolean} ok
 * @returns {asserts ok}
 */
function expect(what, ok) {
  if (!ok) throw new Error(what);
}

/**
 * Gives what a command printed; undefined where it is not there. Throws where it fails.
 * @param {string} command
 * @param {readonly string[]} args
 * @param {{ cwd?: string }} options
 */
function run(command, args, options = {}) {
  const { error, status, stdout, stderr } = spawnSync(command, args, {
    encoding: "utf8",
    maxBuffer: 1 << 28,
    ...options,
  });
  if (codeOf(error) === "ENOENT") return undefined;
  expect(`${command} ${args.join(" ")}: ${stderr}${stdout}`, status === 0);
  return stdout;
}

/** Instructions, continued lines joined. */
const instructions = readFileSync(join(root, "deploy/docker/Dockerfile"), "utf8")
  .replaceAll(/\\\n/g, " ")
  .split("\n")
  .filter((line) => /^[A-Z]+ /.test(line))
  .map((line) => ({ name: line.slice(0, line.indexOf(" ")), rest: line.slice(line.indexOf(" ") + 1) }));

/**
 * What the last stage says of itself.
 * @param {string} name
 */
function last(name) {
  const found = instructions.findLast((one) => one.name === name);
  expect(`the Dockerfile has ${name}`, found !== undefined);
  return found.rest;
}

async function replayDockerfile() {
  const scratch = mkdtempSync(join(tmpdir(), "sluice-image-"));
  /**
   * A file system for each stage, by its name.
   * @type {Map<string, string>}
   */
  const stages = new Map();
  let own = "";
  let folder = "/";
  /** @param {string} path */
  const at = (path) => join(own, path.startsWith("/") ? path : join(folder, path));
  try {
    for (const { name, rest } of instructions) {
      if (name === "FROM") {
        const [, stage = "final"] = / AS (\w+)/.exec(rest) ?? [];
        own = join(scratch, stage);
        folder = "/";
        mkdirSync(own);
        stages.set(stage, own);
      } else if (name === "WORKDIR") {
        folder = rest;
        mkdirSync(at(folder), { recursive: true });
      } else if (name === "COPY") {
        const [, from] = /--from=(\w+)/.exec(rest) ?? [];
        const [source, target] = rest.split(" ").filter((one) => !one.startsWith("--"));
        if (from !== undefined) cpSync(join(stages.get(from) ?? "", source), at(target), { recursive: true });
        // The context is what is tracked.
        else
          for (const file of (run("git", ["ls-files"], { cwd: root }) ?? "").trim().split("\n"))
            cpSync(join(root, file), join(at(target), file), { recursive: true });
      } else if (name === "RUN") {
        const text = rest.replaceAll(/(^|\s)\/(packed|data)\b/g, `$1${own}/$2`);
        run("sh", ["-c", text.replace("npm ci", "npm ci --prefer-offline")], { cwd: at(folder) });
      }
    }
    await useImage(own, scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

/**
 * Runs the image's command as it is there, but for its port, until its health check passes.
 * @param {string} image
 * @param {string} scratch
 */
async function useImage(image, scratch) {
  const config = join(scratch, "etc");
  mkdirSync(config);
  writeFileSync(join(config, "config.alloy"), 'logs.echo "out" { }\n');
  /** @param {string} text */
  const here = (text) =>
    text
      .replace("/nodejs/bin/node", process.execPath)
      .replace(/^\/(opt|var)\//, `${image}/$1/`)
      .replace(/^\/etc\/sluice$/, config);
  /** @type {string[]} */
  const [command, ...entry] = JSON.parse(last("ENTRYPOINT")).map(here);
  /** @type {string[]} */
  /** @type {string[]} */
  const given = JSON.parse(last("CMD"));
  const args = given.map(here).map((one) => one.replace(":3180", ":0"));
  expect("nothing runs as root", /^65532:/.test(last("USER")));
  const child = spawn(command, [...entry, ...args], {
    cwd: join(image, last("WORKDIR")),
    stdio: ["ignore", "ignore", "pipe"],
    env: {
      PATH: process.env.PATH,
      ...Object.fromEntries(
        last("ENV")
          .split(" ")
          .map((one) => one.split(/=(.*)/s)),
      ),
    },
  });
  const ended = new Promise((resolve) => child.on("close", resolve));
  try {
    /** @type {string} */
    const url = await new Promise((resolve, reject) => {
      let seen = "";
      child.stderr.on("data", (some) => {
        seen += some;
        const [, found] = /Open (http:\S+)/.exec(seen) ?? [];
        if (found) resolve(found);
      });
      child.on("close", () => reject(new Error(seen)));
      setTimeout(() => reject(new Error(`it did not start: ${seen}`)), START_MS).unref();
    });
    /** @type {string[]} */
    const check = JSON.parse(last("HEALTHCHECK").replace(/^.*? CMD /, "")).map(here);
    /** @param {string} address */
    const checkAt = (address) =>
      run(
        check[0],
        check.slice(1).map((one) => one.replace("http://127.0.0.1:3180/", address)),
      );
    expect("the health check passes", checkAt(url) === "");
    expect("the page is in it", (await (await fetch(url)).text()).includes("<html"));
  } finally {
    child.kill("SIGTERM");
  }
  expect("it ends in order", (await ended) === 0);
}

function checkUnit() {
  const printed = run("systemd-analyze", ["verify", "--man=no", join(root, "deploy/systemd/sluice.service")]);
  return printed === undefined ? "systemd-analyze is not here" : undefined;
}

const CHART = join(root, "deploy/helm/sluice");
const HELM = process.env.HELM ?? "helm";
const VALIDATE = process.env.KUBERNETES_VALIDATE ?? "kubernetes-validate";
/** The version that it is rendered for: one that was built from its sources takes an old one. */
const KUBERNETES = "1.31.0";
const TOKEN = ["--set", "token=a-token-of-sixteen"];

function renderChart() {
  if (run(HELM, ["version"]) === undefined) return "helm is not here";
  run(HELM, ["lint", "--strict", CHART, ...TOKEN]);
  const without = spawnSync(HELM, ["template", "x", CHART, "--kube-version", KUBERNETES], { encoding: "utf8" });
  expect(
    "a chart without a token is refused",
    without.status !== 0 && without.stderr.includes("token (or existingSecret)"),
  );
  const scratch = mkdtempSync(join(tmpdir(), "sluice-chart-"));
  try {
    const cases = [TOKEN, ["--set", "existingSecret=mine,serviceMonitor.enabled=true,readToken=another-token-of-it"]];
    for (const values of cases) {
      const text = run(HELM, [
        "template",
        "some",
        CHART,
        "--namespace",
        "logs",
        "--kube-version",
        KUBERNETES,
        ...values,
      ]);
      expect("helm is still here", text !== undefined);
      for (const kind of ["StatefulSet", "Service", "ConfigMap"])
        expect(`there is a ${kind}`, text.includes(`kind: ${kind}\n`));
      const documents = text.split(/^---$/m).filter((one) => one.includes("kind:"));
      // Its schema is the operator's, not Kubernetes'.
      const known = documents.filter((one) => !one.includes("kind: ServiceMonitor"));
      const file = join(scratch, "all.yaml");
      writeFileSync(file, known.join("---\n"));
      if (run(VALIDATE, ["--strict", "--quiet", file]) === undefined)
        return "rendered; kubernetes-validate is not here";
    }
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
  return undefined;
}

await step("the unit of systemd", checkUnit);
await step("the chart", renderChart);
await step("the steps of the Dockerfile in an empty folder", replayDockerfile);
console.log(`${passed} passed, ${failed} failed`);
process.exitCode = failed === 0 ? 0 : 1;
