/** What `sluice run` says that it runs, and when it stops. */
import { expect, it } from "vitest";
import { collectOutput, spawnSluice, untilPrinted } from "../../testing/sluice-process.ts";
import { useTemporaryFolder } from "../../testing/temporary-folder.ts";
import { runsText, stoppingText } from "./run.ts";

const folder = useTemporaryFolder();
const ECHO = 'logs.echo "out" { }\n';

it("says after a restart that it runs what was deployed, and not what its file holds", async () => {
  const file = folder.write("c.alloy", ECHO);
  const argv = ["run", "--listen", "127.0.0.1:0", "--data-dir", folder.path("kept"), file];
  const run = async (meanwhile: (url: string) => Promise<unknown>) => {
    const child = spawnSluice(argv);
    const ended = collectOutput(child);
    const said = await untilPrinted(child.stderr!, "/\n");
    await meanwhile(/Open (\S+)/.exec(said)![1]!);
    child.kill("SIGTERM");
    return (await ended).stderr;
  };
  const deploy = (url: string) =>
    fetch(new URL("api/deploy", url), {
      method: "POST",
      headers: { "Content-Type": "application/json" },
      body: JSON.stringify({ text: `${ECHO}// mine\n`, user: "ann" }),
    });
  expect(await run(deploy)).toContain(`Sluice runs ${file}. Open http`);
  const [line] = /^Sluice runs.*$/m.exec(await run(async () => {}))!;
  expect(line).toMatch(/^Sluice runs version 2, deployed at \S+Z by ann, and not what \S+c\.alloy holds\. Open http/);
});

it.each([
  [{}, "Sluice runs c.alloy"],
  [
    { version: 3, loaded: { at: "AT", via: "rollback" } },
    "Sluice runs version 3, rolled back to at AT, and not what c.alloy holds",
  ],
  [
    { version: 3, loaded: { at: "AT", via: "start" } },
    "Sluice runs version 3, loaded at AT, and not what c.alloy holds",
  ],
  [{ version: 3 }, "Sluice runs version 3, and not what c.alloy holds"],
] as const)("says of %j what runs", (running, expected) => {
  expect(runsText("c.alloy", false, running)).toBe(expected);
  expect(runsText("c.alloy", true, running)).toBe("Sluice runs c.alloy");
});

it("says that it stops on a line of its own, after the terminal's ^C, and how long it may take", () => {
  const line = "stopping: the intake closes, buffers are sent (at most 2.5 s; Ctrl-C again exits at once)\n";
  expect([stoppingText(2.5, true), stoppingText(2.5, false)]).toEqual([`\n${line}`, line]);
});

it("says what is wrong with a text that it cannot read without the secrets of its lines", async () => {
  const text =
    'logs.write "w" {\n  endpoint {\n    basic_auth {\n      username = "u" password = "sekret12345"\n    }\n  }\n}\n';
  const { code, stderr } = await collectOutput(
    spawnSluice(["run", "--listen", "127.0.0.1:0", folder.write("broken.alloy", text)]),
  );
  expect(code).toBe(1);
  expect(stderr).toContain("broken.alloy:4:");
  expect(stderr).toContain('******** * "***********"');
  expect(stderr).not.toContain("sekret12345");
});
