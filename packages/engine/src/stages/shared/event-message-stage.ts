/**
 * What both stages for Windows events do around their parser: read the source, drop entries whose source has no text,
 * and say which parts of a message gave nothing.
 */

import { goString } from "@sluice/languages/govalue";
import type { EventOptions, EventTarget, OnSkipped, SkipReason } from "@sluice/languages/windowsevent";
import type { Entry } from "../../base/entry.ts";
import type { ExtractedValue } from "../../base/extracted.ts";
import type { Doubt, DropReason, Env, Out, Stage } from "../../pipeline/stage.ts";
import { boolField, type FieldArgs, stringField } from "../../schema/field.ts";
import { hasNoText, notSet, shown } from "./explain-text.ts";

type ParseMessage = (
  text: string,
  options: EventOptions,
  target: EventTarget,
  onSkipped: OnSkipped | undefined,
) => void;

/** What a message shows to be wrong with the stage, for a trace. */
type DoubtMessage = (text: string, options: EventOptions) => Doubt | undefined;

/** The arguments that both stages have. */
export const EVENT_MESSAGE_FIELDS = {
  source: stringField({
    names: "extracted",
    doc: "Extracted value that holds the message.",
    default: "message",
    example: '"body"',
  }),
  drop_invalid_labels: boolField({
    doc: "Drop fields whose key is not a valid label name, instead of replacing characters.",
    default: false,
  }),
  overwrite_existing: boolField({
    doc: "Overwrite extracted values of the same name, instead of adding a suffix.",
    default: false,
  }),
};

const MESSAGES: Readonly<Record<SkipReason, string>> = {
  "no colon": "invalid line parsed from message",
  "no preceding entry": "invalid line parsed from message",
  "invalid name": "invalid label parsed from message",
  "invalid value": "invalid value parsed from message",
  "empty value": "empty value parsed from message",
};

const WHY_SKIPPED: Readonly<Record<SkipReason, string>> = {
  "no colon": "it has no colon",
  "no preceding entry": "it has no colon, and no value before it that it could continue",
  "invalid name": "its name is not a valid label name",
  "invalid value": "its value holds bytes that are not UTF-8",
  "empty value": "its value is empty",
};

/** Counts what a message gives, for a trace. */
class CountingTarget implements EventTarget {
  readonly #target: EventTarget;
  count = 0;

  constructor(target: EventTarget) {
    this.#target = target;
  }

  has(name: string): boolean {
    return this.#target.has(name);
  }

  set(name: string, value: string): void {
    this.#target.set(name, value);
    this.count++;
  }
}

export class EventMessageStage implements Stage {
  readonly #env: Env;
  readonly #source: string;
  readonly #options: EventOptions;
  readonly #parse: ParseMessage;
  readonly #why: DropReason;
  readonly #onSkipped: OnSkipped;
  readonly #doubt: DoubtMessage | undefined;

  constructor(
    name: string,
    args: FieldArgs<typeof EVENT_MESSAGE_FIELDS>,
    parse: ParseMessage,
    env: Env,
    doubt?: DoubtMessage,
  ) {
    this.#doubt = doubt;
    this.#env = env;
    this.#source = args.source;
    this.#options = {
      dropInvalidLabels: args.drop_invalid_labels,
      overwriteExisting: args.overwrite_existing,
    };
    this.#parse = parse;
    this.#why = { reason: `${name}_stage`, code: "cannot-convert" };
    this.#onSkipped = (part, reason) => {
      env.note.debug?.({
        code: "part-skipped",
        // Free text, an empty value and a name that is to be dropped are what the rules skip.
        missed: reason === "invalid value",
        text: `Skipped ${shown(part)}: ${WHY_SKIPPED[reason]}`,
        evidence: { part, reason },
        message: MESSAGES[reason],
        fields: { line: part },
      });
    };
  }

  process(entry: Entry, out: Out): void {
    const value = entry.extracted.get(this.#source);
    const text = goString(value);
    if (text !== undefined) {
      const { note } = this.#env;
      if (note.trace === undefined) {
        this.#parse(text, this.#options, entry.extracted, note.debug === undefined ? undefined : this.#onSkipped);
      } else {
        const target = new CountingTarget(entry.extracted);
        this.#parse(text, this.#options, target, this.#onSkipped);
        const doubt = this.#doubt?.(text, this.#options);
        note.trace({
          code: target.count === 0 ? "no-match" : "parsed",
          missed: target.count === 0,
          text: `Extracted ${target.count === 1 ? "one value" : `${target.count} values`} from the message${doubt === undefined ? "" : `; ${doubt.clause}`}`,
          evidence: { values: target.count },
          doubt,
        });
      }
    } else if (value === undefined) this.#noteMissing(entry);
    else {
      this.#drop(entry, value, out);
      return;
    }
    out.emit(entry);
  }

  #noteMissing(entry: Entry): void {
    this.#env.note.debug?.({
      code: "source-missing",
      missed: true,
      text: `Unchanged: ${notSet(this.#source, this.#env, entry)}`,
      evidence: { source: this.#source },
      message: "source not in the extracted values",
      fields: { source: this.#source },
    });
  }

  #drop(entry: Entry, value: ExtractedValue, out: Out): void {
    this.#env.note.warn?.({
      code: this.#why.code,
      missed: true,
      text: `Dropped: ${hasNoText(this.#source, value)}`,
      evidence: { source: this.#source, value },
      message: "invalid label value parsed",
      fields: { value },
    });
    out.drop(entry, this.#why);
  }
}
