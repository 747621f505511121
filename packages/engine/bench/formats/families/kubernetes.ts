/** Logs of Kubernetes, and those of containers as its runtimes wrap them. */
import { MILLISECOND, SECOND } from "@sluice/languages/base";
import type { Draft, LogFormat } from "../corpus.ts";
import { levelOf } from "../levels.ts";
import type { LogWriter } from "../log-writer.ts";
import { say } from "../messages.ts";
import { SECRETS } from "../secrets.ts";
import { springBoot2 } from "./jvm-and-net.ts";

const MICROSECONDS = 1000n;

function audit(w: LogWriter): Draft {
  const [verb, code, username] = [
    w.pick(["get", "list", "watch", "create", "patch", "delete"]),
    w.pick([200, 200, 201, 403, 404, 409]),
    w.pick(["system:serviceaccount:kube-system:deployment-controller", "system:node:node-a3", "kubernetes-admin"]),
  ];
  const [token, leaks] = [SECRETS.jwt(w), w.chance(0.03)];
  const resource = w.pick(["pods", "secrets", "configmaps", "deployments"]);
  const received = w.now - BigInt(w.int(1, 9_000)) * MICROSECONDS;
  const stamp = (at: bigint) =>
    `${new Date(Number(at / MILLISECOND)).toISOString().slice(0, -1)}${String((at / MICROSECONDS) % 1000n).padStart(3, "0")}Z`;
  const entry = {
    kind: "Event",
    apiVersion: "audit.k8s.io/v1",
    level: w.pick(["Metadata", "Metadata", "RequestResponse", "Request"]),
    auditID: w.uuid(),
    stage: w.pick(["ResponseComplete", "RequestReceived"]),
    requestURI: `/api/v1/namespaces/default/${resource}${w.chance(0.5) ? "?limit=500" : `/${w.word()}-${w.hex(5)}`}`,
    verb,
    user: { username, groups: ["system:authenticated"] },
    sourceIPs: [w.ipv4()],
    userAgent: w.pick(["kubectl/v1.30.1 (linux/amd64) kubernetes/6911225", "kube-controller-manager/v1.30.1"]),
    objectRef: { resource, namespace: "default", name: w.word(), apiVersion: "v1" },
    responseStatus: { metadata: {}, code },
    ...(leaks && { requestObject: { kind: "TokenReview", spec: { token } } }),
    requestReceivedTimestamp: stamp(received),
    stageTimestamp: w.time("%Y-%m-%dT%H:%M:%S.%6Z"),
    annotations: { "authorization.k8s.io/decision": "allow", "authorization.k8s.io/reason": "" },
  };
  // What it calls a level is how much of the request it records.
  return {
    text: JSON.stringify(entry),
    otherTime: received,
    values: [verb, String(code), username],
    secrets: leaks ? [token] : [],
  };
}

function coredns(w: LogWriter): Draft {
  const [name, type, result] = [
    `${w.word()}.default.svc.cluster.local.`,
    w.pick(["A", "AAAA", "SRV"]),
    w.pick(["NOERROR", "NOERROR", "NXDOMAIN", "SERVFAIL"]),
  ];
  if (w.chance(0.1)) {
    const message = `plugin/errors: 2 ${name} ${type}: read udp ${w.ipv4()}:${w.port()}->8.8.8.8:53: i/o timeout`;
    return { text: `[ERROR] ${message}`, time: null, level: "error", values: [] };
  }
  return {
    text: `[INFO] ${w.chance(0.1) ? `[2001:db8::${w.hex(3)}]` : w.ipv4()}:${w.port()} - ${w.int(1, 65535)} "${type} IN ${name} udp ${w.int(30, 90)} false 512" ${result} qr,rd,ra ${w.int(50, 300)} 0.000${w.digits(6)}s`,
    time: null,
    level: "info",
    values: [name, result],
  };
}

function etcd(w: LogWriter): Draft {
  const level = w.pick(["info", "info", "warn", "error", "debug"]);
  const [msg, caller] = w.pick([
    ["compact tree index", "mvcc/index.go:214"],
    ["apply request took too long", "etcdserver/util.go:170"],
    ["saved snapshot to disk", "etcdserver/server.go:1402"],
  ] as const);
  return {
    text: JSON.stringify({
      level,
      ts: w.time("%Y-%m-%dT%H:%M:%S.%3Z"),
      caller,
      msg,
      revision: w.int(1, 99999),
      took: `${w.int(1, 900)}.${w.digits(3)}ms`,
    }),
    level: levelOf(level),
    values: [msg, caller],
  };
}

