/** Containers as targets, with the labels that Prometheus' discovery gives them. */
import type { Target } from "@sluice/engine";

/** What is read of the engine's `/containers/json`. */
export interface Container {
  readonly Id: string;
  readonly Names?: readonly string[] | null;
  readonly Labels?: Readonly<Record<string, string>> | null;
  readonly Ports?: readonly Port[] | null;
  readonly HostConfig?: { readonly NetworkMode?: string } | null;
  readonly NetworkSettings?: { readonly Networks?: Readonly<Record<string, Attachment>> | null } | null;
}

interface Port {
  readonly IP?: string;
  readonly PrivatePort: number;
  readonly PublicPort?: number;
  readonly Type?: string;
}

interface Attachment {
  readonly IPAddress?: string;
  readonly NetworkID?: string;
}

/** What is read of the engine's `/networks`. */
export interface Network {
  readonly Id: string;
  readonly Name?: string;
  readonly Scope?: string;
  readonly Internal?: boolean;
  readonly Ingress?: boolean;
  readonly Labels?: Readonly<Record<string, string>> | null;
}

export interface TargetOptions {
  /** Of containers that map none. */
  readonly port: number;
  /** Of containers that use the network of their host. */
  readonly hostNetworkingHost: string;
  readonly matchFirstNetwork: boolean;
}

const META = "__meta_docker_";
const SHARED = "container:";

const nameOf = (text: string): string => text.replace(/[^a-zA-Z0-9_]/gu, "_");

/** One target for each container's network and port, in an order that follows from them alone. */
export function toTargets(
  containers: readonly Container[],
  networks: readonly Network[],
  options: TargetOptions,
): readonly Target[] {
  const byId = new Map(containers.map((one) => [one.Id, one]));
  const about = new Map(networks.map((one) => [one.Id, networkLabels(one)]));
  return containers
    .toSorted((a, b) => (a.Id < b.Id ? -1 : 1))
    .flatMap((container) => [...targetsOf(container, byId, about, options)]);
}

function* targetsOf(
  container: Container,
  byId: ReadonlyMap<string, Container>,
  about: ReadonlyMap<string, readonly (readonly [string, string])[]>,
  { port, hostNetworkingHost, matchFirstNetwork }: TargetOptions,
): Generator<Target> {
  const [name] = container.Names ?? [];
  if (name === undefined) return;
  const mode = container.HostConfig?.NetworkMode ?? "";
  const common: [string, string][] = [
    [`${META}container_id`, container.Id],
    [`${META}container_name`, name],
    [`${META}container_network_mode`, mode],
    ...Object.entries(container.Labels ?? {}).map(([label, value]): [string, string] => [
      `${META}container_label_${nameOf(label)}`,
      value,
    ]),
  ];
  const owner = mode.startsWith(SHARED) ? byId.get(mode.slice(SHARED.length)) : container;
  const attached = Object.entries(owner?.NetworkSettings?.Networks ?? {}).sort(([a], [b]) => (a < b ? -1 : 1));
  for (const [, { IPAddress: ip = "", NetworkID: id = "" }] of matchFirstNetwork ? attached.slice(0, 1) : attached) {
    const here: [string, string][] = [
      ...common,
      [`${META}network_ip`, ip],
      ...((about.get(id) as [string, string][] | undefined) ?? []),
    ];
    const ports = (owner?.Ports ?? []).filter(({ Type }) => Type === "tcp");
    for (const { IP, PrivatePort, PublicPort = 0 } of ports) {
      const labels = [...here, [`${META}port_private`, String(PrivatePort)] as const];
      if (PublicPort > 0) labels.push([`${META}port_public`, String(PublicPort)], [`${META}port_public_ip`, IP ?? ""]);
      yield new Map([...labels, ["__address__", `${ip}:${PrivatePort}`]]);
    }
    if (ports.length === 0)
      yield new Map([...here, ["__address__", mode === "host" ? hostNetworkingHost : `${ip}:${port}`]]);
  }
}

const networkLabels = (network: Network): [string, string][] => [
  [`${META}network_id`, network.Id],
  [`${META}network_name`, network.Name ?? ""],
  [`${META}network_scope`, network.Scope ?? ""],
  [`${META}network_internal`, String(network.Internal ?? false)],
  [`${META}network_ingress`, String(network.Ingress ?? false)],
  ...Object.entries(network.Labels ?? {}).map(([label, value]): [string, string] => [
    `${META}network_label_${nameOf(label)}`,
    value,
  ]),
];
