/** A shadow run of the real command: its processes as they are built. */
import type { ShadowAnswer } from "@sluice/protocol";
import { afterEach, expect, it } from "vitest";
import { type RunningSluice, startSluice } from "../../testing/sluice-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";

const config = (stages: string, more = "") => `logs.source.api "in" {
  http {
    listen_address = "127.0.0.1"
    listen_port    = 0
  }
  forward_to = [logs.process.main.receiver]
}
logs.process "main" {
  forward_to = [logs.echo.out.receiver]
  ${stages}
}
${more}
logs.echo "out" { }
`;

const folder = useTemporaryFolder();
let server: RunningSluice | undefined;
afterEach(async () => {
  await server?.stop();
  server = undefined;
});

async function ask(method: string, path: string, body?: unknown): Promise<{ status: number; value: unknown }> {
  const response = await fetch(new URL(path, server!.url), {
    method,
    ...(body !== undefined && { body: JSON.stringify(body), headers: { "Content-Type": "application/json" } }),
  });
  return { status: response.status, value: await response.json() };
}

const push = (...lines: string[]) =>
  fetch(`http://${server!.pushAddress}/loki/api/v1/push`, {
    method: "POST",
    headers: { "Content-Type": "application/json" },
    body: JSON.stringify({
      streams: [{ stream: { job: "a" }, values: lines.map((line, i) => [String(i + 1), line]) }],
    }),
  });

it("says what a draft would change, and forwards nothing of it", async () => {
  server = await startSluice(folder.write("config.alloy", config("")), ["--data-dir", folder.path("data")]);
  expect((await ask("GET", "/api/shadow")).status).toBe(404);
  const refused = await ask("POST", "/api/shadow", { text: config("stage.nothing { }") });
  expect([refused.status, refused.value]).toMatchObject([400, { diagnostics: [{ code: "unknown-stage" }] }]);
  const draft = config('stage.drop {\n expression = "debug"\n}', 'logs.process "more" {\n forward_to = []\n}');
  const begun = await ask("POST", "/api/shadow", { text: draft, seconds: 600 });
  expect(begun).toMatchObject({ status: 200, value: { state: "running", not_started: ["logs.process.more"] } });
  expect((await ask("POST", "/api/shadow", { text: draft })).status).toBe(409);
  await push("debug a", "info b");
  let answer: ShadowAnswer;
  do answer = (await ask("GET", "/api/shadow")).value as ShadowAnswer;
  while (answer.state === "running" && answer.summary.compared < 2);
  expect(answer).toMatchObject({
    state: "running",
    summary: { compared: 2, different: 1, only_active: 1, out: { active: 2, draft: 1 } },
    cost: { entries: 2 },
  });
  expect(answer.summary.differences[0]!.input.line).toBe("debug a");
  expect(answer.cost.memory_bytes).toBeGreaterThan(0);
  expect((await ask("DELETE", "/api/shadow")).value).toMatchObject({ state: "stopped", summary: { different: 1 } });
  const { stdout } = await server.stop();
  expect(stdout.trim().split("\n").length).toBe(2);
});

it("compares the stages of a draft in the component that they are for, which goes on sending", async () => {
  const running = config('stage.static_labels {\n values = { a = "1" }\n}');
  server = await startSluice(folder.write("config.alloy", running), ["--data-dir", folder.path("data")]);
  const text = 'stage.drop {\n expression = "debug"\n}\n';
  const into = "logs.process.main";
  expect(await ask("POST", "/api/shadow", { text, into: "logs.process.none" })).toMatchObject({ status: 400 });
  expect(await ask("POST", "/api/shadow", { text, from: "stages" })).toMatchObject({ status: 400 });
  const begun = await ask("POST", "/api/shadow", { text, into, how: "append", seconds: 600 });
  expect(begun).toMatchObject({ status: 200, value: { state: "running", into, shared: [into] } });
  await push("debug a", "info b", "info c");
  let answer: ShadowAnswer;
  do answer = (await ask("GET", "/api/shadow")).value as ShadowAnswer;
  while (answer.state === "running" && answer.summary.compared < 3);
  expect(answer.summary).toMatchObject({ same: 2, only_active: 1, out: { active: 3, draft: 2 } });
});