function klogOf(w: LogWriter): Draft & { readonly body: string } {
  const [letter, file] = [
    w.pick(["I", "I", "I", "W", "E", "F"]),
    `${w.pick(["kubelet", "reconciler_common", "prober"])}.go:${w.int(10, 2900)}`,
  ];
  const said = w.chance(0.04) ? say(w, 1) : undefined;
  const message =
    said?.message ??
    w.of<string>([
      [3, () => `"SyncLoop UPDATE" source="api" pods=["default/${w.word()}-${w.hex(5)}"]`],
      [
        2,
        () =>
          `"Probe failed" probeType="Readiness" pod="default/${w.word()}" containerName="app" probeResult="failure" output="Get \\"http://${w.ipv4()}:8080/healthz\\": dial tcp: connect: connection refused"`,
      ],
      [
        1,
        () =>
          `Trace[${w.digits(9)}]: "Reflector ListAndWatch" name:k8s.io/client-go/informers/factory.go:150 (total time: ${w.int(1000, 90_000)}ms)`,
      ],
    ]);
  const body = `${letter}${w.time("%m%d %H:%M:%S.%6")} ${String(w.int(1, 99999)).padStart(7)} ${file}] ${message}`;
  return {
    body,
    text: body,
    level: levelOf(letter),
    values: [file, ...(said === undefined ? [wholeOrQuoted(message)] : [])],
    secrets: said?.secrets ?? [],
  };
}

/** A structured message begins with its text in quotes. */
const wholeOrQuoted = (message: string): readonly string[] => {
  const quoted = /^"([^"]+)"/.exec(message)?.[1];
  return quoted === undefined ? [message] : [message, quoted];
};

function klog(w: LogWriter): Draft {
  const { body: _, ...draft } = klogOf(w);
  return draft;
}

/** Each line of `draft` as the container runtime writes it; the time that it was written is as right as the program's. */
function inCri(w: LogWriter, draft: Draft, own: bigint | undefined): Draft {
  const head = `${w.time("%Y-%m-%dT%H:%M:%S.%9Z")} ${w.pick(["stdout", "stdout", "stderr"])} F `;
  return {
    ...draft,
    time: w.now,
    otherTime: own,
    text: draft.text
      .split("\n")
      .map((line) => `${head}${line}`)
      .join("\n"),
  };
}

const criOdd = (w: LogWriter): string =>
  inCri(
    w,
    { text: w.pick(["", `{"level":"info","msg":"half`, "Picked up JAVA_TOOL_OPTIONS: -Xmx512m", "listening …"]) },
    undefined,
  ).text;

function criJson(w: LogWriter): Draft {
  const [level, said, caller] = [
    w.pick(["info", "info", "warn", "error", "debug"]),
    say(w),
    `orders/${w.word()}.go:${w.int(10, 400)}`,
  ];
  const text = JSON.stringify({
    level,
    time: w.time("%Y-%m-%dT%H:%M:%S.%3Z"),
    caller,
    msg: said.message,
    trace_id: w.hex(32),
  });
  return inCri(
    w,
    { text, level: levelOf(level), values: [caller, ...said.values], secrets: said.secrets },
    w.now - (w.now % MILLISECOND),
  );
}

function docker(w: LogWriter): Draft {
  const [method, path, status] = [w.method(), w.path(), String(w.status())];
  const log = `${w.ip()} - ${w.chance(0.1) ? w.user() : "-"} [${w.time("%d/%b/%Y:%H:%M:%S %z")}] "${method} ${path} HTTP/1.1" ${status} ${w.int(0, 90_000)} "-" "${w.agent()}" "-"\n`;
  return {
    text: JSON.stringify({ log, stream: "stdout", time: w.time("%Y-%m-%dT%H:%M:%S.%9Z") }),
    otherTime: w.now - (w.now % SECOND),
    values: [method, path, status],
  };
}

function argo(w: LogWriter): Draft {
  const [level, application, said] = [
    w.pick(["info", "info", "warning", "error", "debug"]),
    `argocd/${w.word()}`,
    say(w, 0.03),
  ];
  return {
    text: `time="${w.time("%Y-%m-%dT%H:%M:%SZ")}" level=${level} msg=${JSON.stringify(said.message)} application=${application} dest-server="https://kubernetes.default.svc" took_ms=${w.int(1, 900)}`,
    level: levelOf(level),
    values: [application, ...said.values],
    secrets: said.secrets,
  };
}

export const KUBERNETES: readonly LogFormat[] = [
  { name: "kubernetes-audit", unit: MICROSECONDS, write: audit },
  { name: "coredns", odd: () => "CoreDNS-1.11.1", write: coredns },
  { name: "etcd", write: etcd },
  { name: "kubelet-klog", unit: MICROSECONDS, write: klog },
  {
    name: "cri-spring-boot",
    unit: 1n,
    entries: 120,
    odd: criOdd,
    write: (w) => inCri(w, springBoot2(w), w.now - (w.now % MILLISECOND)),
  },
  { name: "cri-json", unit: 1n, odd: criOdd, write: criJson },
  { name: "cri-klog", unit: 1n, odd: criOdd, write: (w) => inCri(w, klog(w), w.now - (w.now % MICROSECONDS)) },
  {
    name: "docker-nginx",
    unit: 1n,
    odd: (w) =>
      JSON.stringify({
        log: `${w.time("%Y/%m/%d %H:%M:%S")} [notice] 1#1: start worker process ${w.int(20, 40)}\n`,
        stream: "stderr",
        time: w.time("%Y-%m-%dT%H:%M:%S.%9Z"),
      }),
    write: docker,
  },
  { name: "argocd", unit: SECOND, write: argo },
];
