import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type ComponentArgs, type discoveryDocker, type logsSourceDocker, MINUTE, SECOND } from "@sluice/engine";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import {
  CollectingReceiver,
  componentOf,
  never,
  type TestContext,
  testContext,
  until,
  valuesOf,
} from "../../testing/fixtures.ts";
import { StubEngine, type StubLine } from "../../testing/stub-engine.ts";
import { DockerDiscovery } from "../discovery/discovery-docker.ts";
import { DockerSource } from "./source-docker.ts";

type Args = ComponentArgs<typeof logsSourceDocker>;

let folder: string;
let engine: StubEngine;
let next: CollectingReceiver;
let context: TestContext;
const sources: DockerSource[] = [];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "sluice-docker-"));
  engine = new StubEngine(folder);
  await engine.start();
  next = new CollectingReceiver();
  context = testContext("logs.source.docker.in", { dataDir: join(folder, "data") });
});
afterEach(async () => {
  for (const source of sources.splice(0)) await source.drain(Promise.resolve());
  await engine.stop();
  rmSync(folder, { recursive: true, force: true });
});

const target = (id: string, more = "") =>
  `{ __meta_docker_container_id = "${id}", __meta_docker_container_name = "/${id}"${more} }`;
const argsOf = (targets: string, more = "") =>
  componentOf(
    "logs.source.docker",
    `logs.source.docker "in" {
       host    = "${engine.host}"
       targets = [${targets}]
       labels  = { job = "docker" }
       ${more}
       forward_to = []
     }
     logs.relabel "r" {
       forward_to = []
       rule {
         source_labels = ["__meta_docker_container_name", "__meta_docker_container_log_stream"]
         target_label  = "from"
       }
       rule {
         source_labels = ["from"]
         regex         = ".*noisy.*"
         action        = "drop"
       }
     }`,
  ).args as Args;

async function start(targets: string, more = "relabel_rules = logs.relabel.r.rules"): Promise<DockerSource> {
  const source = new DockerSource(argsOf(targets, more), next, context);
  sources.push(source);
  await source.start();
  return source;
}

/** At a second after 08:00. */
const line = (second: number, text: string, stream: StubLine["stream"] = "stdout"): StubLine => ({
  stream,
  time: `2026-01-15T08:00:${String(second).padStart(2, "0")}.000000000Z`,
  text: `${text}\n`,
});
const shown = () => next.entries.map(({ labels, line: text }) => `${labels} ${text}`);

