/**
 * The function library of templates: Masterminds/sprig v3.3's TxtFuncMap as Grafana Alloy's `stage.template` has it,
 * with spf13/cast 1.10, Masterminds/semver 3.5 and Go 1.26, one file per family. What asks the machine or the network
 * stands in `host.ts`.
 */

import { type FunctionRegistry, registry } from "../functions.ts";
import { CASE_STYLE_FUNCTIONS } from "./case-styles.ts";
import { DATE_FUNCTIONS } from "./dates.ts";
import { DEFAULT_FUNCTIONS } from "./defaults.ts";
import { DICT_FUNCTIONS } from "./dicts.ts";
import { ENCODING_FUNCTIONS } from "./encoding.ts";
import { FLOAT_FUNCTIONS } from "./floats.ts";
import { HASH_FUNCTIONS } from "./hashes.ts";
import { HOST_FUNCTIONS } from "./host.ts";
import { INTEGER_FUNCTIONS } from "./integers.ts";
import { JSON_FUNCTIONS } from "./json.ts";
import { LIST_FUNCTIONS } from "./lists.ts";
import { PASSWORD_FUNCTIONS } from "./passwords.ts";
import { PATH_FUNCTIONS } from "./paths.ts";
import { RANDOM_FUNCTIONS } from "./random.ts";
import { REFLECTION_FUNCTIONS } from "./reflection.ts";
import { REGEX_FUNCTIONS } from "./regex.ts";
import { SEMVER_FUNCTIONS } from "./semver.ts";
import { STRING_FUNCTIONS } from "./strings.ts";
import { URL_FUNCTIONS } from "./urls.ts";
import { WORD_FUNCTIONS } from "./words.ts";

/** Every function of the library by name. */
export const SPRIG_FUNCTIONS: FunctionRegistry = registry([
  ...STRING_FUNCTIONS,
  ...WORD_FUNCTIONS,
  ...CASE_STYLE_FUNCTIONS,
  ...INTEGER_FUNCTIONS,
  ...FLOAT_FUNCTIONS,
  ...LIST_FUNCTIONS,
  ...DICT_FUNCTIONS,
  ...DEFAULT_FUNCTIONS,
  ...REFLECTION_FUNCTIONS,
  ...DATE_FUNCTIONS,
  ...ENCODING_FUNCTIONS,
  ...JSON_FUNCTIONS,
  ...REGEX_FUNCTIONS,
  ...SEMVER_FUNCTIONS,
  ...HASH_FUNCTIONS,
  ...PASSWORD_FUNCTIONS,
  ...RANDOM_FUNCTIONS,
  ...PATH_FUNCTIONS,
  ...URL_FUNCTIONS,
  ...HOST_FUNCTIONS,
]);
