/**
 * Text copied from a place where secrets are hidden. It would run with the placeholder in place of what it hides: as the
 * secret of an argument, or as a part of a stage, where the placeholder is a valid pattern.
 */
import { SECRET } from "../../base/secrets/secrets.ts";
import { allStages } from "../../pipeline/stage-spec.ts";
import { CompiledText } from "../../schema/compiled-text.ts";
import type { ComponentNode } from "../component-node.ts";
import type { OpenedDocument } from "../open-document.ts";
import { type Consequence, listed } from "./consequence.ts";

type Opened = Pick<OpenedDocument, "text" | "components">;

export function lostSecrets(before: Opened, after: Opened): Consequence[] {
  if (!after.text.includes(SECRET)) return [];
  const old = new Map(before.components.map((one) => [one.id, one]));
  return after.components.flatMap((one) => {
    const was = old.get(one.id);
    const stages = allStages(was?.stages ?? []).flatMap(({ args }) => hiddenIn(args));
    return [...inArguments(one, new Known(hiddenIn(was?.args))), ...inStages(one, new Known(stages))];
  });
}

function inArguments({ id, args }: ComponentNode, known: Known): Consequence[] {
  if (!known.lacks(hiddenIn(args))) return [];
  const text = `Its secret would be the word ${SECRET}, which only marks a hidden secret. Put the secret back.`;
  return [{ kind: "secret-lost", component: id, loses: true, text }];
}

function inStages({ id, stages }: ComponentNode, known: Known): Consequence[] {
  const found = allStages(stages).filter(({ args }) => known.lacks(hiddenIn(args)));
  if (found.length === 0) return [];
  const names = [...new Set(found.map(({ spec }) => spec.name))];
  const which = found.length === 1 ? `Its stage ${names[0]}` : `${found.length} of its stages (${listed(names)})`;
  const text = `${which} would contain the word ${SECRET}, which only marks a hidden text. Put the text back.`;
  return [{ kind: "secret-lost", component: id, loses: true, text }];
}

/** Texts with the placeholder that run already, each as often as it does. */
class Known {
  readonly #counts = new Map<string, number>();

  constructor(texts: readonly string[]) {
    for (const text of texts) this.#counts.set(text, (this.#counts.get(text) ?? 0) + 1);
  }

  /** Whether one of these is none of them. Each stands for one. */
  lacks(texts: readonly string[]): boolean {
    let lacks = false;
    for (const text of texts) {
      const count = this.#counts.get(text) ?? 0;
      if (count === 0) lacks = true;
      else this.#counts.set(text, count - 1);
    }
    return lacks;
  }
}

/** Texts of a value that contain the placeholder, compiled ones too. */
function hiddenIn(value: unknown): string[] {
  if (typeof value === "string") return value.includes(SECRET) ? [value] : [];
  if (value instanceof CompiledText) return hiddenIn(value.text);
  if (value instanceof Map) return [...value.values()].flatMap(hiddenIn);
  if (Array.isArray(value)) return value.flatMap(hiddenIn);
  const isPlain = typeof value === "object" && value !== null && Object.getPrototypeOf(value) === Object.prototype;
  return isPlain ? Object.values(value).flatMap(hiddenIn) : [];
}
