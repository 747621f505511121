/**
 * A text of an embedded language with coloured groups, and its results on the samples below it. The visible text lies
 * under the typed one, letter for letter.
 */
import type { EmbeddedLanguage, Probe } from "@sluice/engine";
import { type KeyboardEvent, useRef, useState } from "react";
import { siblingText, sourceOf } from "../../../core/text/sibling-text.ts";
import { useBody } from "../forms/form-context.ts";
import * as css from "../forms/forms.module.css";
import { LanguagePanel } from "../forms/language-panel.tsx";
import { hueOf, markText } from "../forms/marked-text.ts";
import { Re2Says } from "../forms/re2-says.tsx";
import { StageResult } from "../forms/stage-result.tsx";
import { useTemplateCompletion } from "../forms/template-completion.tsx";
import { type Question, useProbes } from "../forms/use-probe.ts";
import type { ControlProps } from "./control-props.ts";
import { insertText } from "./insert-text.ts";
import { sendText } from "./simple-controls.tsx";

/** Languages whose texts may have line breaks. */
const SEVERAL_LINES: ReadonlySet<EmbeddedLanguage> = new Set(["gotemplate"]);

export function CodeControl(props: ControlProps<"code">) {
  return props.compact ? <CodeEdit {...props} groups={[]} /> : <CodeWithPanel {...props} />;
}

function CodeWithPanel(props: ControlProps<"code">) {
  const { control, field, value, usual, disabled, onChange } = props;
  const body = useBody();
  const text = value ?? usual ?? "";
  const question: Question = {
    language: control.language,
    text,
    source: sourceOf(body),
    location: siblingText(body, "location") || undefined,
    value: control.language === "gotemplate" ? (siblingText(body, "source") ?? "") : undefined,
  };
  // It does not apply to a text of the entry, or there is nothing to try yet.
  const silent = field.over !== undefined || (text === "" && control.language !== "gotime");
  const [answer] = useProbes(silent ? [] : [question], false);
  // While the typed text is refused, the last accepted answer stays in sight.
  const [good, setGood] = useState<Probe | undefined>(undefined);
  if (answer !== undefined && answer.refusal === undefined && answer !== good) setGood(answer);
  const area = useRef<HTMLTextAreaElement>(null);
  const first = useRef(text);
  const shown = silent ? undefined : answer?.refusal === undefined ? answer : (good ?? answer);
  return (
    <>
      <CodeEdit {...props} area={area} groups={shown?.text === text ? shown.groups : []} />
      {control.language === "re2" && answer !== undefined && !silent && (
        <Re2Says probe={answer} edited={answer.text === text && text !== first.current} />
      )}
      {field.over !== undefined && (field.over === "captures" || text !== "") && (
        <StageResult current={text === (field.value ?? usual ?? "")} />
      )}
      {shown !== undefined && (
        <LanguagePanel
          language={control.language}
          probe={shown}
          current={shown.text === text}
          disabled={disabled}
          onReplace={(next) => {
            onChange(next);
            area.current?.focus();
          }}
          onInsert={(part) => {
            const field = area.current;
            if (field === null) return;
            field.focus();
            insertText(field, part, field.selectionStart, field.selectionEnd);
          }}
        />
      )}
    </>
  );
}

interface EditProps extends ControlProps<"code"> {
  readonly area?: { current: HTMLTextAreaElement | null };
  readonly groups: readonly { readonly group: number; readonly start: number; readonly end: number }[];
}

function CodeEdit({
  placeholder: given,
  control,
  field,
  value,
  usual,
  ids,
  disabled,
  compact,
  onChange,
  area,
  groups,
}: EditProps) {
  const own = useRef<HTMLTextAreaElement>(null);
  const ref = area ?? own;
  const text = value ?? "";
  const change = (next: string) => onChange(next, compact ? undefined : sendText(field, next));
  const completion = useTemplateCompletion(control.language === "gotemplate", ref);
  const onKeyDown = (event: KeyboardEvent<HTMLTextAreaElement>) => {
    if (completion.onKeyDown(event)) return;
    if (event.key === "Enter" && !SEVERAL_LINES.has(control.language)) event.preventDefault();
  };
  const placeholder =
    usual !== undefined && usual !== ""
      ? `${usual} (default)`
      : field.example === undefined
        ? ""
        : `such as ${field.example}`;
  return (
    <div className={`${css.codeEdit} mono`} data-compact={compact}>
      <pre aria-hidden="true">
        {markText(text, groups).map(({ text: part, group }, i) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: parts have no identity but their place
          <span key={i} data-hue={hueOf(group)}>
            {part}
          </span>
        ))}
        {/* A trailing line feed needs a line too. */}
        {"\u200b"}
      </pre>
      <textarea
        {...ids}
        {...completion.aria}
        ref={ref}
        rows={1}
        spellCheck={false}
        autoComplete="off"
        autoCapitalize="off"
        disabled={disabled}
        value={text}
        placeholder={given ?? (compact ? "" : placeholder)}
        onChange={({ target }) => {
          const next = SEVERAL_LINES.has(control.language) ? target.value : target.value.replaceAll(/[\r\n]+/g, "");
          change(next);
          completion.ask(next, target.selectionStart);
        }}
        onKeyDown={onKeyDown}
        onBlur={completion.close}
      />
      {completion.list}
    </div>
  );
}
