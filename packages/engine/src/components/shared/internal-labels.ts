/**
 * Labels of targets and messages that discovery and sources set for rules, as Alloy's reference and `systemd.journal-fields`
 * list them: known ones are not mistyped. A name with a `<` ends in anything.
 */

import { nearest } from "@sluice/languages/base";
import { addTo } from "../../base/add-to.ts";

const kubernetes = (text: string): string[] => text.split(" ").map((name) => `__meta_kubernetes_${name}`);
const prefixed = (prefix: string, text: string): string[] => text.split(" ").map((name) => `${prefix}${name}`);

const OBJECTS = ["node", "namespace", "pod", "service", "endpoints", "endpointslice", "ingress"];

const NAMES = [
  ...kubernetes("namespace node_name node_provider_id"),
  ...kubernetes("service_cluster_ip service_loadbalancer_ip service_external_name service_name service_type"),
  ...kubernetes("service_port_name service_port_number service_port_protocol"),
  ...kubernetes("pod_name pod_ip pod_ready pod_phase pod_node_name pod_host_ip pod_uid pod_controller_kind"),
  ...kubernetes("pod_controller_name pod_container_init pod_container_name pod_container_id pod_container_image"),
  ...kubernetes("pod_container_port_name pod_container_port_number pod_container_port_protocol"),
  ...kubernetes("pod_deployment_name pod_cronjob_name pod_job_name"),
  ...kubernetes("endpoints_name endpoint_hostname endpoint_node_name endpoint_ready endpoint_port_name"),
  ...kubernetes("endpoint_port_protocol endpoint_address_target_kind endpoint_address_target_name"),
  ...kubernetes("endpointslice_name endpointslice_address_target_kind endpointslice_address_target_name"),
  ...kubernetes("endpointslice_address_type endpointslice_port endpointslice_port_name endpointslice_port_protocol"),
  ...kubernetes("endpointslice_port_app_protocol endpointslice_endpoint_conditions_ready"),
  ...kubernetes("endpointslice_endpoint_conditions_serving endpointslice_endpoint_conditions_terminating"),
  ...kubernetes("endpointslice_endpoint_hostname endpointslice_endpoint_node_name endpointslice_endpoint_zone"),
  ...kubernetes("ingress_name ingress_class_name ingress_scheme ingress_path ingress_host"),
  ...prefixed(
    "__meta_docker_",
    "container_id container_name container_network_mode container_log_stream network_id network_ingress network_internal network_ip network_name network_scope port_private port_public_ip port_public",
  ),
  ...prefixed(
    "__meta_ec2_",
    "ami architecture availability_zone_id availability_zone instance_id instance_lifecycle instance_state instance_type ipv6_addresses owner_id platform primary_ipv6_addresses primary_subnet_id private_dns_name private_ip public_dns_name public_ip region subnet_id vpc_id",
  ),
  ...prefixed(
    "__meta_consul_",
    "address dc health namespace node partition service_address service_id service_port service tags",
  ),
  ...prefixed(
    "__syslog_",
    "message_severity message_facility message_hostname message_app_name message_proc_id message_msg_id message_msg_counter message_sequence connection_ip_address connection_hostname",
  ),
];

/** Beginnings of names that end in a name of somebody else's. */
const FAMILIES = [
  ...OBJECTS.flatMap((object) =>
    ["label_", "labelpresent_", "annotation_", "annotationpresent_"].map(
      (kind) => `__meta_kubernetes_${object}_${kind}`,
    ),
  ),
  ...kubernetes("node_address_ endpointslice_endpoint_topology_"),
  ...prefixed("__meta_docker_", "container_label_ network_label_"),
  "__meta_ec2_tag_",
  ...prefixed("__meta_consul_", "metadata_ service_metadata_ tagged_address_"),
  "__syslog_message_sd_",
];

/** Fields that only the journal itself sets: they begin with an underscore. */
const TRUSTED =
  "pid uid gid comm exe cmdline cap_effective audit_session audit_loginuid systemd_cgroup systemd_slice systemd_unit systemd_user_unit systemd_user_slice systemd_session systemd_owner_uid systemd_invocation_id selinux_context source_realtime_timestamp source_monotonic_timestamp boot_id machine_id hostname transport stream_id line_break namespace runtime_scope kernel_device kernel_subsystem udev_sysname udev_devnode udev_devlink".split(
    " ",
  );
