// The command line of `npm start`: a configuration, with or without `--config` before it, and options of `sluice run`,
// which are passed on unchanged. They are not listed here, so that none can be forgotten; all take a value except those in
// `ALONE`, which a test compares.

const OWN = "--config";
/** Options without a value. What stands after any other belongs to it. */
const ALONE = new Set(["--help", "-h", "--allow-tap", "--inspect-profiles", "--protect-metrics", "--strict"]);
/** @param {string} argument */
const isOption = (argument) => argument.startsWith("-") && argument !== "-";

/** @typedef {{ config: string | undefined, rest: string[], refusal?: undefined }} StartArguments */

/**
 * What was asked for, or in `refusal` why it cannot be done.
 * @param {readonly string[]} argv
 * @returns {StartArguments | { config?: undefined, rest?: undefined, refusal: string }}
 */
export function readStartArguments(argv) {
  /** @type {string | undefined} */
  let config;
  /** @type {string[]} */
  const rest = [];
  for (let at = 0; at < argv.length; at++) {
    const argument = argv[at];
    if (argument === "--") continue;
    if (!isOption(argument)) {
      if (config !== undefined) return { refusal: `two configurations: ${config} and ${argument}` };
      config = argument;
      continue;
    }
    const next = argv[at + 1];
    const value = argument.includes("=") || ALONE.has(argument) || next === undefined || isOption(next) ? [] : [next];
    at += value.length;
    if (argument === OWN || argument.startsWith(`${OWN}=`)) {
      const named = value[0] ?? argument.slice(OWN.length + 1);
      if (named === "") return { refusal: "--config needs a FILE" };
      if (config !== undefined) return { refusal: `two configurations: ${config} and ${named}` };
      config = named;
    } else rest.push(argument, ...value);
  }
  return { config, rest };
}
