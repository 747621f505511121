/** Calls that take a password by its place: as traces print them, and as procedures of a database. */
import type { Phrase } from "./phrase.ts";

/** In quotes that may be escaped. */
const TEXT = String.raw`\\*'(?:[^'\\]|\\+[^\\])*'|\\*"(?:[^"\\]|\\+[^"\\])*\\*"`;
const ARGUMENT = String.raw`(?:[^,'"()\\]|${TEXT}|\\[\w\\]|\([^()]{0,200}\))*`;
const behind = (count: number): string => (count === 0 ? "" : `(?:${ARGUMENT},){${count}}`);

/** `mysqli_connect('db', 'app', '…')` */
const call = (words: string, count: number, more: Partial<Phrase> = {}): Phrase => ({
  words,
  before: (word) => String.raw`\b${word}\(${behind(count)}\s{0,4}`,
  value: "any",
  quoted: true,
  ...more,
});
/** `exec sp_addlogin 'etl', '…'` */
const procedure = (words: string, count: number): Phrase => ({
  words,
  before: (word) => String.raw`\b${word}\s{1,4}${behind(count)}\s{0,4}N?`,
  value: "any",
  quoted: true,
  caseless: true,
});

const CLIENTS = "psycopg2?|pymysql|MySQLdb|mysql\\.connector|pg8000|asyncpg|hive|vertica_python";

export const CALLS: readonly Phrase[] = [
  call("password_(?:hash|verify)", 0),
  call(
    "oci_(?:new_|p)?connect|OCILogon|(?:cx_Oracle|oracledb)\\.connect|HTTP(?:Basic|Digest|Proxy)Auth|BasicAuth|(?:NetworkCredential|UsernamePasswordCredentials|PasswordAuthentication|PasswordCredential)|[sS]etBasicAuth|simple_bind_s",
    1,
  ),
  call("login|authenticate|signIn|sign_in|attempt|simple_bind", 1, {
    before: (word) => String.raw`(?:\.|->|::)${word}\(${behind(1)}\s{0,4}`,
    hint: String.raw`(?:\.|->|::)(?:login|authenticate|signIn|sign_in|attempt|simple_bind)\(`,
    value: "chosen",
  }),
  call(
    "(?:PDO|mysqli|PDOConnection)(?:->|::)__construct|new (?:PDO|mysqli)|mysqli?_p?connect|mssql_p?connect|sybase_p?connect|odbc_p?connect|ibase_p?connect|real_connect|createPdoConnection|getConnection|ldap_bind|ldap_bind_ext|ftp_login|imap_open|ssh2_auth_password",
    2,
  ),
  call(`(?:${CLIENTS})\\.connect`, 2, { value: "chosen" }),
  call("mysqli_real_connect", 3),
  procedure("sp_password", 0),
  procedure("sp_addlogin|sp_password|sp_setapprole|sp_addapprole", 1),
  procedure("sp_addlinkedsrvlogin", 4),
];
