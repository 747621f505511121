/**
 * What both stages for Windows events do around their parser: read the source, drop entries whose source has no text,
 * and say which parts of a message gave nothing.
 */

import { goString } from "@sluice/languages/govalue";
import type { EventOptions, EventTarget, OnSkipped, SkipReason } from "@sluice/languages/windowsevent";
import type { Entry } from "../base/entry.ts";
import type { DropReason, Env, Out, Stage } from "../pipeline/stage.ts";
import { kindOf, shown } from "./explain-text.ts";

type ParseMessage = (
  text: string,
  options: EventOptions,
  target: EventTarget,
  onSkipped: OnSkipped | undefined,
) => void;

/** The arguments that both stages have. */
export interface EventMessageArguments {
  readonly source: string;
  readonly drop_invalid_labels: boolean;
  readonly overwrite_existing: boolean;
}

const MESSAGES: Readonly<Record<SkipReason, string>> = {
  "no colon": "invalid line parsed from message",
  "no preceding entry": "invalid line parsed from message",
  "invalid name": "invalid label parsed from message",
  "invalid value": "invalid value parsed from message",
  "empty value": "empty value parsed from message",
};

export class EventMessageStage implements Stage {
  readonly #env: Env;
  readonly #source: string;
  readonly #options: EventOptions;
  readonly #parse: ParseMessage;
  readonly #why: DropReason;
  readonly #onSkipped: OnSkipped;

  constructor(name: string, args: EventMessageArguments, parse: ParseMessage, env: Env) {
    this.#env = env;
    this.#source = args.source;
    this.#options = {
      dropInvalidLabels: args.drop_invalid_labels,
      overwriteExisting: args.overwrite_existing,
    };
    this.#parse = parse;
    this.#why = { reason: `${name}_stage`, code: "cannot-convert" };
    this.#onSkipped = (part, reason) => {
      env.log.write("debug", MESSAGES[reason], () => ({ line: part }));
      env.explain?.because({
        code: "part-skipped",
        text: `Skipped ${shown(part)}: ${reason}`,
        evidence: { part, reason },
      });
    };
  }

  process(entry: Entry, out: Out): void {
    const value = entry.extracted.get(this.#source);
    const text = goString(value);
    if (text !== undefined) {
      const before = entry.extracted.size;
      this.#parse(text, this.#options, entry.extracted, this.#env.log.enabled("debug") ? this.#onSkipped : undefined);
      const added = entry.extracted.size - before;
      this.#env.explain?.because({
        code: "parsed",
        text: `Read the message: ${added === 1 ? "one new value" : `${added} new values`}`,
        evidence: { added },
      });
    } else if (value === undefined) this.#explainMissing();
    else {
      this.#drop(entry, value, out);
      return;
    }
    out.emit(entry);
  }

  #explainMissing(): void {
    this.#env.log.write("debug", "source not in the extracted values", () => ({ source: this.#source }));
    this.#env.explain?.because({
      code: "source-missing",
      missed: true,
      text: `Unchanged: ${shown(this.#source)} is not set by any stage before this one`,
      evidence: { source: this.#source },
    });
  }

  #drop(entry: Entry, value: Parameters<typeof kindOf>[0], out: Out): void {
    this.#env.log.write("warn", "invalid label value parsed", () => ({ value }));
    this.#env.explain?.because({
      code: this.#why.code,
      text: `Dropped: ${shown(this.#source)} is ${kindOf(value)}, which has no text`,
      evidence: { source: this.#source, value },
    });
    out.drop(entry, this.#why);
  }
}
