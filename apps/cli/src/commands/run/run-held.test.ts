/** What stages hold while a server stops, starts again or changes its configuration: a file's lines come once each, and whole. */
import { appendFileSync } from "node:fs";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type LokiReceiver, startLokiReceiver } from "../../testing/loki-receiver.ts";
import { type RunningSluice, startSluice } from "../../testing/sluice-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const folder = useTemporaryFolder();
let loki: LokiReceiver;
let server: RunningSluice | undefined;
beforeEach(async () => {
  loki = await startLokiReceiver();
});
afterEach(async () => {
  await server?.stop();
  server = undefined;
  await loki.close();
});

const TIMEOUT = { timeout: 60_000 };
const lines = () =>
  loki
    .all()
    .flatMap(({ entries }) => entries.map(({ line }) => line))
    .sort();
const log = (text: string) => appendFileSync(folder.path("app.log"), text);
const cri = (flag: string, text: string) => `2024-05-17T08:30:15Z stdout ${flag} ${text}\n`;

const CRI = "stage.cri { }";
const inMatch = (stage: string) => `stage.match {\n selector = \`{job="app"}\`\n ${stage}\n}`;
const LIMIT = "stage.limit {\n rate = 0.001\n burst = 1\n}";
const MULTILINE = 'stage.multiline {\n firstline = "^#"\n max_wait_time = "1h"\n}';

const config = (stages: string) => `logs.source.file "app" {
  targets    = [{ __path__ = "app.log", job = "app" }]
  forward_to = [logs.process.main.receiver]
}

logs.process "main" {
  forward_to = [logs.write.up.receiver]
  ${stages}
}

logs.write "up" {
  endpoint {
    url        = "${loki.url}"
    batch_wait = "10ms"
  }
}
`;

const start = async () => {
  server = await startSluice(folder.path("config.alloy"), ["--data-dir", folder.path("data"), "--drain-timeout", "6"]);
};

/** Of the stages: how many entries came in, and are held. In = out + dropped + held. */
async function balance() {
  const text = await (await fetch(`${server!.url}metrics`)).text();
  const value = (name: string) =>
    Number(new RegExp(`^logs_process_entries_${name}\\{[^}]*\\} (\\d+)$`, "m").exec(text)?.[1] ?? 0);
  const [entered, out, dropped, held] = ["in_total", "out_total", "dropped_total", "held"].map(value);
  expect(entered).toBe(out! + dropped! + held!);
  return { entered, held };
}

const reload = async (stages: string) => {
  folder.write("config.alloy", config(stages));
  const { status } = await fetch(`${server!.url}-/reload`, { method: "POST" });
  expect(status).toBe(200);
};

it.each([
  ["", CRI],
  [" inside a match", inMatch(CRI)],
])(
  "a partial line that cri holds%s when the server stops is joined with what comes after the next start",
  async (_name, stages) => {
    folder.write("config.alloy", config(stages));
    log(cri("F", "one") + cri("P", "hoge ") + cri("P", "fuga"));
    await start();
    await expect.poll(balance, TIMEOUT).toEqual({ entered: 3, held: 2 });
    const { code, stderr } = await server!.stop();
    expect([code, stderr.includes("could not be delivered"), stderr.includes("lost")]).toEqual([0, false, false]);
    expect(lines()).toEqual(["one"]);

    await start();
    await expect.poll(balance, TIMEOUT).toEqual({ entered: 2, held: 2 });
    log(cri("F", " piyo") + cri("F", "two"));
    await expect.poll(lines, TIMEOUT).toEqual(["hoge fuga piyo", "one", "two"]);
    expect(await balance()).toEqual({ entered: 4, held: 0 });
  },
  120_000,
);

it.each([
  ["is replaced by another with the stage", CRI, "", `${CRI}\nstage.decolorize { }`],
  ["is taken out of the pipeline", CRI, "", "stage.decolorize { }"],
  ["is taken out with the match around it", inMatch(CRI), "", ""],
])(
  "a partial line that cri holds leaves as an entry when the stage %s, and is not read again",
  async (_name, stages, _none, after) => {
    folder.write("config.alloy", config(stages));
    log(cri("F", "one") + cri("P", "fuga"));
    await start();
    await expect.poll(balance, TIMEOUT).toEqual({ entered: 2, held: 1 });
    await reload(after);
    await expect.poll(lines, TIMEOUT).toEqual(["fuga", "one"]);
    expect(await balance()).toEqual({ entered: 0, held: 0 });
    await server!.stop();
    await start();
    log("two\n");
    await expect.poll(lines, TIMEOUT).toEqual(["fuga", "one", "two"]);
    expect(await balance()).toMatchObject({ entered: 1 });
  },
  120_000,
);

it("a partial line that cri holds leaves as an entry when the component is removed", async () => {
  folder.write("config.alloy", config(CRI));
  log(cri("P", "fuga"));
  await start();
  await expect.poll(balance, TIMEOUT).toEqual({ entered: 1, held: 1 });
  folder.write(
    "config.alloy",
    config(CRI)
      .replace("[logs.process.main.receiver]", "[logs.write.up.receiver]")
      .replace(/logs\.process[\s\S]*?\n}\n/, ""),
  );
  expect((await fetch(`${server!.url}-/reload`, { method: "POST" })).status).toBe(200);
  await expect.poll(lines, TIMEOUT).toEqual(["fuga"]);
}, 240_000);

it("a block of multiline leaves whole when the server stops, and what a limit holds is read again", async () => {
  folder.write("config.alloy", config(`${inMatch(MULTILINE)}\n${LIMIT}`));
  log("# a\nb\n# c\nd\n# e\nf\n");
  await start();
  // The first block took the token, the second waits for one, and the third is held in front of it.
  await expect.poll(balance, TIMEOUT).toEqual({ entered: 5, held: 3 });
  await server!.stop();
  await expect.poll(lines, TIMEOUT).toEqual(["# a\nb"]);
  folder.write("config.alloy", config(MULTILINE));
  await start();
  await expect.poll(balance, TIMEOUT).toEqual({ entered: 4, held: 2 });
  await server!.stop();
  await expect.poll(lines, TIMEOUT).toEqual(["# a\nb", "# c\nd", "# e\nf"]);
}, 240_000);

it("a line that waits for a limit in a match while others pass it by comes once, and so do they", async () => {
  folder.write("config.alloy", config(`stage.match {\n selector = \`{job="app"} |= "L"\`\n ${LIMIT}\n}`));
  log("L1\nL2\n3\n");
  await start();
  await expect.poll(lines, TIMEOUT).toEqual(["3", "L1"]);
  expect(await balance()).toEqual({ entered: 3, held: 1 });
  await server!.stop();
  expect(lines()).toEqual(["3", "L1", "L2"]);
  await start();
  log("4\n");
  await expect.poll(lines, TIMEOUT).toEqual(["3", "4", "L1", "L2"]);
}, 240_000);
