/**
 * Reads the pprof format (`perftools.profiles.Profile`, uncompressed). Texts follow the messages that name them, and
 * locations follow the samples, so samples are kept as numbers first, and resolved to names at the end.
 */
import { checkLimit, notPprof, PROFILE_LIMITS, ProfileError } from "./limits.ts";
import { DoubleList, IntList, type Label, LabelSets, Names, type Profile, type SampleType } from "./profile.ts";
import { WireReader } from "./wire.ts";

interface RawLabel {
  readonly key: number;
  readonly text: number;
  readonly number: number;
  readonly unit: number;
}

interface RawPlace {
  readonly mapping: number;
  /** Functions inlined there; the last is the one that contains the others. */
  readonly functions: readonly number[];
}

/** The content of the message, in its order. */
class RawProfile {
  readonly types: { type: number; unit: number }[] = [];
  readonly places = new Map<number, RawPlace>();
  readonly functionNames = new Map<number, number>();
  readonly mappingFiles = new Map<number, number>();
  readonly texts: string[] = [];
  readonly comments: number[] = [];
  period: { type: number; unit: number } | undefined;
  periodValue = 0;
  timeNanos = 0;
  durationNanos = 0;
  defaultType = 0;
  /** Samples: location ids, as numbers of `placeNumbers`, from leaf to root. */
  readonly stack = new IntList(1 << 16);
  readonly offsets = new IntList(1 << 12);
  readonly values = new DoubleList(1 << 12);
  /** The first sample with a different number of values than the first of all. */
  uneven: { readonly sample: number; readonly count: number } | undefined;
  valuesEach = 0;
  samples = 0;
  /** Labels by sample; samples without labels are left out. */
  readonly labels = new Map<number, readonly RawLabel[]>();
  readonly placeIds = new PlaceIds();
  readonly #ids = new DoubleList();
  #entries = 0;

  readonly reader: WireReader;

  constructor(reader: WireReader) {
    this.reader = reader;
    this.offsets.push(0);
    while (reader.next()) this.#field(reader);
  }

  #field(reader: WireReader): void {
    switch (reader.field) {
      case 1:
        this.types.push(readValueType(reader));
        checkLimit("sampleTypes", this.types.length);
        break;
      case 2:
        this.#sample(reader);
        break;
      case 3:
        this.#mapping(reader);
        break;
      case 4:
        this.#place(reader);
        break;
      case 5:
        this.#function(reader);
        break;
      case 6:
        this.texts.push(reader.text());
        this.#count();
        break;
      case 9:
        this.timeNanos = reader.varint();
        break;
      case 10:
        this.durationNanos = reader.varint();
        break;
      case 11:
        this.period = readValueType(reader);
        break;
      case 12:
        this.periodValue = reader.varint();
        break;
      case 13:
        reader.numbers((comment) => {
          this.comments.push(comment);
          this.#count();
        });
        break;
      case 14:
        this.defaultType = reader.varint();
        break;
      default:
        reader.skip();
    }
  }

  #sample(reader: WireReader): void {
    checkLimit("samples", this.samples + 1);
    const { stack, values, placeIds } = this;
    const ids = this.#ids;
    ids.length = 0;
    const from = values.length;
    let labels: RawLabel[] | undefined;
    const end = reader.lengthEnd();
    const outer = reader.end;
    reader.end = end;
    while (reader.next()) {
      if (reader.field === 1) {
        reader.appendNumbers(ids, "depth", true);
        checkLimit("depth", ids.length);
      } else if (reader.field === 2) {
        reader.appendNumbers(values, "sampleTypes");
        checkLimit("sampleTypes", values.length - from);
      } else if (reader.field === 3) {
        labels ??= [];
        labels.push(readLabel(reader));
        this.#count();
      } else reader.skip();
    }
    reader.end = outer;
    checkLimit("frames", stack.length + ids.length);
    for (let i = 0; i < ids.length; i++) stack.push(placeIds.numberOf(ids.items[i]!));
    const count = values.length - from;
    if (this.samples === 0) this.valuesEach = count;
    else if (count !== this.valuesEach) this.uneven ??= { sample: this.samples, count };
    if (labels !== undefined) this.labels.set(this.samples, labels);
    this.samples++;
    this.offsets.push(stack.length);
  }

  #mapping(reader: WireReader): void {
    const [id = 0, file = 0] = readIds(reader, [1, 5]);
    this.mappingFiles.set(id, file);
    this.#count();
  }

  #place(reader: WireReader): void {
    let id = 0;
    let mapping = 0;
    const functions: number[] = [];
    reader.message((inner) => {
      while (inner.next()) {
        if (inner.field === 1) id = inner.id();
        else if (inner.field === 2) mapping = inner.id();
        else if (inner.field === 4) {
          functions.push(readIds(inner, [1])[0]!);
          this.#count();
        } else inner.skip();
      }
    });
    this.places.set(id, { mapping, functions });
    this.#count();
  }

  #function(reader: WireReader): void {
    const [id = 0, name = 0, systemName = 0] = readIds(reader, [1, 2, 3]);
    this.functionNames.set(id, name === 0 ? systemName : name);
    this.#count();
  }

  #count(): void {
    checkLimit("entries", ++this.#entries);
  }
}

