/** Commands that take a password as an argument without a telling name: `mysql -p…`, `sshpass -p …`, `net user …`. */
import { BLANK, type Phrase } from "./phrase.ts";

/** What stands between a command and its option. */
const ARGUMENTS = String.raw`(?:\.exe)?"?(?: [^\n|;&]{0,300}?)?`;
const S = `${BLANK}{1,4}`;

const option = (words: string, options: string, more: Partial<Phrase> = {}): Phrase => ({
  words,
  before: (word) => String.raw`\b${word}${ARGUMENTS} ${options}`,
  value: "any",
  ...more,
});
/** Behind so many arguments. */
const argument = (words: string, count: number, more: Partial<Phrase> = {}): Phrase => ({
  words,
  before: (word) => String.raw`\b${word}${" \\S{1,100}".repeat(count)} {1,4}`,
  value: "any",
  ...more,
});
/** As the input of a command. */
const piped = (words: string, inside?: string): Phrase => ({
  words: "echo|printf",
  before: (word) => String.raw`\b${word}(?: -\w{1,4}){0,4} {1,4}`,
  inside,
  hint: words,
  value: "any",
  after: String.raw` {0,4}\| {0,4}(?:[^\n|]{0,100} )?(?:${words})`,
});

const USER = String.raw`[^\s:"'\\]{1,100}:`;
const LOGINS = "docker|podman|nerdctl|buildah|skopeo|crane|oras|helm|oc|cf|az|az acr|regctl";

/** What stands before a key in the configuration of a device, with a digit that says how it is written. */
const NETWORK_KEYS = String.raw`enable (?:secret|password)|username \S{1,60} (?:privilege \d{1,2} )?(?:secret|password)|(?:tacacs|radius)-server (?:host \S{1,60} )?key|server-private \S{1,60} key|pre-shared-key|key-string|neighbor \S{1,60} password|ppp (?:chap|pap) password|crypto isakmp key|ip ospf authentication-key|message-digest-key \d{1,3} md5|wpa-psk ascii`;

export const COMMANDS: readonly Phrase[] = [
  option("mysql[a-z]{0,12}|mariadb[a-z-]{0,12}|mycli|xtrabackup|mydumper|myloader", "-p"),
  option("sshpass", "-p ?"),
  option("psexec(?:64)?|paexec", `-p${S}`, { caseless: true }),
  option(`(?:${LOGINS})(?: registry)? login`, `-p${S}`),
  option("mongo(?:sh|dump|restore|export|import|stat|top)?", `-p${S}`),
  option("sqlcmd|osql|bcp|isql|tsql|ipmitool|mosquitto_(?:pub|sub|rr)|zip|unzip", `-P${S}`),
  option("ldap(?:search|modify|add|delete|passwd|whoami|compare|modrdn)", "-w ?"),
  option("(?:redis|keydb|valkey)-cli", `(?:-a|--pass)${S}`),
  option("(?:redis|keydb|valkey)-server", `--(?:requirepass|masterauth)${S}`),
  option("openssl (?:enc|aes-?[\\w-]{1,20}|des[\\w-]{0,12}|camellia[\\w-]{1,16})", `-k${S}`),
  option("plink|pscp|psftp|klink|kscp", `-pw${S}`),
  option("openssl", `-pass(?:in|out)?${S}pass:`),
  option("useradd|usermod", `(?:-p|--password)${S}`),
  option("7z[arz]?|rar|unrar", "-p"),
  option("[xw]freerdp", "/p:"),
  option("schtasks", `/rp${S}`, { caseless: true }),
  option("mysqladmin|nmcli", `password${S}`),
  option("snmp(?:walk|get|getnext|bulkwalk|bulkget|set|trap|table|status)", `-c${S}`),
  option("curl", "(?:-[uU] ?|--(?:proxy-)?user[ =])", { inside: USER }),
  option("https?", "(?:-a|--auth)[ =]", { inside: USER }),
  option("lftp", `-u${S}`, { inside: String.raw`[^\s,"'\\]{1,100},` }),
  option("create secret", "--from-literal[= ]", { inside: String.raw`[\w.-]{1,100}=` }),
  option("smbclient|rpcclient|smbmap|winexe|smbget", "-U ?", { inside: String.raw`[^\s%"'\\]{1,100}%` }),
  {
    words: "htpasswd|mosquitto_passwd",
    before: (word) =>
      String.raw`\b${word}(?: -\w{1,8}){0,4}? -\w{0,4}(?:n\w{0,4}b|b\w{0,4}n)\w{0,4}(?: -\w{1,8}){0,4} \S{1,100} {1,4}`,
    value: "any",
  },
  {
    words: "htpasswd|mosquitto_passwd",
    before: (word) =>
      String.raw`\b${word}(?: -\w{1,8}){0,4}? -[a-mo-zA-Z]{0,4}b[a-mo-zA-Z]{0,4}(?: -\w{1,8}){0,4}(?: [^\s-]\S{0,100}){2} {1,4}`,
    value: "any",
  },
  piped("chpasswd", USER),
  piped("sudo -S|passwd --stdin|--password-stdin"),
  argument("net1? user", 1, { caseless: true, after: " {1,4}/[A-Za-z]" }),
  argument("net1? user", 1, { caseless: true, value: "chosen" }),
  argument(String.raw`net1? use(?: \S{1,2}:)?`, 1, { caseless: true, after: " {1,4}/[A-Za-z]" }),
  argument(String.raw`net1? use(?: \S{1,2}:)?(?: \S{1,100})? /user:\S{1,100}`, 0, { caseless: true, value: "chosen" }),
  argument("rabbitmqctl (?:add_user|change_password|authenticate_user)|wpa_passphrase|cf auth", 1),
  argument("samba-tool user (?:add|create)", 1, { value: "chosen" }),
  argument("vault (?:operator unseal|login)", 0, { value: "generated" }),
  {
    words: "ConvertTo-SecureString",
    before: (word) => String.raw`\b${word}(?: -(?:String|AsPlainText|Force))*${S}`,
    value: "any",
    caseless: true,
  },
  // Of devices on a network.
  {
    words:
      "snmp-server community|enable (?:secret|password)|(?:tacacs|radius)-server key|pre-shared-key|key-string|username \\S{1,60} (?:privilege \\d{1,2} )?(?:secret|password)",
    before: (word) => String.raw`\b${word}(?: (?:address|local|remote) [\d.]{1,20} key)?(?: \d{1,2})? {1,4}`,
    value: "chosen",
  },
  {
    words: `(?:${NETWORK_KEYS})`,
    before: (word) => String.raw`\b${word} \d {1,4}`,
    value: "any",
    name: "secret",
  },
  {
    words: "secret|password|key|md5",
    before: (word) => String.raw`\b${word} 7 {1,4}`,
    value: "type7",
    after: String.raw`(?:[^\w-]|$)`,
  },
  {
    words: "snmp-server community",
    before: (word) => String.raw`\b${word} {1,4}`,
    value: "any",
    after: " {1,4}(?:[Rr][OoWw]|view|ipv6)\\b",
  },
  // As a client sends it, and as a monitor prints it.
  {
    words: "(?:redis|valkey|keydb)[\\w-]{0,20}:?(?: \\S{1,40}){0,2}? AUTH|^AUTH",
    hint: "\\bAUTH\\b",
    before: (word) => String.raw`\b${word}(?: default)? {1,2}`,
    value: "odd",
    name: "AUTH",
  },
];
