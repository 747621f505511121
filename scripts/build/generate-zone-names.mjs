/**
 * Writes zone-names.ts from folders of compiled time zones (TZif version 2 or later). Not part of the engine: run by
 * hand when the time zone database has new names, with Go's own build of it, which is what Alloy carries:
 *
 *   unzip -d zoneinfo "$(go env GOROOT)/lib/time/zoneinfo.zip"
 *   node scripts/build/generate-zone-names.mjs zoneinfo 2025c "Go 1.26" 2025c=DIR 2026a=DIR 2026b=DIR … \
 *     > packages/languages/src/gotime/zone-names.ts
 *
 * The folders after that are of the releases since, all built alike: what each changes as against the one before.
 */
import { readdirSync, readFileSync } from "node:fs";

const [root, version, go, ...since] = process.argv.slice(2);

/**
 * `+03`, `-0330`: how the database calls an offset that has no name.
 * @param {number} offset
 */
function numericName(offset) {
  const minutes = Math.abs(offset) / 60;
  const text = `${String(Math.floor(minutes / 60)).padStart(2, "0")}${minutes % 60 ? String(minutes % 60).padStart(2, "0") : ""}`;
  return `${offset < 0 ? "-" : "+"}${text}`;
}

/**
 * A type as zone-names.ts writes it.
 * @param {string} name
 * @param {number} offset
 * @param {boolean} isDst
 */
function typeText(name, offset, isDst) {
  const shown = name === numericName(offset) ? "" : name;
  return `${shown}=${offset % 60 ? `${offset}s` : offset / 60}${isDst ? "!" : ""}`;
}

/**
 * Seconds east of UTC of an offset in a rule, which counts west.
 * @param {string} text
 */
function ruleOffset(text) {
  const [hours, minutes = 0] = text.replace(/^[+-]/, "").split(":").map(Number);
  const size = hours * 3600 + minutes * 60;
  return text.startsWith("-") ? size : 0 - size;
}

/**
 * The types of the rule that continues after the last transition (`CET-1CEST,M3.5.0,M10.5.0/3`).
 * @param {string} rule
 */
function readRule(rule) {
  const name = "(?:<([^>]+)>|([A-Za-z]{3,}))";
  const found = new RegExp(`^${name}([+-]?[\\d:]+)(?:${name}([+-]?[\\d:]+)?,.*)?$`).exec(rule);
  if (!found) throw new Error(`not a rule: ${rule}`);
  const offset = ruleOffset(found[3]);
  const standard = { text: typeText(found[1] ?? found[2], offset, false), offset };
  const daylightName = found[4] ?? found[5];
  if (daylightName === undefined) return [standard];
  const daylight = found[6] === undefined ? offset + 3600 : ruleOffset(found[6]);
  return [standard, { text: typeText(daylightName, daylight, true), offset: daylight }];
}

/** @typedef {{ text: string, offset: number }} ZoneType */

/**
 * Types in the file's order, and from when on each holds or, by the rule at the end, may hold.
 * @param {Buffer} file
 * @returns {{ list: ZoneType[], steps: [time: number, type: ZoneType][] }}
 */
function readZone(file) {
  /** @param {number} at */
  const counts = (at) => [0, 1, 2, 3, 4, 5].map((i) => file.readUInt32BE(at + 20 + 4 * i));
  // The first block repeats the second with 32-bit times.
  const [utc1, std1, leap1, times1, types1, chars1] = counts(0);
  const second = 44 + times1 * 5 + types1 * 6 + chars1 + leap1 * 8 + std1 + utc1;
  const [utc, std, leap, times, types, chars] = counts(second);
  if (leap !== 0) throw new Error("leap seconds are not supported");
  const timesAt = second + 44;
  const typesAt = timesAt + times * 9;
  const charsAt = typesAt + types * 6;
  const list = Array.from({ length: types }, (_, i) => {
    const at = typesAt + i * 6;
    const name = file.subarray(charsAt + file[at + 5], file.indexOf(0, charsAt + file[at + 5])).toString("latin1");
    const offset = file.readInt32BE(at);
    return { text: typeText(name, offset, file[at + 4] !== 0), offset };
  });
  /** @type {[time: number, type: ZoneType][]} */
  const steps = Array.from({ length: times }, (_, i) => [
    Number(file.readBigInt64BE(timesAt + i * 8)),
    list[file[timesAt + times * 8 + i]],
  ]);
  if (times === 0 || steps[0][1] !== list[0]) steps.unshift([Number.NEGATIVE_INFINITY, list[0]]);
  const rule = readRule(
    file
      .subarray(charsAt + chars + std + utc)
      .toString("latin1")
      .trim(),
  );
  const [last] = steps[steps.length - 1];
  for (const type of rule) steps.push([last, type]);
  return { list: [...list, ...rule], steps };
}