/** Location ids may be any numbers, but are nearly always small; those in samples get numbers from 0 on. */
class PlaceIds {
  readonly ids: number[] = [];
  readonly #small = new Int32Array(1 << 20).fill(-1);
  readonly #large = new Map<number, number>();

  numberOf(id: number): number {
    const isSmall = id >= 0 && id < this.#small.length;
    const known = isSmall ? this.#small[id]! : (this.#large.get(id) ?? -1);
    if (known >= 0) return known;
    const number = this.ids.push(id) - 1;
    checkLimit("entries", number + 1);
    if (isSmall) this.#small[id] = number;
    else this.#large.set(id, number);
    return number;
  }
}

/** The fields of a message that are ids and text indexes. */
const readIds = (reader: WireReader, fields: readonly number[]) => readNumbers(reader, fields, (inner) => inner.id());

/** The fields of a message that are single numbers. */
function readNumbers(
  reader: WireReader,
  fields: readonly number[],
  read = (inner: WireReader) => inner.varint(),
): number[] {
  const found = fields.map(() => 0);
  reader.message((inner) => {
    while (inner.next()) {
      const place = fields.indexOf(inner.field);
      if (place >= 0 && inner.type === 0) found[place] = read(inner);
      else inner.skip();
    }
  });
  return found;
}

function readValueType(reader: WireReader): { type: number; unit: number } {
  const [type = 0, unit = 0] = readNumbers(reader, [1, 2]);
  return { type, unit };
}

function readLabel(reader: WireReader): RawLabel {
  const [key = 0, text = 0, number = 0, unit = 0] = readNumbers(reader, [1, 2, 3, 4]);
  return { key, text, number, unit };
}

/** Opens a profile; throws a `ProfileError` if it is not a profile, damaged or too large. */
export function readPprof(bytes: Uint8Array): Profile {
  const raw = new RawProfile(new WireReader(bytes));
  if (raw.types.length === 0) throw notPprof("it names no sample types");
  const textAt = (place: number): string => {
    const text = raw.texts[place];
    if (text === undefined && place !== 0)
      throw new ProfileError("The profile is damaged: it names a text that it does not have.");
    return text ?? "";
  };
  const types: SampleType[] = raw.types.map(({ type, unit }) => ({ type: textAt(type), unit: textAt(unit) }));
  checkValues(raw, types.length);
  const names = new Names();
  const { frames, offsets } = nameStacks(raw, names, textAt);
  const named = raw.defaultType === 0 ? -1 : types.findIndex(({ type }) => type === textAt(raw.defaultType));
  return {
    sampleTypes: types,
    // As in other readers: the last one if none is named.
    defaultType: named >= 0 ? named : types.length - 1,
    time: raw.timeNanos > 0 ? raw.timeNanos / 1e6 : undefined,
    durationNanos: raw.durationNanos > 0 ? raw.durationNanos : undefined,
    period:
      raw.period === undefined || raw.periodValue <= 0
        ? undefined
        : { type: textAt(raw.period.type), unit: textAt(raw.period.unit), value: raw.periodValue },
    comments: shortComments(raw.comments, textAt),
    functions: names.list,
    frames,
    offsets,
    values: raw.values.toArray(),
    ...nameLabels(raw, textAt),
  };
}

