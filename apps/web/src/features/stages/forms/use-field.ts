/**
 * One argument while it is edited. What is typed stays as it is typed: until the text says something else than what came of
 * it, and for as long as it is refused, also while the form is not there.
 */
import type { ControlValue, FormField, StageChange } from "@sluice/engine";
import { useEffect, useRef, useState } from "react";
import { editStage } from "../../../core/edit/edit-stage.ts";
import { keepDraft } from "../../../core/edit/keep-draft.ts";
import { useApp } from "../../../core/page/app-context.ts";
import { findDraft } from "../../../core/storage/drafts.ts";
import { useBody, useForm } from "./form-context.ts";

interface Draft {
  /** Undefined: nothing. */
  readonly value: ControlValue | undefined;
  /** Of an argument that is edited as an expression. */
  readonly code: string | undefined;
  /** Why it is not taken. */
  readonly messages: readonly string[];
  /** The text that the last taken change of it made, until the form of that text is there. */
  readonly written: string | undefined;
  /** What was written for the argument when it began; once `written` is settled, what came of it. */
  readonly source: string | undefined;
  /** The focus is elsewhere. */
  readonly left: boolean;
}

export interface FieldState {
  readonly value: ControlValue | undefined;
  readonly code: string | undefined;
  /** Why what is typed is not in the text. */
  readonly refused: readonly string[];
  /** Shows `value`, and writes `send`, which is the same unless it is given; undefined clears the argument. */
  set(value: ControlValue | undefined, send?: { readonly value: ControlValue | undefined }): void;
  write(code: string): void;
  clear(): void;
  /** Forgets what is typed: what is written is shown. */
  discard(): void;
  /** The focus leaves: what was taken is shown as it is written now. */
  leave(): void;
}

export function useField(field: FormField): FieldState {
  const app = useApp();
  const { form, current } = useForm();
  const { path } = useBody();
  const place = { ...form.place, body: path, argument: field.name };
  const [draft, setDraft] = useState<Draft | null>(() => {
    const kept = findDraft(app.stores.view.getState().drafts, place, field.source);
    return kept === undefined ? null : { ...kept, written: undefined, left: true };
  });
  const asked = useRef(0);
  const pending = useRef(false);

  useEffect(() => {
    if (draft === null || !current || pending.current) return;
    const { written, source, left, messages } = draft;
    // What came meanwhile, why it is refused, counts, and is looked at when it is there.
    const become = (next: Draft | null) => setDraft((now) => (now === draft ? next : now));
    if (written === form.text) become({ ...draft, written: undefined, source: field.source });
    // Somebody else changed it.
    else if (written !== undefined || field.source !== source) become(null);
    else if (left && messages.length === 0) become(null);
  }, [draft, current, form, field.source]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of a field is its own as long as it is there
  useEffect(() => {
    if (draft === null || draft.messages.length === 0) keepDraft(app, place, undefined);
    // Taken before, and refused now: what is written is not known yet.
    else if (draft.written === undefined) keepDraft(app, place, draft);
  }, [app, draft]);

  const send = async (next: Pick<Draft, "value" | "code">, change: StageChange) => {
    const nth = ++asked.current;
    pending.current = true;
    setDraft((now) => ({
      ...next,
      messages: now?.messages ?? [],
      written: now?.written,
      source: now === null ? field.source : now.source,
      left: false,
    }));
    const edited = await editStage(app, form.place, change);
    // What was taken before what is typed now was refused is what is in the text.
    const done = (now: Draft | null) => now && { ...now, written: edited.ok ? edited.text : now.written };
    if (nth !== asked.current) {
      setDraft(done);
      return;
    }
    pending.current = false;
    setDraft((now) => {
      const after = done(now);
      return after && { ...after, messages: edited.ok ? [] : edited.messages };
    });
  };

  const change = { body: path, argument: field.name };
  const clear = (value: ControlValue | undefined) =>
    void send({ value, code: undefined }, { kind: "clear", ...change });
  return {
    value: draft !== null && draft.code === undefined ? draft.value : field.value,
    code: draft?.code,
    refused: draft?.messages ?? [],
    set(value, sent = { value }) {
      if (sent.value === undefined) clear(value);
      else void send({ value, code: undefined }, { kind: "set", ...change, value: sent.value });
    },
    write: (code) => void send({ value: undefined, code }, { kind: "write", ...change, code }),
    clear: () => {
      clear(undefined);
    },
    discard: () => {
      asked.current++;
      pending.current = false;
      setDraft(null);
    },
    leave: () => setDraft((now) => now && { ...now, left: true }),
  };
}