/** Fields that programs set and that are known; others may be anything. */
const GIVEN =
  "message message_id priority priority_keyword code_file code_line code_func errno invocation_id user_invocation_id syslog_facility syslog_identifier syslog_pid syslog_timestamp syslog_raw documentation tid unit user_unit container_id container_id_full container_name container_tag image_name".split(
    " ",
  );

const JOURNAL = "__journal_";
const ALL = [...NAMES, ...[...GIVEN, ...TRUSTED.map((name) => `_${name}`)].map((name) => JOURNAL + name)];
const KNOWN: ReadonlySet<string> = new Set(ALL);
/** What internal labels begin with, mistyped ones too. */
const INTERNAL = /^_{1,3}(?:meta|journal|syslog)|meta_kubernetes_|meta_docker_/;
/** Shorter fields of programs are alike by chance. */
const MIN_FIELD = 6;

/** The known label that `name` probably means; undefined where it is known, or may be anything. */
export function meantInternalLabel(name: string): string | undefined {
  if (!INTERNAL.test(name) || KNOWN.has(name)) return undefined;
  if (name.startsWith(JOURNAL)) return meantJournalField(name);
  const family = FAMILIES.find((one) => name.startsWith(one));
  if (family !== undefined) return meantInFamily(name, family);
  return nearFamily(name) ?? nearest(name, NAMES) ?? bySegments(name);
}

function meantJournalField(name: string): string | undefined {
  const field = name.slice(JOURNAL.length);
  const folded = field.toLowerCase();
  if (TRUSTED.includes(folded)) return `${JOURNAL}_${folded}`;
  if (field !== folded) return JOURNAL + folded;
  return field.length < MIN_FIELD
    ? undefined
    : nearest(
        name,
        ALL.filter((one) => one.startsWith(JOURNAL)),
      );
}

/** Characters that label names lack are underscores in them. */
function meantInFamily(name: string, family: string): string | undefined {
  const legal = name.replaceAll(/[^a-zA-Z0-9_]/g, "_");
  return legal !== name && name.length > family.length ? legal : undefined;
}

/** `__meta_kubernetes_pod_labels_app`: all before the last part is nearly a known beginning. */
function nearFamily(name: string): string | undefined {
  for (const family of FAMILIES) {
    for (const length of [family.length + 1, family.length - 1, family.length]) {
      const start = name.slice(0, length);
      if (name.length <= length || !start.endsWith("_")) continue;
      if (nearest(start, [family]) !== undefined) return family + name.slice(length);
    }
  }
  return undefined;
}

/** A part is left out, or one too many: `__meta_kubernetes_container_name`, `__meta_kubernetes_pod_namespace`. */
function bySegments(name: string): string | undefined {
  const longer = BY_FEWER.get(name) ?? [];
  // One that is much longer than all that are known leaves none of them.
  const shorter = name.length > 2 * LONGEST ? [] : fewer(name);
  const found = NAMES.filter((known) => longer.includes(known) || shorter.includes(known));
  return found.find((known) => known.endsWith("_name")) ?? found[0];
}

/** A name with each of its parts left out. */
function fewer(name: string): readonly string[] {
  const parts = name.split("_");
  return parts.flatMap((part, i) => (part === "" ? [] : [parts.toSpliced(i, 1).join("_")]));
}

/** Names that are known, by what they are with a part left out. */
const BY_FEWER = new Map<string, string[]>();
for (const known of NAMES) for (const one of fewer(known)) addTo(BY_FEWER, one, known);
const LONGEST = Math.max(...NAMES.map(({ length }) => length));

/** Whether names that begin so can be internal labels that are known; true for what is not internal. */
export function canBeginInternalLabel(start: string): boolean {
  if (!INTERNAL.test(start) || start.startsWith(JOURNAL)) return true;
  if (ALL.some((name) => name.startsWith(start))) return true;
  return FAMILIES.some((family) => family.startsWith(start) || start.startsWith(family));
}

/** The known beginning that `start`, which is none, probably means. */
export const meantBeginning = (start: string): string | undefined => nearest(start, FAMILIES);
