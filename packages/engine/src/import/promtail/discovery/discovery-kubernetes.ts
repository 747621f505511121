/** Service discovery of Kubernetes. */
import { quoteString } from "../../../syntax/index.ts";
import type { Block } from "../blocks.ts";
import { carry } from "../carry.ts";
import { bool, choice, list, type Section, section, text } from "../fields.ts";
import { CLIENT_FIELDS } from "../http-client.ts";
import type { Reading } from "../reading.ts";
import { client, describe } from "./describe-discovery.ts";

const selector = section("selectors", { role: text, label: text, field: text });
const KUBERNETES_ROLES = ["node", "pod", "service", "endpoints", "endpointslice", "ingress"];

const FIELDS = {
  api_server: text,
  role: choice("role", KUBERNETES_ROLES),
  kubeconfig_file: text,
  namespaces: section("namespaces", { own_namespace: bool, names: list(text) }),
  selectors: list(selector, "an element of selectors"),
  attach_metadata: section("attach_metadata", { node: bool, namespace: bool }),
  ...CLIENT_FIELDS,
};

export const kubernetes = describe("kubernetes", {
  fields: FIELDS,
  names: ["api_server", "role", "kubeconfig_file"],
  required: ["role"],
  more: writeParts,
});

/** Promtail sees only the pods of its own node. */
const OWN_NODE = '"spec.nodeName=" + coalesce(sys.env("HOSTNAME"), constants.hostname)';

function writeParts(config: Section<typeof FIELDS>, block: Block, reading: Reading): void {
  if (config.get("api_server") !== "" && config.get("kubeconfig_file") !== "")
    reading.error("import-value", "give one of api_server and kubeconfig_file", config.place("kubeconfig_file"));
  const inner = (name: string, part: Section, names: readonly string[]) => {
    if (!names.some((key) => part.has(key))) return;
    carry(part, names, block.block(name, part.node), reading);
  };
  inner("namespaces", config.get("namespaces"), ["own_namespace", "names"]);
  for (const one of config.get("selectors")) {
    const selected = block.block("selectors", one.node);
    selected.set("role", text.write(one.get("role")));
    carry(one, ["label", "field"], selected, reading);
  }
  if (config.get("role") === "pod") {
    const own = block.block("selectors", config.node);
    own.set("role", quoteString("pod"));
    own.set("field", OWN_NODE);
  }
  inner("attach_metadata", config.get("attach_metadata"), ["node", "namespace"]);
  client(config, block, reading);
}
