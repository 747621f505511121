/** Words and letters that programs write for the level of an entry, and one spelling for each. */

/** One spelling, and what is written for it, in small letters. */
const SPELLINGS: Readonly<Record<string, string>> = {
  trace: "trace trc trce finest finer silly",
  debug: "debug dbg dbug deb fine debug1 debug2 debug3 debug4 debug5 verbose",
  info: "info inf information informational log config http system success",
  notice: "notice note",
  warn: "warn warning wrn",
  error: "error err eror severe failure fail",
  critical: "critical crit",
  alert: "alert",
  emergency: "emergency emerg",
  fatal: "fatal ftl crt panic pnc dpanic",
};

/** The same in German, French, Spanish, Portuguese, Italian, Dutch, Polish and Russian, as localized programs write them. */
const FOREIGN: Readonly<Record<string, string>> = {
  info: "información informação informacion informacao informazioni informazione infos informatie informacja сведения",
  notice: "hinweis",
  warn: "warnung avertissement attention advertencia aviso avviso avvertenza waarschuwing ostrzeżenie предупреждение",
  error: "fehler erreur erro errore fout błąd ошибка grave schwerwiegend",
  critical: "kritisch critique crítico critico krytyczny",
};

/** PHP's, of which some are two words; in front of them it writes its name. */
const PHP: Readonly<Record<string, string>> = {
  "fatal error": "fatal",
  "recoverable fatal error": "fatal",
  "parse error": "error",
  deprecated: "warn",
  "strict standards": "notice",
};

const CANONICAL: ReadonlyMap<string, string> = new Map(
  [...Object.entries(SPELLINGS), ...Object.entries(FOREIGN)].flatMap(([level, words]) =>
    words.split(" ").map((word) => [word, level] as const),
  ),
);

/** Words that are levels where they stand in the place of one, and anything else in a sentence. */
const DOUBTFUL: ReadonlySet<string> = new Set(
  "alert log config success fine note failure http system fail silly deprecated infos attention aviso avviso grave hinweis erro fout critique critico".split(
    " ",
  ),
);
/** Those of them that are not even levels where a column of words begins. */
const ONLY_NAMED: ReadonlySet<string> = new Set("failure http system fail silly".split(" "));

/** Letters, as klog, glog, MongoDB and Android write them. */
export const LEVEL_LETTERS: Readonly<Record<string, string>> = {
  t: "trace",
  v: "trace",
  d: "debug",
  i: "info",
  n: "notice",
  w: "warn",
  e: "error",
  c: "critical",
  f: "fatal",
};

/** Go's `slog` writes levels between its own as steps from them: `ERROR+2`. */
const STEPPED = /^(debug|info|warn|error)[+-]\d{1,3}$/;

/** It is written as a step from another level. */
export const isSteppedLevel = (written: string): boolean => STEPPED.test(written.trim().toLowerCase());

/** One spelling of `written`; undefined: it is no level. `letters`: single capitals are levels, too. */
export function levelOf(written: string, letters = false): string | undefined {
  const word = written.trim().toLowerCase();
  // Serilog's lowest level; npm's, in small letters, is above debug.
  if (word === "verbose" || word === "vrb") return written === "verbose" ? "debug" : "trace";
  const letter = /^D[1-5]$/.test(written) ? "d" : word;
  return (
    CANONICAL.get(STEPPED.exec(word)?.[1] ?? word) ??
    PHP[word] ??
    (letters && written === written.toUpperCase() ? LEVEL_LETTERS[letter] : undefined)
  );
}

/** The word is a level only where most others are. */
export const isDoubtfulLevel = (written: string): boolean => DOUBTFUL.has(written.trim().toLowerCase());

/** The word is a level wherever it stands by itself. */
export const isLevelWord = (written: string): boolean => levelOf(written) !== undefined && !isDoubtfulLevel(written);

/** Words that a level column may hold, in capitals; for expressions. */
export const LEVEL_WORDS = [...CANONICAL.keys(), "vrb"]
  .filter((word) => !ONLY_NAMED.has(word))
  .map((word) => word.toUpperCase())
  .join("|");

/** The words that PHP writes behind its name; for expressions. */
export const PHP_LEVELS = [
  "Warning",
  "Notice",
  ...Object.keys(PHP).map((word) => word[0]!.toUpperCase() + word.slice(1)),
]
  .map((word) => word.replace(" s", " [Ss]"))
  .join("|");

/** Entries of these levels are dropped without much thought. */
export const isLowLevel = (written: string): boolean => /^(?:trace|debug)$/.test(levelOf(written) ?? "");

/** Levels that somebody has to look at. */
const SERIOUS = ["warn", "error", "critical", "alert", "emergency", "fatal"];

/** `letters`: as `levelOf` reads them. */
export const isSeriousLevelWord = (written: string, letters = false): boolean =>
  SERIOUS.includes(levelOf(written, letters) ?? "");

/** Words of them; for expressions. */
export const SERIOUS_WORDS = SERIOUS.map((level) => SPELLINGS[level]!.replaceAll(" ", "|")).join("|");

/** Numbers of pino and bunyan. */
export const PINO_LEVELS: Readonly<Record<string, string>> = {
  10: "trace",
  20: "debug",
  30: "info",
  40: "warn",
  50: "error",
  60: "fatal",
};
/** Severities of syslog. */
export const SYSLOG_LEVELS: Readonly<Record<string, string>> = {
  0: "emergency",
  1: "alert",
  2: "critical",
  3: "error",
  4: "warn",
  5: "notice",
  6: "info",
  7: "debug",
};

/** A number of pino or of syslog, or a word, that stands for trouble. */
export const isSeriousLevel = (written: string): boolean =>
  isSeriousLevelWord(
    (/^\d{1,2}$/.test(written) ? (PINO_LEVELS[written] ?? SYSLOG_LEVELS[written]) : written) ?? "",
    true,
  );
