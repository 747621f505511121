/** What the lines do not show, one question at a time; an answer can be changed. */
import type { Proposal, Question } from "@sluice/engine";
import { useApp } from "../../../core/page/app-context.ts";
import { buttonClass } from "../../../ui/button-class.ts";
import * as controlsCss from "../../../ui/controls.module.css";
import * as css from "./proposal.module.css";

interface QuestionsProps {
  readonly proposal: Proposal;
  readonly answers: ReadonlyMap<string, string>;
}

export function Questions({ proposal: { questions }, answers }: QuestionsProps) {
  const open = questions.filter(({ id }) => !answers.has(id));
  const answered = questions.filter(({ id }) => answers.has(id));
  const [first] = open;
  return (
    <>
      {answered.map((question) => (
        <Answered key={question.id} question={question} />
      ))}
      {first !== undefined && <Open key={first.id} question={first} more={open.length - 1} />}
    </>
  );
}

function Answered({ question: { id, text, answer, answers } }: { question: Question }) {
  const app = useApp();
  return (
    <p className={css.answered}>
      {text} <b>{answers.find((one) => one.id === answer)?.text}</b>
      <button type="button" className={controlsCss.link} onClick={() => app.proposals.answer(id, undefined)}>
        Change
      </button>
    </p>
  );
}

function Open({ question: { id, text, answers, answer }, more }: { question: Question; more: number }) {
  const app = useApp();
  return (
    <fieldset className={css.question}>
      <legend>
        {text}
        {more > 0 && <span className={`${css.more} muted`}> {more} more after this</span>}
      </legend>
      {answers.map((one) => (
        <button
          key={one.id}
          type="button"
          className={buttonClass("small")}
          aria-pressed={one.id === answer}
          onClick={() => app.proposals.answer(id, one.id)}
        >
          {one.text}
        </button>
      ))}
    </fieldset>
  );
}
