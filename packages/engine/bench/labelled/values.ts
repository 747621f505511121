/** Values as they stand in logs, from a seeded source. */
import type { SeededRandom } from "@sluice/languages/base";

export type Make = (random: SeededRandom) => string;

export const int = (random: SeededRandom, from: number, to: number): number =>
  from + Math.floor(random.next() * (to - from + 1));
export const pick = (random: SeededRandom, from: readonly string[]): string => from[int(random, 0, from.length - 1)]!;
const digits = (random: SeededRandom, count: number): string =>
  Array.from({ length: count }, (_, i) => int(random, i === 0 ? 1 : 0, 9)).join("");
const from = (random: SeededRandom, alphabet: string, count: number): string =>
  Array.from({ length: count }, () => alphabet[int(random, 0, alphabet.length - 1)]!).join("");
const hex = (random: SeededRandom, count: number): string => from(random, "0123456789abcdef", count);
const two = (value: number): string => String(value).padStart(2, "0");
const oneOf =
  (...values: readonly string[]): Make =>
  (random) =>
    pick(random, values);

const ip: Make = (r) => `${int(r, 10, 218)}.${int(r, 0, 255)}.${int(r, 0, 255)}.${int(r, 1, 254)}`;
const uuid: Make = (r) => [8, 4, 4, 4, 12].map((count) => hex(r, count)).join("-");

/** `{name}` in a template is one of these. */
export const VALUES: Readonly<Record<string, Make>> = {
  n: (r) => String(int(r, 0, 9999)),
  small: (r) => String(int(r, 0, 63)),
  signed: (r) => String(int(r, -40, 40)),
  big: (r) => digits(r, int(r, 6, 10)),
  pid: (r) => String(int(r, 100, 32767)),
  float: (r) => `${int(r, 0, 400)}.${int(r, 0, 9999)}`,
  ms: (r) => `${int(r, 1, 4000)}ms`,
  mb: (r) => `${int(r, 1, 900)}.${int(r, 0, 9)} ${pick(r, ["B", "KB", "MB", "GB"])}`,
  ip,
  port: (r) => String(int(r, 1024, 65535)),
  blk: (r) => `blk_${pick(r, ["", "-"])}${digits(r, int(r, 17, 19))}`,
  hex: (r) => `0x${hex(r, 8)}`,
  uuid,
  hash: (r) => hex(r, 40),
  session: (r) => `0x${hex(r, 15)}`,
  user: oneOf("root", "cyrus", "news", "test", "admin", "oracle", "bob", "webmaster", "guest", "alice", "ftp", "mysql"),
  host: oneOf("combo", "mesos-master-1", "mesos-slave-07", "calvisitor-10-105-160-95", "authorMacBook-Pro", "aadmin1"),
  domain: (r) =>
    `${pick(r, ["proxy", "www", "mail", "api-3", "dsl-187"])}.${pick(r, ["cuhk", "example", "acme", "prod-net"])}.${pick(r, ["edu.hk", "com", "net", "com.br"])}`,
  node: (r) =>
    `R${two(int(r, 0, 63))}-M${int(r, 0, 1)}-N${pick(r, ["0", "4", "8", "C"])}-C:J${two(int(r, 2, 17))}-U${pick(r, ["01", "11"])}`,
  attempt: (r) =>
    `attempt_1445${digits(r, 9)}_00${two(int(r, 1, 20))}_${pick(r, ["m", "r"])}_0000${two(int(r, 0, 30))}_${int(r, 0, 3)}`,
  task: (r) => `task_1445${digits(r, 9)}_00${two(int(r, 1, 20))}_${pick(r, ["m", "r"])}_0000${two(int(r, 0, 30))}`,
  container: (r) => `container_1445${digits(r, 9)}_00${two(int(r, 1, 20))}_01_0000${two(int(r, 0, 30))}`,
  rdd: (r) => `rdd_${int(r, 0, 60)}_${int(r, 0, 40)}`,
  path: (r) =>
    `/${pick(r, ["user", "var", "mnt", "etc", "tmp"])}/${pick(r, ["root", "hadoop", "log", "httpd", "data"])}/${pick(r, ["rand", "_temporary", "part", "conf", "jobs"])}${int(r, 0, 99)}/part-0${digits(r, 4)}`,
  file: oneOf("/etc/httpd/conf/workers2.properties", "/var/www/html/", "/home/oracle/.bashrc", "/usr/lib/sa"),
  app: oneOf("com.tencent.mm", "com.android.phone", "com.google.android.gms", "com.sec.pedometer", "android"),
  activity: oneOf("Launcher", "SettingsActivity", "LauncherUI", "ChatActivity", "StatusBar", "KeyguardView"),
  exe: oneOf("chrome.exe", "firefox.exe", "git-remote-https.exe", "SogouCloud.exe", "Dropbox.exe", "YodaoDict.exe"),
  state: oneOf("RUNNING", "SCHEDULED", "ASSIGNED", "UNASSIGNED", "SUCCEEDED", "FAILED", "KILLED", "COMMITTED"),
  event: oneOf("TA_ASSIGNED", "T_SCHEDULE", "TA_DONE", "JOB_START", "TA_CONTAINER_LAUNCHED", "JOB_COMPLETED"),
  boolean: oneOf("true", "false"),
  zoo: oneOf("LOOKING", "LEADING", "FOLLOWING"),
  url: (r) =>
    `http://${pick(r, ["10.0.0.4", "api.example.com"])}:${int(r, 8000, 9900)}/${pick(r, ["jobs", "v2", "mapOutput"])}/${int(r, 1, 999)}`,
  date: (r) =>
    `${pick(r, ["Mon", "Fri", "Sun"])} ${pick(r, ["Jul", "Jun"])} ${int(r, 10, 28)} ${two(int(r, 0, 23))}:${two(int(r, 0, 59))}:${two(int(r, 0, 59))} 2005`,
  package: (r) => `Package_for_KB${int(r, 2000000, 3999999)}~31bf3856ad364e35~amd64~~6.1.1.${int(r, 0, 9)}`,
  dns: (r) => `${pick(r, ["en0", "awdl0", "utun1"])}`,
  numbers: (r) => Array.from({ length: int(r, 1, 6) }, () => String(int(r, 0, 500))).join(", "),
};

/** Parts of the times of heads. */
export const CLOCK_PARTS = { two, int, hex, uuid, digits };
