/**
 * `json_path`: what a JSONPath selects in a JSON document, in the manner of the library that Alloy uses (`ojg` 1.27 and
 * 1.28; from 1.28.3 on it takes slices with a negative step otherwise). Known differences: the order of an object's
 * fields is the document's; where that library panics (two lists compared, null filtered) the call is refused or selects
 * nothing; what is counted must be a path; scripts are refused by name; all work is bounded.
 */
import { array } from "../../value.ts";
import { fixedFunction, refuse } from "../function.ts";
import { parsePositionedJson } from "../json.ts";
import { parsePath } from "./parse.ts";
import { PathError } from "./path.ts";
import { select } from "./select.ts";
import { Work } from "./work.ts";

/** `json_path(document, path)`: a list of all that was selected. */
export const JSON_PATH = fixedFunction("json_path", ["string", "string"], (document, path) => {
  try {
    const parsed = parsePath(path);
    const root = parsePositionedJson(document);
    return "refused" in root ? root : array(select(parsed, root, new Work()));
  } catch (problem) {
    if (problem instanceof PathError) return refuse(problem.message);
    throw problem;
  }
});
