/** A proposal without the secrets of the lines that it was made of. Its configuration is as it was. */
import { ShownTexts } from "../document/secrets/shown-texts.ts";
import type { Proposal, ProposalExample, ProposedStage, Question } from "./proposal.ts";

/** `lines`: the log. `hidden`: how many secrets there are stand-ins for. */
export function proposalWithoutSecrets(
  proposal: Proposal,
  lines: Iterable<string>,
): { readonly shown: Proposal; readonly hidden: number } {
  const texts = new ShownTexts();
  texts.addLog(lines);
  const look = lookAtProposal(texts, proposal);
  return { shown: look(), hidden: texts.hidden() };
}

/** Gives `texts` all that `proposal` shows of its lines; the result reads it. */
function lookAtProposal(texts: ShownTexts, proposal: Proposal): () => Proposal {
  const stages = proposal.stages.map((stage) => lookAtStage(texts, stage));
  const questions = proposal.questions.map((question) => lookAtQuestion(texts, question));
  const untimed = proposal.untimed.map((why) => texts.text(why));
  const templates = proposal.unparsed.map(({ template }) => texts.text(template));
  const example = proposal.example === undefined ? undefined : lookAtExample(texts, proposal.example);
  return () => ({
    ...proposal,
    stages: stages.map((read) => read()),
    questions: questions.map((read) => read()),
    untimed: untimed.map((read) => read()),
    unparsed: proposal.unparsed.map((one, i) => ({ ...one, template: templates[i]!() })),
    example: example?.(),
  });
}

function lookAtStage(texts: ShownTexts, stage: ProposedStage): () => ProposedStage {
  const says = texts.text(stage.says);
  const evidence = stage.evidence.map((one) => texts.text(one));
  const before = texts.text(stage.before);
  const after = stage.after === undefined ? undefined : texts.text(stage.after);
  const sets = stage.sets.map(({ name, value }) => texts.value(name.replace(/^(?:label|metadata) /, ""), value));
  return () => ({
    ...stage,
    says: says(),
    evidence: evidence.map((read) => read()),
    before: before(),
    after: after?.(),
    sets: stage.sets.map(({ name }, i) => ({ name, value: sets[i]!() })),
  });
}

function lookAtQuestion(texts: ShownTexts, question: Question): () => Question {
  const text = texts.text(question.text);
  const answers = question.answers.map((one) => texts.text(one.text));
  return () => ({
    ...question,
    text: text(),
    answers: question.answers.map(({ id }, i) => ({ id, text: answers[i]!() })),
  });
}

function lookAtExample(texts: ShownTexts, example: ProposalExample): () => ProposalExample {
  const [before, after] = [texts.text(example.before), texts.text(example.after)];
  const [labels, metadata] = [lookAtValues(texts, example.labels), lookAtValues(texts, example.metadata)];
  return () => ({ ...example, before: before(), after: after(), labels: labels(), metadata: metadata() });
}

function lookAtValues(
  texts: ShownTexts,
  values: Readonly<Record<string, string>>,
): () => Readonly<Record<string, string>> {
  const read = Object.entries(values).map(([name, value]) => [name, texts.value(name, value)] as const);
  return () => Object.fromEntries(read.map(([name, one]) => [name, one()]));
}
