/** The texts by which a reply shows what only the server's own people may see. A table: one row, one pattern. */
import type { LeakKind } from '../finding.ts';

interface LeakPattern {
  /** A secret is found by its value, not by a pattern. */
  readonly name: Exclude<LeakKind, 'secret' | 'tags'>;
  /** Reads each text in linear time: every repetition is bounded. */
  readonly pattern: RegExp;
  /** What the text shows. */
  readonly describe: string;
}

const TRACE = 'stack trace';
const SQL = 'SQL';
const DATABASE = 'error of a database';
const SERVER_PATH = 'file path of the server';
const SERVER_CREDENTIAL = 'credential of the server';

const trace = (pattern: RegExp): LeakPattern => ({ name: 'stack-trace', pattern, describe: TRACE });
const sql = (pattern: RegExp): LeakPattern => ({ name: 'sql', pattern, describe: SQL });
const driver = (pattern: RegExp): LeakPattern => ({ name: 'sql', pattern, describe: DATABASE });
const credentialPattern = (pattern: RegExp): LeakPattern => ({
  name: 'credential',
  pattern,
  describe: SERVER_CREDENTIAL,
});
const path = (pattern: RegExp): LeakPattern => ({ name: 'file-path', pattern, describe: SERVER_PATH });

/** Every row needs one of these: most messages have none, and are read once. */
export const LEAK_HINT =
  /[(/\\:]|---|\.php|File "|SQL|ORA-|\b(?:select|insert|update|delete)\b|syntax|does(?: not|n't) exist|no such|\.{3} \d|constraint|duplicate|unknown column|invalid (?:object|column)|Mongo|E11000|panicked|created by|Caused by|AKIA|ASIA|AIza|gh[pousr]_|xox[abprs]-|passw|pwd=|AccountKey|PRIVATE KEY|Fatal error|Msg \d|\bERROR \d|\bER_/i;

/** A row that matches first hides those below it: a stack trace holds file paths, too. */
export const LEAK_PATTERNS: readonly LeakPattern[] = [
  // Keys of clouds and services, a private key, and a password in a connection string or a URL.
  credentialPattern(
    /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[abprs]-[\w-]{12,100}/,
  ),
  credentialPattern(/-----BEGIN (?:[A-Z]{2,12} )?PRIVATE KEY-----/),
  credentialPattern(/\b(?:password|passwd|pwd|AccountKey|SharedAccessKey)\s?=\s?[^\s;,&"']{3,200}[;&]/i),
  credentialPattern(/\b[a-z][a-z0-9+.-]{1,20}:\/\/[\w.%-]{1,60}:[^\s:@/"']{1,100}@[\w.-]{1,100}/i),

  // Java: `at com.example.Tags.get(Tags.java:87)`.
  trace(/\bat [\w.$/<>]{1,200}\((?:\w{1,100}\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/),
  // .NET: `at Tags.Get(String id) in C:\src\Tags.cs:line 12`, also without the file.
  trace(/\bat [\w.`<>+[\]]{1,200}\([^()\n]{0,200}\) in [^\n]{1,200}:line \d+/),
  trace(/^[ \t]{2,20}at [A-Z][\w`]{0,100}\.[\w.`<>+[\],]{1,200}\([^()\n]{0,200}\)[ \t\r]*$/m),
  trace(/--- End of (?:inner exception )?stack trace/),
  // Node.js: `at read (/srv/app/body.js:14:22)`.
  trace(/\bat [^\n]{0,200}?(?:\.[cm]?[jt]sx?|\bnode:[\w/]{1,60}):\d+:\d+/),
  // Python, PHP, Go, Ruby.
  trace(/Traceback \(most recent call last\)|^[ \t]{1,20}File "[^"\n]{1,200}", line \d+/m),
  trace(/#\d{1,3} [^\n]{1,200}?\.php\(\d+\): |\bin [^\n]{1,200}?\.php(?: on line |:)\d+/),
  trace(/\bgoroutine \d+ \[[^\]\n]{1,60}\]:|\.go:\d+ \+0x[\da-f]+/),
  trace(/\.rb:\d+:in [`']/),
  // What is left where frames are cut off, and runtimes that end.
  trace(
    /\bCaused by: [\w.$]{1,200}(?:Exception|Error)\b|^[ \t]{1,20}\.{3} \d{1,4} (?:more|common frames omitted)/m,
  ),
  trace(/#\d{1,3} \{main\}|\bPHP (?:Fatal|Parse) error: |\bFatal error: Uncaught /),
  trace(
    /\bpanic: runtime error: |\bcreated by [\w./*()-]{1,200} in goroutine \d|\bthread '[^'\n]{1,60}' panicked at /,
  ),

  // A statement in capitals, one in any case with a condition, and the errors of databases.
  sql(
    /\bSELECT\s{1,9}(?:(?:DISTINCT|TOP \d{1,9})\s{1,9})?(?:\*|[\w.`"[\]]{1,100}(?=\s{0,9},|\(|\s{1,9}AS\b|\s{1,9}FROM\b))[^;]{0,500}?\bFROM\s{1,9}[\w`"[]/,
  ),
  sql(
    /\bselect\s[^;\n]{1,500}?\sfrom\s{1,9}[\w.`"[\]]{1,100}(?:\s{1,9}(?:as\s{1,9})?\w{1,60})?\s{1,9}where\s{1,9}[\w.`"[\]()]{1,100}\s{0,9}(?:=|<|>|!=|\s(?:in\s?\(|like\s|is\s(?:not\s)?null))/i,
  ),
  sql(/\bselect\s{1,9}(?:\*|count\(\*\))\s{1,9}from\s{1,9}[\w`"[]/i),
  sql(/\binsert\s{1,9}into\s{1,9}[\w.`"[\]]{1,100}\s{0,9}\([^()\n]{1,300}\)\s{0,9}values\b/i),
  sql(/\bupdate\s{1,9}[\w.`"[\]]{1,100}\s{1,9}set\s{1,9}[\w.`"[\]]{1,100}\s{0,9}=/i),
  sql(
    /\bdelete\s{1,9}from\s{1,9}[\w.`"[\]]{1,100}\s{1,9}where\s{1,9}[\w.`"[\]]{1,100}\s{0,9}(?:=|<|>|in\s?\()/i,
  ),
  sql(/\bSQLSTATE\b|\bORA-\d{5}\b|You have an error in your SQL syntax|\bsyntax error at or near "/),
  sql(
    /\b(?:relation|column) "[^"\n]{1,100}" does not exist|\bno such (?:table|column): \w|\bIncorrect syntax near '/,
  ),

  // The words of drivers: MySQL, PostgreSQL, SQLite, SQL Server, MongoDB.
  driver(
    /\bER_[A-Z]{2,20}_[A-Z_]{2,60}\b|\bERROR \d{4} \([0-9A-Z]{5}\)|\bUnknown column '[^'\n]{1,100}' in '/,
  ),
  driver(/\bTable '[^'\n]{1,100}' doesn't exist|\bDuplicate entry '[^'\n]{0,200}' for key '/),
  driver(
    /\bduplicate key value violates unique constraint "|\bPG::[A-Z]\w{2,60}|\binvalid input syntax for (?:type )?\w{1,40}: "/,
  ),
  driver(
    /\bSQLITE_[A-Z]{3,40}\b|\b(?:UNIQUE|FOREIGN KEY|NOT NULL|CHECK) constraint failed\b|\bnear "[^"\n]{0,100}": syntax error/,
  ),
  driver(
    /\bInvalid (?:object|column) name '[^'\n]{1,100}'|\bMsg \d{1,6}, Level \d{1,3}, State \d{1,3}|\bViolation of (?:PRIMARY|UNIQUE) KEY constraint '/,
  ),
  driver(
    /\bMongo(?:Server|Network|Bulk\w{1,20}|Write\w{1,20}|)(?:Error|Exception)\b|\bE11000 duplicate key\b/,
  ),

  // Below a folder that servers have; of a source, library, log or settings file anywhere; with a drive letter.
  path(/(?<![\w.:/-])(?:file:\/\/)?\/(?:etc|opt|srv|usr|var)\/[\w.@-]{1,100}/),
  path(/(?<![\w.:/-])(?:file:\/\/)?\/(?:home|mnt|root|Users|private)\/[\w.@-]{1,100}\/[\w.@-]{1,100}/),
  path(
    /(?<![\w.:/-])(?:file:\/\/)?\/(?!api\/)(?:[\w.@-]{1,100}\/){1,20}[\w.@-]{1,100}\.(?:java|class|jar|war|kt|cs|dll|php|py|rb|go|rs|[cm]?[jt]sx?|so|log|conf|cfg|ini|ya?ml|env|db|sqlite|pem)\b/,
  ),
  path(/(?<![\w.:/-])\/(?:proc\/(?:self|\d{1,9})|run\/secrets|dev\/shm|tmp)\/[\w.@-]{1,100}/),
  path(/(?<![\w\\:])\\\\[\w.-]{1,60}\\[\w$.-]{1,60}\\[\w.-]{1,100}/),
  path(
    /(?<!\w)[A-Za-z]:\\(?:[\w.()@ -]{1,100}\\){1,20}[\w.@-]{1,100}|(?<!\w)[A-Za-z]:\\[\w.()@ -]{1,100}\.\w{1,5}\b/,
  ),
];
