/** The block `basic_auth` of endpoints: a user and a password, which may be in a file. */
import { block, filePathField, secretField, stringField } from "../../schema/field.ts";

export const basicAuth = block({
  doc: "User and password.",
  occurs: "optional",
  fields: {
    username: stringField({ holds: "name", doc: "The user.", default: "" }),
    password: secretField({ doc: "The password.", default: "" }),
    password_file: filePathField({ use: "read", doc: "A file with the password, read for each request.", default: "" }),
  },
  check({ password, password_file }, report) {
    if (password !== "" && password_file !== "")
      report.error("one-secret", "give password or password_file, not both", "password_file");
  },
});
