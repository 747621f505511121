/** Keys as the table of commands writes them: `Mod+K`, `Shift+Enter`, `J`. `Mod` is ⌘ on a Mac and Ctrl elsewhere. */

/** What is used of a `KeyboardEvent`. */
export interface KeyPress {
  readonly key: string;
  readonly shiftKey: boolean;
  readonly ctrlKey: boolean;
  readonly metaKey: boolean;
  readonly altKey: boolean;
}

interface Chord {
  readonly key: string;
  readonly modifiers: ReadonlySet<string>;
}

const partsOf = (keys: string): string[] => (keys === "+" ? [keys] : keys.split("+"));

function parse(keys: string): Chord {
  const parts = partsOf(keys);
  return { key: parts.at(-1)!, modifiers: new Set(parts.slice(0, -1)) };
}

/** Whether a press is the chord. A single character means the same with Shift or caps lock, since layouts differ. */
export function matchesKeys(keys: string, press: KeyPress, mac: boolean): boolean {
  const { key, modifiers } = parse(keys);
  const [mod, other] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey, press.metaKey];
  if (press.key.toLowerCase() !== key.toLowerCase()) return false;
  if (mod !== modifiers.has("Mod") || other || press.altKey !== modifiers.has("Alt")) return false;
  const bare = key.length === 1 && modifiers.size === 0;
  return bare || press.shiftKey === modifiers.has("Shift");
}

/** Whether a chord is one while a text is being typed: it cannot be a character of that text. */
export const worksInFields = (keys: string): boolean => parse(keys).modifiers.size > 0;

const MAC: Readonly<Record<string, string>> = { Mod: "⌘", Shift: "⇧", Alt: "⌥", Enter: "↵" };
const ARROWS: Readonly<Record<string, string>> = {
  ArrowUp: "↑",
  ArrowDown: "↓",
  ArrowLeft: "←",
  ArrowRight: "→",
};

/** As this platform writes it: `⌘K`, `Ctrl+K`. */
export function formatKeys(keys: string, mac: boolean): string {
  const parts = partsOf(keys).map((part) => ARROWS[part] ?? part);
  if (mac) return parts.map((part) => MAC[part] ?? part).join("");
  return parts.map((part) => (part === "Mod" ? "Ctrl" : part)).join("+");
}
