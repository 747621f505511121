// The command line of `npm start`: a configuration, with or without `--config` before it, and the options of `sluice run`,
// which are passed on as they stand. They are not known here, so that none can be forgotten; all take a value but for those that a test compares.

const OWN = "--config";
/** Options without a value. What stands after any other belongs to it. */
const ALONE = new Set(["--help", "-h", "--allow-tap", "--inspect-profiles", "--protect-metrics", "--strict"]);
const isOption = (argument) => argument.startsWith("-") && argument !== "-";

/** What was asked for, or in `refusal` why it cannot be done. */
export function readStartArguments(argv) {
  let config;
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