describe("logs of containers", () => {
  it("are not followed by what has ended, also where that comes amid its start", async () => {
    const source = new DockerSource(argsOf(target("a")), next, context);
    const starting = source.start();
    await source.drain(never);
    await starting;
    expect([source.details().containers, context.scheduler.pending]).toEqual([0, 0]);
  });

  it("are followed, with the labels of their targets relabelled, and the time of the engine", async () => {
    engine.add("a");
    engine.add("b", true);
    engine.write("a", line(1, "one"));
    await start(`${target("a", ', env = "x"')}, ${target("b")}, ${target("a", ', env = "second"')}`);
    await until(() => next.lines.length === 1 && engine.readers("b") === 1);
    engine.write("a", line(2, "two", "stderr"));
    await until(() => next.lines.length === 2);
    engine.write("b", line(3, "three"));
    await until(() => next.lines.length === 3);
    expect(shown()).toEqual([
      '{env="x", from="/a;stdout", job="docker"} one',
      '{env="x", from="/a;stderr", job="docker"} two',
      '{from="/b;stdout", job="docker"} three',
    ]);
    expect(next.entries[0]!.timestamp).toBe(BigInt(Date.parse("2026-01-15T08:00:01Z")) * 1_000_000n);
    expect(valuesOf(context.metrics.collect(0n)).logs_source_docker_target_entries_total).toBe(3);
  });

  it("go on where they were after they break off, without what was read already", async () => {
    engine.add("a");
    engine.write("a", line(1, "one"), line(1, "same time"));
    await start(target("a"));
    await until(() => next.lines.length === 2);
    engine.end("a");
    await until(() => context.scheduler.pending === 2);
    engine.write("a", line(1, "third of that time"), line(2, "two"));
    await context.scheduler.advance(SECOND);
    await until(() => next.lines.length === 4);
    expect(next.lines).toEqual(["one", "same time", "third of that time", "two"]);
  });

  it.each([
    ["", false],
    [" of a terminal", true],
  ])(
    "have the last text of a container%s that ended no line, once, and go on behind it: it was lost",
    async (_name, tty) => {
      engine.add("a", tty);
      const begun = (second: number, text: string) => ({ ...line(second, text), text });
      engine.write("a", line(1, "one"), begun(2, "panic: "));
      await start(target("a"));
      await until(() => next.lines.length === 1);
      // It stops, twice without anything new, and is started again.
      for (let stops = 0; stops < 2; stops++) {
        await until(() => engine.readers("a") === 1);
        engine.end("a");
        await until(() => next.lines.length === 2 && context.scheduler.pending === 2);
        await context.scheduler.advance(MINUTE);
      }
      await until(() => engine.readers("a") === 1);
      engine.write("a", begun(3, "again"), line(3, "!"), line(4, "four"));
      await until(() => next.lines.length === 4);
      expect(next.lines).toEqual(["one", "panic: ", expect.stringMatching(/^again/), "four"]);
    },
  );

  it("say when the engine is away, and go on when it is back", async () => {
    engine.add("a");
    const source = await start(target("a"));
    await until(() => engine.readers("a") === 1);
    await engine.stop();
    await until(() => source.health.state === "unhealthy");
    expect(source.health.message).toMatch(/^the container's log broke off/);
    await engine.start();
    engine.write("a", line(1, "one"));
    await context.scheduler.advance(MINUTE);
    await until(() => next.lines.length === 1);
    expect(source.health.state).toBe("healthy");
  });

  it("are read again after a restart as far as they were not settled", async () => {
    engine.add("a");
    next.releases = false;
    const source = await start(target("a"));
    engine.write("a", line(1, "one"), line(2, "two"), line(3, "three"));
    await until(() => next.lines.length === 3);
    next.entries[0]!.origin!.release("delivered");
    next.entries[2]!.origin!.release("delivered");
    await source.drain(never);
    await source.close();
    next = new CollectingReceiver();
    await start(target("a"));
    await until(() => next.lines.length === 2);
    expect(next.lines).toEqual(["two", "three"]);
  });

  it("are handed on again where they come back, since a component ended that had them, also once there is room", async () => {
    engine.add("a");
    next.releases = false;
    await start(target("a"));
    engine.write("a", line(1, "one"), line(2, "two"), line(3, "three"));
    await until(() => next.lines.length === 3);
    const [one, two, three] = next.entries.splice(0);
    one!.origin!.release("delivered");
    three!.origin!.release("returned");
    two!.origin!.release("returned");
    await context.scheduler.advance(0n);
    expect(next.lines).toEqual(["two", "three"]);
    next.blocked = true;
    for (const { origin } of next.entries.splice(0)) origin!.release("returned");
    await context.scheduler.advance(0n);
    engine.write("a", line(4, "four"));
    await until(() => valuesOf(context.metrics.collect(0n)).logs_source_docker_target_entries_total === 4);
    next.blocked = false;
    await until(() => next.lines.length === 3);
    expect(next.lines.toSorted()).toEqual(["four", "three", "two"]);
    engine.write("a", line(5, "five"));
    await until(() => next.lines.length === 4);
  });

  it("are left and taken up again as targets change, and dropped lines are behind the place", async () => {
    engine.add("a");
    engine.add("noisy");
    engine.write("noisy", line(1, "dropped"));
    const source = await start(`${target("a")}, ${target("noisy")}`);
    await until(() => valuesOf(context.metrics.collect(0n)).logs_source_docker_relabel_dropped_total === 1);
    engine.write("a", line(1, "one"));
    await until(() => next.lines.length === 1);
    source.update(argsOf("", "relabel_rules = logs.relabel.r.rules"))!();
    await until(() => engine.readers("a") === 0 && engine.readers("noisy") === 0);
    engine.write("a", line(2, "two"));
    source.update(argsOf(target("a"), "relabel_rules = logs.relabel.r.rules"))!();
    await until(() => next.lines.length === 2);
    expect(next.lines).toEqual(["one", "two"]);
    expect(source.update({ ...argsOf(""), host: "tcp://localhost:1" })).toBeUndefined();
  });

  it("are not read while there is no room", async () => {
    engine.add("a");
    next.blocked = true;
    await start(target("a"));
    engine.write("a", line(1, "one"));
    await until(() => valuesOf(context.metrics.collect(0n)).logs_source_docker_target_entries_total === 1);
    engine.write("a", line(2, "two"));
    next.blocked = false;
    await until(() => next.lines.length === 2);
    expect(next.lines).toEqual(["one", "two"]);
  });
});

describe("containers as targets", () => {
  const args = (more = "") =>
    componentOf("discovery.docker", `discovery.docker "all" {\n host = "${engine.host}"\n${more}\n}`)
      .args as ComponentArgs<typeof discoveryDocker>;
  const web = {
    Id: "w1",
    Names: ["/web"],
    Labels: { "com.example/team": "a" },
    HostConfig: { NetworkMode: "front" },
    Ports: [
      { IP: "0.0.0.0", PrivatePort: 80, PublicPort: 8080, Type: "tcp" },
      { PrivatePort: 53, Type: "udp" },
    ],
    NetworkSettings: {
      Networks: { front: { IPAddress: "10.0.0.2", NetworkID: "n1" }, zeta: { IPAddress: "10.1.0.2" } },
    },
  };

  async function look(more = "") {
    const changed: number[] = [];
    const own = testContext("discovery.docker.all", { exportsChanged: () => void changed.push(1) });
    const discovery = new DockerDiscovery(args(more), own);
    await discovery.start();
    await discovery.looked();
    const targets = () => {
      const { targets: value } = discovery.exports;
      return value?.kind === "targets" ? value.targets.map((one) => Object.fromEntries(one)) : [];
    };
    return { discovery, targets, own, changed };
  }

  it("have labels of container, network and port", async () => {
    engine.networks = [
      { Id: "n1", Name: "front", Scope: "local", Internal: false, Ingress: false, Labels: { a: "b" } },
    ];
    engine.containers = [
      web,
      { Id: "h1", Names: ["/h"], HostConfig: { NetworkMode: "host" }, NetworkSettings: { Networks: { host: {} } } },
      { Id: "s1", Names: ["/side"], HostConfig: { NetworkMode: "container:w1" }, NetworkSettings: { Networks: {} } },
    ];
    const { discovery, targets, changed } = await look();
    expect(changed).toHaveLength(1);
    const side = targets()[1]!;
    expect(targets().map(({ __address__ }) => __address__)).toEqual(["localhost", "10.0.0.2:80", "10.0.0.2:80"]);
    expect(side.__meta_docker_container_name).toBe("/side");
    expect(targets()[2]).toEqual({
      __address__: "10.0.0.2:80",
      __meta_docker_container_id: "w1",
      __meta_docker_container_name: "/web",
      __meta_docker_container_network_mode: "front",
      __meta_docker_container_label_com_example_team: "a",
      __meta_docker_network_ip: "10.0.0.2",
      __meta_docker_network_id: "n1",
      __meta_docker_network_name: "front",
      __meta_docker_network_scope: "local",
      __meta_docker_network_internal: "false",
      __meta_docker_network_ingress: "false",
      __meta_docker_network_label_a: "b",
      __meta_docker_port_private: "80",
      __meta_docker_port_public: "8080",
      __meta_docker_port_public_ip: "0.0.0.0",
    });
    await discovery.drain();
  });

  it("are filtered by the engine, stay while it is away, and are found again", async () => {
    engine.containers = [web];
    const { discovery, targets, own } = await look(
      'filter {\n name = "label"\n values = ["x=y"]\n}\nmatch_first_network = false',
    );
    expect(decodeURIComponent(engine.asked[0]!)).toBe('/containers/json?filters={"label":["x=y"]}');
    expect(targets()).toHaveLength(2);
    await engine.stop();
    await own.scheduler.advance(MINUTE);
    await discovery.looked();
    expect([targets().length, discovery.health.state]).toEqual([2, "unhealthy"]);
    expect(discovery.health.message).toMatch(/^the engine cannot be reached: /);
    await engine.start();
    engine.containers = [];
    await own.scheduler.advance(MINUTE);
    await discovery.looked();
    expect([targets(), discovery.health.state]).toEqual([[], "healthy"]);
    await discovery.drain();
  });
});
