/**
 * Texts of a report without the secrets in them, those that `findSensitive` finds: stand-ins are in their place. All texts are given
 * first and read after that, since a value that is found in one is hidden in all.
 */
import type { Span } from "../../base/span.ts";
import { KeyLines, type PrivateKind, SECRET_KINDS } from "../../sensitive/index.ts";
import { isCertain } from "../../sensitive/sensitive.ts";
import { PrivateScan } from "./private-scan.ts";

/** Lines of keys that are kept; a log with more of them than that is none. */
const MAX_KEY_LINES = 5000;

export interface HiddenSpan extends Span {
  readonly kind: PrivateKind;
}

interface ShownParts {
  readonly shown: (start: number, end: number) => string;
  /** The places of the secrets, in order. */
  readonly hidden: () => readonly HiddenSpan[];
}

export class ShownTexts {
  readonly #scan = new PrivateScan<undefined>(isCertain);
  readonly #keys = new KeyLines();
  #keyLines = 0;

  /** The lines of the log, in their order: one in the midst of a private key is known by those before it. */
  addLog(lines: Iterable<string>): void {
    for (const line of lines) {
      const inside = this.#keys.isInside;
      if (!inside && !line.includes("-----")) continue;
      this.#keys.complete(line, [], () => ({ kind: "private_key" as const, end: 0 }));
      if ((inside || this.#keys.isInside) && this.#keyLines++ < MAX_KEY_LINES) this.#scan.lookAtLine(undefined, line);
    }
  }

  /** A text, as it is shown. */
  text(text: string): () => string {
    const nth = this.#scan.look(undefined, text);
    return () => this.#scan.replaced(nth, SECRET_KINDS);
  }

  /** The value of `name`, as it is shown. */
  value(name: string, value: string): () => string {
    const nth = this.#scan.lookAt(undefined, name, value);
    return () => this.#scan.replaced(nth, SECRET_KINDS);
  }

  /** Parts of a text that is shown nowhere as a whole. */
  parts(text: string): ShownParts {
    const nth = this.#scan.look(undefined, text);
    return {
      shown: (start, end) => this.#scan.replacedPart(nth, SECRET_KINDS, start, end),
      hidden: () => this.#scan.spansOf(nth, SECRET_KINDS),
    };
  }

  /** Different secrets in the texts so far. */
  hidden(): number {
    return this.#scan
      .findings()
      .reduce((sum, { kind, values }) => (SECRET_KINDS.has(kind) ? sum + values.length : sum), 0);
  }
}
