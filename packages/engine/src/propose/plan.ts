/** A pipeline as it is made: its stages with what they read from each other, and the text of those that are taken. */
import { anySelector, writeStage } from "../detect/index.ts";
import { loadStages } from "../document/load.ts";
import { writeText } from "../syntax/index.ts";
import type { Layer, Question } from "./proposal.ts";

export interface PlannedStage {
  readonly id: string;
  readonly layer: Layer;
  /** A sentence, which may depend on the ids of the stages that are taken. */
  readonly says: string | ((taken: ReadonlySet<string>) => string);
  readonly evidence: readonly string[];
  readonly byDefault: boolean;
  readonly needs: readonly string[];
  readonly branch: number | undefined;
  /** Labels that it sets, whose values are counted as evidence. */
  readonly labels?: readonly string[] | undefined;
  /** The text, given the ids of the stages that are taken; empty: there is nothing for it to do. */
  readonly write: (taken: ReadonlySet<string>) => string;
}

export interface PlannedBranch {
  readonly title: string;
  /** RE2 that fits lines of this kind alone. */
  readonly expression: string;
  readonly entries: number;
}

export interface Plan {
  readonly title: string;
  readonly stages: readonly PlannedStage[];
  readonly branches: readonly PlannedBranch[];
  readonly questions: readonly Question[];
  /** Ids of the stages that parse. */
  readonly parsers: ReadonlySet<string>;
  /** Entries whose time has no year, and those that the clock's puts after the clock. */
  readonly yearless: number;
  readonly ahead: number;
  /** Lines that are joined to the entry before although they look like entries. */
  readonly attached: number;
  /** Why entries get no time of their own, as sentences without a stop. */
  readonly untimed: readonly string[];
  /** Lines that are not looked at otherwise, and have a secret that no stage redacts. */
  readonly exposedElsewhere: number;
  /** Names of the values that entries are kept with, without the level. */
  readonly values: ReadonlySet<string>;
}

export interface Composed {
  readonly text: string;
  readonly codes: ReadonlyMap<string, string>;
  /** Paths of the stages that each planned one became. */
  readonly paths: ReadonlyMap<string, readonly string[]>;
  readonly taken: ReadonlySet<string>;
}

/** Ids that are taken: by default or by choice, and with all that they need. */
export function takenOf(
  stages: readonly Pick<PlannedStage, "id" | "byDefault" | "needs">[],
  choices: ReadonlyMap<string, boolean>,
): Set<string> {
  const taken = new Set(stages.filter(({ id, byDefault }) => choices.get(id) ?? byDefault).map(({ id }) => id));
  for (let before = -1; before !== taken.size; ) {
    before = taken.size;
    for (const { id, needs } of stages) if (needs.some((need) => !taken.has(need))) taken.delete(id);
  }
  return taken;
}

export function compose(
  stages: readonly PlannedStage[],
  branches: readonly PlannedBranch[],
  choices: ReadonlyMap<string, boolean>,
): Composed {
  const taken = takenOf(stages, choices);
  const codes = new Map<string, string>();
  for (const stage of stages) {
    const code = taken.has(stage.id) ? stage.write(taken) : "";
    if (code === "") taken.delete(stage.id);
    codes.set(stage.id, code);
  }
  let text = "";
  const paths = new Map<string, string[]>();
  let top = 0;
  const note = (id: string, code: string, prefix: string, from: number): number => {
    const count = loadStages(code).stages.length;
    paths.set(
      id,
      Array.from({ length: count }, (_, i) => `${prefix}${from + i + 1}`),
    );
    return from + count;
  };
  for (let i = 0; i < stages.length; ) {
    const { branch, id } = stages[i]!;
    if (branch === undefined) {
      const code = codes.get(id)!;
      if (code !== "") {
        text += text === "" ? code : `\n${code}`;
        top = note(id, code, "", top);
      }
      i++;
      continue;
    }
    const inside: PlannedStage[] = [];
    for (; i < stages.length && stages[i]!.branch === branch; i++) inside.push(stages[i]!);
    const bodies = inside.filter((stage) => codes.get(stage.id) !== "");
    if (bodies.length === 0) continue;
    const body = bodies.map((stage) => codes.get(stage.id)!).join("\n");
    const selector = anySelector("|~", branches[branch]!.expression);
    text += `${text === "" ? "" : "\n"}${writeStage("match", { selector: writeText(selector) }, body)}`;
    top++;
    let at = 0;
    for (const stage of bodies) at = note(stage.id, codes.get(stage.id)!, `${top}.`, at);
  }
  return { text, codes, paths, taken };
}
