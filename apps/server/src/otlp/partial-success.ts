/** What the answer to a client says of records that could not be kept. */
import type { MessageInitShape } from "@bufbuild/protobuf";
import type { ExportLogsServiceResponseSchema } from "../gen/opentelemetry/proto/collector/logs/v1/logs_service_pb.ts";
import type { Converted } from "./to-entries.ts";

export type Rejected = Pick<Converted, "rejected" | "reason">;

export const partialSuccessOf = ({
  rejected,
  reason,
}: Rejected): MessageInitShape<typeof ExportLogsServiceResponseSchema> =>
  rejected === 0 ? {} : { partialSuccess: { rejectedLogRecords: BigInt(rejected), errorMessage: reason } };
