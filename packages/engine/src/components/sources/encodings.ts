/**
 * Encodings of texts by the names that IANA registered for them (https://www.iana.org/assignments/character-sets), as Alloy
 * accepts them. The host decodes.
 */

export interface TextEncodingName {
  /** IANA's preferred name. */
  readonly name: string;
  readonly aliases: readonly string[];
}

const one = (name: string, aliases = ""): TextEncodingName => ({
  name,
  aliases: aliases === "" ? [] : aliases.split(" "),
});

const latin = (part: number, aliases: string): TextEncodingName =>
  one(`ISO-8859-${part}`, `ISO_8859-${part} ${aliases}`);

const windows = (page: number): TextEncodingName => one(`windows-${page}`, `cswindows${page}`);

const ibm = (page: number): TextEncodingName => one(`IBM${page}`, `cp${page} ${page} csIBM${page}`);

export const TEXT_ENCODINGS: readonly TextEncodingName[] = [
  one("UTF-8", "csUTF8"),
  one("UTF-16", "csUTF16"),
  one("UTF-16BE", "csUTF16BE"),
  one("UTF-16LE", "csUTF16LE"),
  one("US-ASCII", "iso-ir-6 ANSI_X3.4-1968 ANSI_X3.4-1986 ISO_646.irv:1991 ISO646-US us IBM367 cp367 csASCII"),
  latin(1, "ISO_8859-1:1987 iso-ir-100 latin1 l1 IBM819 CP819 csISOLatin1"),
  latin(2, "ISO_8859-2:1987 iso-ir-101 latin2 l2 csISOLatin2"),
  latin(3, "ISO_8859-3:1988 iso-ir-109 latin3 l3 csISOLatin3"),
  latin(4, "ISO_8859-4:1988 iso-ir-110 latin4 l4 csISOLatin4"),
  latin(5, "ISO_8859-5:1988 iso-ir-144 cyrillic csISOLatinCyrillic"),
  latin(6, "ISO_8859-6:1987 iso-ir-127 ECMA-114 ASMO-708 arabic csISOLatinArabic"),
  latin(7, "ISO_8859-7:1987 iso-ir-126 ELOT_928 ECMA-118 greek greek8 csISOLatinGreek"),
  latin(8, "ISO_8859-8:1988 iso-ir-138 hebrew csISOLatinHebrew"),
  latin(9, "ISO_8859-9:1989 iso-ir-148 latin5 l5 csISOLatin5"),
  one("ISO-8859-10", "iso-ir-157 l6 ISO_8859-10:1992 csISOLatin6 latin6"),
  one("ISO-8859-13", "csISO885913"),
  latin(14, "iso-ir-199 ISO_8859-14:1998 latin8 iso-celtic l8 csISO885914"),
  latin(15, "Latin-9 csISO885915"),
  latin(16, "iso-ir-226 ISO_8859-16:2001 latin10 l10 csISO885916"),
  ...[437, 850, 852, 855, 860, 862, 863, 865, 866].map(ibm),
  one("IBM00858", "CCSID00858 CP00858 PC-Multilingual-850+euro csIBM00858"),
  one("KOI8-R", "csKOI8R"),
  one("KOI8-U", "csKOI8U"),
  one("macintosh", "mac csMacintosh"),
  ...[874, 1250, 1251, 1252, 1253, 1254, 1255, 1256, 1257, 1258].map(windows),
  one("GBK", "CP936 MS936 windows-936 csGBK"),
  one("GB18030", "csGB18030"),
  one("Big5", "csBig5"),
  one("EUC-JP", "Extended_UNIX_Code_Packed_Format_for_Japanese csEUCPkdFmtJapanese"),
  one("Shift_JIS", "MS_Kanji csShiftJIS"),
  one("EUC-KR", "csEUCKR"),
];

const BY_NAME = new Map(
  TEXT_ENCODINGS.flatMap((encoding) =>
    [encoding.name, ...encoding.aliases].map((name) => [name.toLowerCase(), encoding] as const),
  ),
);

/** The encoding of a name, in any case; undefined where it is not one that can be decoded. */
export const findTextEncoding = (name: string): TextEncodingName | undefined => BY_NAME.get(name.toLowerCase());

/** Names that Alloy decodes too, and platforms do not. */
const NOT_YET =
  /^(?:(?:ibm|cp)(?:0?37|437|850|852|855|0?858|860|862|863|865|1047|01140|1140)|hz-gb-2312|iso-8859-[68]-[ei])$/i;

/** What is wrong with the name of an encoding. */
export const explainTextEncoding = (name: string): string =>
  NOT_YET.test(name)
    ? `${JSON.stringify(name)} is an encoding that Alloy reads and Sluice does not read yet`
    : `failed to get IANA encoding ${JSON.stringify(name)}; known are ${TEXT_ENCODINGS.map((encoding) => encoding.name).join(", ")}`;
