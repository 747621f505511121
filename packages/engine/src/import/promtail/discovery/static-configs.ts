/** Targets that are written in the file. */
import type { YamlNode } from "@sluice/languages/yaml";
import { list, type Section, section, text, textMap } from "../fields.ts";

const group = section("static_configs", { targets: list(text), labels: textMap });

/** Targets that are written in the file, each with the group's labels; a group without any means this machine. */
export const staticConfigs = list(group, "an element of static_configs");

export type StaticGroup = Section<{ targets: ReturnType<typeof list<string>>; labels: typeof textMap }>;

export function staticTargets({
  groups,
}: {
  groups: readonly StaticGroup[];
}): { entries: [string, string][]; node: YamlNode | undefined }[] {
  return groups.flatMap((one) => {
    const labels = [...one.get("labels")].map(([name, value]): [string, string] => [name, text.write(value)]);
    const targets = one.get("targets").length === 0 ? ["localhost"] : one.get("targets");
    return targets.map((target) => {
      const entries = new Map<string, string>([...labels, ["__address__", text.write(target)]]);
      return { entries: [...entries], node: one.node };
    });
  });
}
