// Configurations of half a megabyte that have a mistake on each line, or are long in a single argument: a token that only
// reads is enough to have one checked.
import { ask, CONFIG } from "./ask.mjs";
import { whilePushing } from "./victim.mjs";

/** What a body holds besides its JSON, whose line ends and quotes take two bytes each. */
const MOST = 450_000;

/**
 * Lines until the body is full.
 * @param {(i: number) => string} line
 */
function filled(line) {
  const lines = [];
  for (let bytes = 0, i = 0; bytes < MOST; i++) {
    const next = line(i);
    bytes += JSON.stringify(next).length - 2;
    lines.push(next);
  }
  return lines.join("");
}
/** @param {string} lines */
const endpoint = (lines) => `logs.write "w" {\n endpoint {\n  url = "http://h/"\n${lines} }\n}\n`;
/** @param {string} lines */
const relabel = (lines) => `logs.relabel "r" {\n forward_to = []\n${lines}}\n`;
/** @param {string} lines */
const login = (lines) => endpoint(`basic_auth {\n username = "u"\n${lines}}\n`);
/** @param {string} references */
const process = (references) => `logs.process "x" {\n forward_to = [${references}]\n}\n`;
/** @param {number} count */
const processes = (count) =>
  Array.from({ length: count }, (_, i) => `logs.process "p${i}" {\n forward_to = []\n}\n`).join("");

/** @type {readonly (readonly [what: string, text: () => string])[]} */
const CONFIGS = [
  ["misspelt blocks with a misspelt argument in one block", () => relabel(filled(() => 'rul1 { regx = "a" }\n'))],
  ["misspelt secrets in one block", () => endpoint(filled((i) => `basic_auht1 { passwrd = "s3cr3t${i}" }\n`))],
  ["an argument that is given again and again", () => login(filled((i) => `password = "s3cr3t${i}"\n`))],
  ["a misspelt argument that is given again and again", () => login(filled((i) => `pasword = "s3cr3t${i}"\n`))],
  ["unknown arguments in one block", () => login(filled((i) => `n${i} = 1\n`))],
  ["misspelt arguments that ask for the environment", () => login(filled(() => 'passwrd1 = env("NOT_SET")\n'))],
  [
    "bad addresses in one component",
    () => `logs.write "w" {\n${filled((i) => `endpoint {\n url = "hp://h${i}/"\n}\n`)}}\n`,
  ],
  ["misspelt components", () => filled((i) => `logs.proces "p${i}" {\n forward_to = []\n}\n`)],
  ["components that nothing is like", () => filled((i) => `x${i} "p" { }\n`)],
  [
    "references to what is missing",
    () => filled((i) => `logs.process "p${i}" {\n forward_to = [logs.proces.p${i}.receiver]\n}\n`),
  ],
  ["references to what is missing in one list", () => process(filled((i) => `logs.proces.p${i}.receiver,`))],
  [
    "references to what is missing beside many components",
    () =>
      processes(3000) +
      process(
        filled((i) => `logs.proces.p${i}.receiver,`)
          .slice(0, 250_000)
          .replace(/,[^,]*$/, ""),
      ),
  ],
  ["bad references in arguments of one block", () => endpoint(filled((i) => `n${i} = logs.proces.p${i}\n`))],
  [
    "bad references in blocks of one component",
    () => `logs.write "w" {\n${filled((i) => `endpoint {\n url = logs.proces.p${i}\n}\n`)}}\n`,
  ],
  [
    "references to everything",
    () =>
      processes(3000) + process(Array.from({ length: 7000 }, (_, i) => `logs.process.p${i % 3000}.receiver`).join()),
  ],
  ["fifteen thousand headers", () => endpoint(`headers = {\n${filled((i) => `"X-H${i}" = "value ${i}",\n`)}}\n`)],
  [
    "fifteen thousand external labels",
    () =>
      `logs.write "w" {\n endpoint {\n  url = "http://h/"\n }\n external_labels = {\n${filled((i) => `l${i} = "value ${i}",\n`)}}\n}\n`,
  ],
];

/** @type {readonly import("./attempt.mjs").Attack[]} */
export const attacks = CONFIGS.map(([what, text]) => ({
  name: `mistakes: ${what}`,
  async run(t) {
    const victim = await t.victim(CONFIG);
    const { result, refused, longest } = await whilePushing(victim, () =>
      ask(victim, "POST", "api/validate", { text: CONFIG + text() }),
    );
    t.expect(result.status === 200, `answered ${result.status} ${result.text.slice(0, 100)}`);
    t.expect(refused === 0, `${refused} honest pushes were not taken`);
    t.expect(longest < 2000, `a push waited ${longest.toFixed(0)} ms`);
    t.note(`${result.status}, ${result.text.length} bytes`);
  },
}));
