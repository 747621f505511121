import { describe, expect, it } from "vitest";
import { meantInternalLabel } from "./internal-labels.ts";

describe("the internal label that is meant", () => {
  it.each([
    ["__meta_kubernetes_container_name", "__meta_kubernetes_pod_container_name"],
    ["__meta_kubernetes_pod_namespace", "__meta_kubernetes_namespace"],
    [`__meta${"_a".repeat(20_000)}`, undefined],
  ])("%.40s", (name, meant) => {
    expect(meantInternalLabel(name)).toBe(meant);
  });
});
