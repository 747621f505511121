/** The lists of targets that files hold, as Prometheus' file_sd has them. */
import type { Target } from "@sluice/engine";
import { parseYaml, type YamlValue } from "@sluice/languages/yaml";

/** Targets of `text`, JSON or YAML by the end of `path`; throws an error that says what is wrong with it. */
export function readTargetGroups(text: string, path: string): Target[] {
  const groups = /\.json$/i.test(path) ? (JSON.parse(text) as unknown) : readYaml(text);
  if (groups === null) return [];
  if (!Array.isArray(groups)) throw new Error("it does not hold a list of groups of targets");
  return groups.flatMap((group: unknown, i) => {
    const at = `group ${i + 1}`;
    if (!isMap(group)) throw new Error(`${at} is not a map`);
    const unknown = Object.keys(group).find((name) => name !== "targets" && name !== "labels");
    if (unknown !== undefined) throw new Error(`${at} has ${JSON.stringify(unknown)} besides targets and labels`);
    const { targets = [], labels = {} } = group;
    if (!Array.isArray(targets) || !targets.every((one) => typeof one === "string"))
      throw new Error(`targets of ${at} is not a list of texts`);
    if (!isMap(labels) || !Object.values(labels).every((one) => typeof one === "string"))
      throw new Error(`labels of ${at} is not a map of texts`);
    const shared = [...Object.entries(labels as Record<string, string>), ["__meta_filepath", path] as const];
    return targets.map((address: string) => new Map([...shared, ["__address__", address]]));
  });
}

const isMap = (value: unknown): value is Record<string, unknown> =>
  value !== null && typeof value === "object" && !Array.isArray(value);

function readYaml(text: string): unknown {
  const result = parseYaml(text);
  if (!result.ok) throw new Error(result.message);
  return toData(result.value);
}

/** Texts, lists and maps; numbers and the like as the texts that they are taken for. */
function toData(value: YamlValue): unknown {
  if (value === null) return null;
  if (typeof value !== "object") return String(value);
  if (!("allText" in value)) return value.map(toData);
  return Object.fromEntries(Array.from(value.entries, ([key, item]) => [key, toData(item)]));
}
