/**
 * Finds what is private in a document and replaces it by kind. The same value gets the same stand-in everywhere in the
 * document (`PrivateScan` of the engine).
 */
import { lookInSample, PRIVATE_KINDS, type PrivateKind, PrivateScan, type Replaced, readTree } from "@sluice/engine";
import { parseYamlTree, type YamlNode } from "@sluice/languages/yaml";
import type { PrivatePart, PrivateRow, SharedContent } from "../../core/model/private-values.ts";
import type { SampleEntry } from "../../core/model/samples.ts";

type Place =
  | { readonly in: "configuration" }
  | { readonly in: "sample"; readonly index: number }
  | { readonly in: PrivatePart };

/** The most values and places of a row: as many as are shown. */
const MAX_VALUES = 20;
const MAX_PLACES = 10_000;

/**
 * A document that is searched in pieces: first all but its samples, then these in their order. After that it is read, again
 * from the beginning for other kinds to keep.
 */
export class DocumentScreen {
  readonly #scan = new PrivateScan<Place>();
  readonly #content: SharedContent;
  readonly #parts: Readonly<Record<"name" | "text" | "commonLabels" | "tests", number>>;
  readonly #samples: ((replaced: Replaced) => SampleEntry)[] = [];

  /** Of `content`, its samples are given to `look`. */
  constructor(content: SharedContent) {
    this.#content = { ...content, samples: [] };
    this.#parts = {
      name: this.#scan.look({ in: "name" }, content.name),
      text: this.#scan.lookInConfig({ in: "configuration" }, readTree(content.text)),
      commonLabels: this.#scan.look({ in: "labels" }, content.commonLabels),
      tests: this.#scan.look({ in: "tests" }, content.tests),
    };
  }

  /** Samples that were looked at. */
  get count(): number {
    return this.#samples.length;
  }

  look(samples: readonly SampleEntry[]): void {
    for (const sample of samples) {
      const replace = lookInSample(this.#scan, sample, { in: "sample", index: this.count });
      this.#samples.push((replaced) => ({ ...sample, ...replace(replaced) }));
    }
  }

  /** All but the samples. `keep`: kinds that are not replaced. */
  rest(keep: readonly PrivateKind[]): SharedContent {
    const replaced = this.#replaced(keep);
    const { name, text, commonLabels, tests } = this.#parts;
    return {
      ...this.#content,
      name: replaced(name),
      text: replaced(text),
      commonLabels: replaced(commonLabels),
      tests: replaced(tests),
    };
  }

  samples(keep: readonly PrivateKind[], from: number, to: number): SampleEntry[] {
    const replaced = this.#replaced(keep);
    return this.#samples.slice(from, to).map((sample) => sample(replaced));
  }

  rows(): PrivateRow[] {
    const testAt = findTests(this.#content.tests);
    return this.#scan.findings().map(({ kind, values, replacements, places }): PrivateRow => {
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
    });
  }

  #replaced(keep: readonly PrivateKind[]): Replaced {
    const kinds = new Set(PRIVATE_KINDS.filter((kind) => !keep.includes(kind)));
    return (nth) => this.#scan.replaced(nth, kinds);
  }
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