/** @param {Buffer} file */
function encodeZone(file) {
  const { list, steps } = readZone(file);
  // Local mean time needs no entry, unless its offset later went by another name.
  /** @param {ZoneType} type */
  const needed = ({ text, offset }) =>
    !text.startsWith("LMT=") || list.some((other) => other.offset === offset && other.text !== text);
  const texts = [...new Set(list.filter(needed).map((type) => type.text))];
  /** @type {Map<number, string>} */
  const current = new Map();
  /** @type {(ZoneType & { time: number })[]} */
  const changes = [];
  for (const [time, type] of steps) {
    if (!needed(type) || current.get(type.offset) === type.text) continue;
    current.set(type.offset, type.text);
    changes.push({ time, ...type });
  }
  const renamed = changes.filter(({ offset, text }) =>
    changes.some((other) => other.offset === offset && other.text !== text),
  );
  // The first entry of an offset also stands for the time before it.
  /** @param {number} time */
  const encodeTime = (time) => (Number.isFinite(time) ? time.toString(36) : "");
  return `${texts.join(" ")}|${renamed.map(({ time, text }) => `${texts.indexOf(text)}@${encodeTime(time)}`).join(" ")}`;
}

/**
 * Each zone's encoding by name.
 * @param {string} folder
 */
function encodeFolder(folder) {
  /** @type {Map<string, string>} */
  const zones = new Map();
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = `${entry.parentPath}/${entry.name}`;
    zones.set(path.slice(folder.replace(/\/$/, "").length + 1), encodeZone(readFileSync(path)));
  }
  return zones;
}

/**
 * One line per distinct zone.
 * @param {Iterable<[name: string, zone: string]>} zones
 * @param {string} indent
 */
function formatLines(zones, indent) {
  /** @type {Map<string, string[]>} */
  const namesOf = new Map();
  for (const [name, zone] of zones) namesOf.set(zone, [...(namesOf.get(zone) ?? []), name]);
  return [...namesOf].map(([zone, names]) => `${indent}"${zone}|${names.sort().join(" ")}",`).sort();
}

/** What each release changes. */
function formatReleases() {
  const blocks = [];
  /** @type {Map<string, string> | undefined} */
  let before;
  for (const argument of since) {
    const at = argument.indexOf("=");
    const zones = encodeFolder(argument.slice(at + 1));
    const changed = [...zones].filter(([name, zone]) => before?.get(name) !== zone);
    before = zones;
    if (changed.length === 0) continue;
    const lines = formatLines(changed, "      ").join("\n");
    blocks.push(`  {\n    release: "${argument.slice(0, at)}",\n    lines: [\n${lines}\n    ],\n  },`);
  }
  return blocks.join("\n");
}

const lines = formatLines(encodeFolder(root), "  ");

process.stdout.write(`/**
 * GENERATED by scripts/build/generate-zone-names.mjs from the IANA time zone database ${version} (public domain), in the build that
 * ${go} embeds: the names of zones as that spells them, and the abbreviations, which the platform does not know. When
 * clocks change is not in here. One line per distinct zone: \`types|changes|names\`.
 * - types: \`abbreviation=offset\`, in minutes (\`s\`: seconds) east of UTC, \`!\` for daylight-saving time; without an
 *   abbreviation, the offset's digits
 * - changes: \`type@time\`, in seconds since 1970 in base 36: from when on an offset that has had several abbreviations
 *   has which
 */
export const ZONE_NAMES = [
${lines.join("\n")}
];

/** Lines that releases since have changed: they hold where the platform has that release. */
export const NEWER_ZONE_NAMES: readonly { readonly release: string; readonly lines: readonly string[] }[] = [
${formatReleases()}
];
`);
