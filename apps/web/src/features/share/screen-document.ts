/**
 * Finds what is private in a document and replaces it by kind. The same value gets the same stand-in everywhere in the
 * document (`PrivateScan` of the engine).
 */
import { lookInSample, PRIVATE_KINDS, type PrivateKind, PrivateScan, type Replaced, readTree } from "@sluice/engine";
import { parseYamlTree, type YamlNode } from "@sluice/languages/yaml";
import type { PrivatePart, PrivateRow, Screened, SharedContent } from "../../core/model/private-values.ts";

type Place =
  | { readonly in: "configuration" }
  | { readonly in: "sample"; readonly index: number }
  | { readonly in: PrivatePart };

/** The most values and places of a row: as many as are shown. */
const MAX_VALUES = 20;
const MAX_PLACES = 10_000;

/** `keep`: kinds that are not replaced. */
export function screenDocument(content: SharedContent, keep: readonly PrivateKind[]): Screened {
  const scan = new PrivateScan<Place>();
  const name = scan.look({ in: "name" }, content.name);
  const text = scan.lookInConfig({ in: "configuration" }, readTree(content.text));
  const labels = scan.look({ in: "labels" }, content.commonLabels);
  const tests = scan.look({ in: "tests" }, content.tests);
  const samples = content.samples.map((sample, index) => lookInSample(scan, sample, { in: "sample", index }));
  const testAt = findTests(content.tests);
  const kinds = new Set(PRIVATE_KINDS.filter((kind) => !keep.includes(kind)));
  const replaced: Replaced = (nth) => scan.replaced(nth, kinds);
  return {
    content: {
      ...content,
      name: replaced(name),
      text: replaced(text),
      commonLabels: replaced(labels),
      tests: replaced(tests),
      samples: content.samples.map((sample, i) => ({ ...sample, ...samples[i]!(replaced) })),
    },
    rows: scan.findings().map(({ kind, values, replacements, places }): PrivateRow => {
      const inSamples = new Set(places.flatMap(({ place }) => (place.in === "sample" ? [place.index] : [])));
      const others = places.flatMap(({ place }) => (isPart(place) ? [place.in] : []));
      return {
        kind,
        count: values.length,
        values: values.slice(0, MAX_VALUES),
        becomes: replacements[0]!,
        configuration: places
          .flatMap(({ place, offset }) => (place.in === "configuration" ? [offset] : []))
          .slice(0, MAX_PLACES),
        samples: [...inSamples],
        others: [...new Set(others)],
        tests: [
          ...new Set(places.flatMap(({ place, offset }) => (place.in === "tests" ? (testAt(offset) ?? []) : []))),
        ],
      };
    }),
  };
}

/** Finds the name of the test at an offset of a test file; undefined: common settings, or not a test file. */
function findTests(text: string): (offset: number) => string | undefined {
  const tree = parseYamlTree(text);
  const childOf = (node: YamlNode | undefined, key: string): YamlNode | undefined => {
    if (node?.kind !== "mapping") return undefined;
    const at = node.items.findIndex((item, i) => i % 2 === 0 && item.text === key);
    return at < 0 ? undefined : node.items[at + 1];
  };
  const list = tree.ok ? childOf(tree.node, "tests") : undefined;
  const items = list?.kind === "sequence" ? list.items : [];
  return (offset) => {
    const item = items.findLast(({ start }) => start <= offset);
    return childOf(item, "name")?.text;
  };
}

const isPart = (place: Place): place is { readonly in: PrivatePart } =>
  place.in !== "sample" && place.in !== "configuration";
