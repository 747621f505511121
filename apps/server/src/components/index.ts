/** Every component that the server runs. */
import type { ComponentRecord } from "../core/component-record.ts";
import { echo } from "./echo.ts";
import { processRecord } from "./process.ts";
import { apiSource } from "./source-api.ts";
import { demoSource } from "./source-demo.ts";
import { fileSource } from "./source-file.ts";
import { write } from "./write.ts";

export const RUNNING: readonly ComponentRecord[] = [processRecord, apiSource, fileSource, demoSource, write, echo];
