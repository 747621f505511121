/** Alloy's components for logs, profiles and targets that Sluice does not run, up to the release that `NEWEST_ALLOY` names. */
import type { GraphKind } from "./component-spec.ts";

export interface AlloyOnly {
  readonly kind: GraphKind | "other";
  /** What to do instead, as an imperative. */
  readonly instead: string;
}

const PODS = "let logs.source.file read /var/log/pods on each node, with stage.cri";
const SEND_LOGS = "let Alloy collect these logs, and send them to logs.source.api with its loki.write";
const SEND_PROFILES =
  "let Alloy collect these profiles, and send them to profiles.receive_http with its pyroscope.write";
const TARGET_FILE = "let discovery.file read the targets from a file that another program writes";

const PROCESSOR = "let stages of logs.process change the entries that logs.source.otlp makes of logs";

const EXPORTER =
  "let logs.source.otlp make entries of logs: its labels come from a fixed list of resource attributes, and the hints for labels (loki.*.labels) have no effect there";

const source = (instead: string): AlloyOnly => ({ kind: "source", instead });

/** By Alloy's names. */
const BY_NAME = new Map<string, AlloyOnly>([
  ["loki.rules.kubernetes", { kind: "other", instead: "load the rules into Loki with lokitool" }],
  ["loki.source.kubernetes", source(PODS)],
  ["loki.source.podlogs", source(PODS)],
  ...[
    "awsfirehose",
    "azure_event_hubs",
    "cloudflare",
    "gcplog",
    "heroku",
    "kafka",
    "kubernetes_events",
    "windowsevent",
  ].map((name) => [`loki.source.${name}`, source(SEND_LOGS)] as const),
  ...["ebpf", "java", "scrape"].map((name) => [`pyroscope.${name}`, source(SEND_PROFILES)] as const),
  ...(
    "aws azure consul consulagent digitalocean dns dockerswarm ec2 eureka gce hetzner http ionos kubelet kubernetes kuma " +
    "lightsail linode marathon nerve nomad openstack ovhcloud process puppetdb scaleway serverset triton uyuni"
  )
    .split(" ")
    .map((name) => [`discovery.${name}`, source(TARGET_FILE)] as const),
  ["otelcol.receiver.otlp", source("receive logs by OTLP with logs.source.otlp")],
  ["otelcol.receiver.loki", source("receive entries of Loki's with logs.source.api")],
  ...["attributes", "filter", "k8sattributes", "resourcedetection", "transform"].map((name): [string, AlloyOnly] => [
    `otelcol.processor.${name}`,
    { kind: "other", instead: PROCESSOR },
  ]),
  ["otelcol.processor.batch", { kind: "other", instead: "leave it out: logs.write sends entries in batches" }],
  ["otelcol.exporter.loki", { kind: "other", instead: EXPORTER }],
]);

/** By all names, in both dialects. */
export const ALLOY_ONLY: ReadonlyMap<string, AlloyOnly> = new Map(
  [...BY_NAME].flatMap(([name, one]) => {
    const ours = name.replace(/^loki\./, "logs.").replace(/^pyroscope\./, "profiles.");
    return [...new Set([name, ours])].map((each) => [each, one] as const);
  }),
);