/** Comments up to the limit: one text may be named a million times. */
function shortComments(places: readonly number[], textAt: (place: number) => string): string[] {
  const comments: string[] = [];
  let left: number = PROFILE_LIMITS.commentCharacters;
  for (const place of places) {
    if (left <= 0) break;
    const comment = textAt(place).slice(0, left);
    left -= comment.length;
    if (comment !== "") comments.push(comment);
  }
  return comments;
}

function checkValues({ samples, valuesEach, uneven }: RawProfile, types: number): void {
  const wrong = valuesEach === types || samples === 0 ? uneven : { sample: 0, count: valuesEach };
  if (wrong === undefined) return;
  const has = `sample ${wrong.sample + 1} has ${wrong.count} values for ${types} sample types`;
  throw new ProfileError(`The profile is damaged: ${has}.`);
}

/** Converts locations, leaf first, to functions, root first. */
function nameStacks(raw: RawProfile, names: Names, textAt: (place: number) => string) {
  const ofFunction = (id: number): number => {
    const name = raw.functionNames.get(id);
    if (name === undefined)
      throw new ProfileError(
        `The profile is damaged: it names function ${raw.reader.idText(id)}, which it does not have.`,
      );
    return names.numberOf(textAt(name) || "<unknown>");
  };
  const ofPlace = raw.placeIds.ids.map((id) => {
    const place = raw.places.get(id);
    if (place === undefined)
      throw new ProfileError(
        `The profile is damaged: it names location ${raw.reader.idText(id)}, which it does not have.`,
      );
    if (place.functions.length > 0) return place.functions.map(ofFunction);
    const file = textAt(raw.mappingFiles.get(place.mapping) ?? 0);
    return [names.numberOf(file === "" ? "<unknown>" : `[${file.slice(file.lastIndexOf("/") + 1)}]`)];
  });
  // Functions of all locations in sequence, as few locations have more than one.
  const starts = new Int32Array(ofPlace.length + 1);
  for (const [place, functions] of ofPlace.entries()) starts[place + 1] = starts[place]! + functions.length;
  const all = Int32Array.from(ofPlace.flat());
  const from = raw.offsets.items;
  const stack = raw.stack.items;
  if (all.length === ofPlace.length) return reverseStacks(raw, all);
  const offsets = new Int32Array(raw.samples + 1);
  let length = 0;
  for (let sample = 0; sample < raw.samples; sample++) {
    const before = length;
    for (let i = from[sample]!; i < from[sample + 1]!; i++) length += starts[stack[i]! + 1]! - starts[stack[i]!]!;
    checkLimit("depth", length - before);
    checkLimit("frames", length);
    offsets[sample + 1] = length;
  }
  const frames = new Int32Array(length);
  for (let sample = 0; sample < raw.samples; sample++) {
    let at = offsets[sample + 1]!;
    for (let i = from[sample]!; i < from[sample + 1]!; i++) {
      const place = stack[i]!;
      for (let f = starts[place]!; f < starts[place + 1]!; f++) frames[--at] = all[f]!;
    }
  }
  return { frames, offsets };
}

/** Without inlining, each location is one frame. */
function reverseStacks(raw: RawProfile, names: Int32Array) {
  const offsets = raw.offsets.toArray();
  const stack = raw.stack.items;
  const frames = new Int32Array(raw.stack.length);
  for (let sample = 0; sample < raw.samples; sample++) {
    let at = offsets[sample + 1]!;
    for (let i = offsets[sample]!; i < offsets[sample + 1]!; i++) frames[--at] = names[stack[i]!]!;
  }
  return { frames, offsets };
}

function nameLabels(raw: RawProfile, textAt: (place: number) => string) {
  const sets = new LabelSets();
  const labels = new Int32Array(raw.samples);
  // Keyed by text indexes, so that the cost of repetitions does not depend on the length of the texts.
  const known = new Map<string, number>();
  for (const [i, own] of raw.labels) {
    const places = own.map(({ key, text, number, unit }) => `${key} ${text} ${number} ${unit}`).join();
    let set = known.get(places);
    if (set === undefined) {
      set = sets.numberOf(own.map((label) => nameLabel(label, textAt)));
      known.set(places, set);
    }
    labels[i] = set;
  }
  return { labels, labelSets: sets.list };
}

function nameLabel({ key, text, number, unit }: RawLabel, textAt: (place: number) => string): Label {
  const value = text !== 0 ? textAt(text) : `${number}${unit === 0 ? "" : ` ${textAt(unit)}`}`;
  return { key: textAt(key), value };
}
