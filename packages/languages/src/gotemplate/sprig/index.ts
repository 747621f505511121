/**
 * The function library of templates: Masterminds/sprig v3.3's TxtFuncMap in the version of Grafana Alloy's `stage.template`,
 * with spf13/cast 1.10, Masterminds/semver 3.5 and Go 1.26, one file per family. Functions that ask the machine or the
 * network are in `host.ts`.
 */

import { type FunctionFamily, type FunctionRegistry, registry } from "../functions.ts";
import { ENCODING_FUNCTIONS } from "./crypto/encoding.ts";
import { HASH_FUNCTIONS } from "./crypto/hashes.ts";
import { PASSWORD_FUNCTIONS } from "./crypto/passwords.ts";
import { RANDOM_FUNCTIONS } from "./crypto/random.ts";
import { DEFAULT_FUNCTIONS } from "./data/defaults.ts";
import { DICT_FUNCTIONS } from "./data/dicts.ts";
import { JSON_FUNCTIONS } from "./data/json.ts";
import { LIST_FUNCTIONS } from "./data/lists.ts";
import { REFLECTION_FUNCTIONS } from "./data/reflection.ts";
import { DATE_FUNCTIONS } from "./dates.ts";
import { HOST_FUNCTIONS } from "./host.ts";
import { FLOAT_FUNCTIONS } from "./numbers/floats.ts";
import { INTEGER_FUNCTIONS } from "./numbers/integers.ts";
import { SEMVER_FUNCTIONS } from "./semver/semver.ts";
import { CASE_STYLE_FUNCTIONS } from "./text/case-styles.ts";
import { PATH_FUNCTIONS } from "./text/paths.ts";
import { REGEX_FUNCTIONS } from "./text/regex.ts";
import { STRING_FUNCTIONS } from "./text/strings.ts";
import { URL_FUNCTIONS } from "./text/urls.ts";
import { WORD_FUNCTIONS } from "./text/words.ts";

/** The library's functions by what they are about, in the order in which the reference lists them. */
export const SPRIG_FAMILIES: readonly FunctionFamily[] = [
  { title: "Text", functions: STRING_FUNCTIONS },
  { title: "Words", functions: WORD_FUNCTIONS },
  { title: "Styles of names", functions: CASE_STYLE_FUNCTIONS },
  { title: "Regular expressions", functions: REGEX_FUNCTIONS },
  { title: "Whole numbers", functions: INTEGER_FUNCTIONS },
  { title: "Floating-point numbers", functions: FLOAT_FUNCTIONS },
  { title: "Lists", functions: LIST_FUNCTIONS },
  { title: "Dictionaries", functions: DICT_FUNCTIONS },
  { title: "Empty values and choices", functions: DEFAULT_FUNCTIONS },
  { title: "Types", functions: REFLECTION_FUNCTIONS },
  { title: "Dates", functions: DATE_FUNCTIONS },
  { title: "Encodings", functions: ENCODING_FUNCTIONS },
  { title: "JSON", functions: JSON_FUNCTIONS },
  { title: "Versions", functions: SEMVER_FUNCTIONS },
  { title: "Hashes", functions: HASH_FUNCTIONS },
  { title: "Passwords and encryption", functions: PASSWORD_FUNCTIONS },
  { title: "Chance", functions: RANDOM_FUNCTIONS },
  { title: "Paths", functions: PATH_FUNCTIONS },
  { title: "URLs", functions: URL_FUNCTIONS },
  { title: "The machine, keys and certificates", functions: HOST_FUNCTIONS },
];

/** Every function of the library by name. */
export const SPRIG_FUNCTIONS: FunctionRegistry = registry(SPRIG_FAMILIES.flatMap(({ functions }) => functions));
