/** The kinds of traps, by what they have in common for a person, each with the files of its cases. */
export const TRAP_KINDS: Readonly<Record<string, readonly string[]>> = {
  "names read where they are not": ["names", "selected", "tenants", "across-components", "given-labels"],
  "layouts and times": ["layouts", "times"],
  "what stage.replace replaces": ["replace", "changes"],
  "what stage.pack changes": ["pack"],
  "names without a producer": ["producers", "overwritten", "metric-names", "written-names"],
  relabelling: ["relabel"],
  "the order of stages": ["joins", "order"],
  "what samples show": ["samples", "fields", "runtime-lines"],
  "selectors and patterns": ["selectors", "hints"],
  "blanks, empty labels and tenants": ["label-values", "labels-set"],
  "clients that send profiles": ["profiles"],
  "sources of logs": ["sources"],
  imports: ["imports"],
};

/** Cases that a kind has at least; at least half of them are silent. */
export const MIN_CASES = 10;
