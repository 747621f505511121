/**
 * One argument while it is edited. The input stays as typed until the text differs from its result, and for as long as
 * it is refused, even while the form is closed.
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
  /** For an argument that is edited as an expression. */
  readonly code: string | undefined;
  /** Why it is refused. */
  readonly messages: readonly string[];
  /** The text after its last accepted change, until the form of that text arrives. */
  readonly written: string | undefined;
  /** The argument as written when editing began; once `written` is settled, the result. */
  readonly source: string | undefined;
  /** The focus is elsewhere. */
  readonly left: boolean;
}

export interface FieldState {
  readonly value: ControlValue | undefined;
  readonly code: string | undefined;
  /** Why the input is not in the text. */
  readonly refused: readonly string[];
  /** Shows `value`, and writes `send`, by default the same; undefined clears the argument. */
  set(value: ControlValue | undefined, send?: { readonly value: ControlValue | undefined }): void;
  write(code: string): void;
  clear(): void;
  /** Discards the input and shows the written value. */
  discard(): void;
  /** The focus leaves: accepted input is shown as written. */
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
    // A newer draft, or its refusal, wins over this result.
    const become = (next: Draft | null) => setDraft((now) => (now === draft ? next : now));
    if (written === form.text) become({ ...draft, written: undefined, source: field.source });
    // It was changed elsewhere.
    else if (written !== undefined || field.source !== source) become(null);
    else if (left && messages.length === 0) become(null);
  }, [draft, current, form, field.source]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the place of a field is its own as long as it is there
  useEffect(() => {
    if (draft === null || draft.messages.length === 0) keepDraft(app, place, undefined);
    // Accepted before, and refused now: the written value is not known yet.
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
    const edited = await editStage(app, form, change);
    // The text has the last accepted input, not the refused one.
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
