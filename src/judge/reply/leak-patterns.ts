/** The texts by which a reply shows what only the server's own people may see. */
import type { LeakKind } from '../finding.ts';

interface LeakPatterns {
  /** A secret is found by its value, not by a pattern. */
  readonly kind: Exclude<LeakKind, 'secret' | 'tags'>;
  /** What the text shows. */
  readonly describe: string;
  /** Each reads a text in linear time: every repetition is bounded. */
  readonly patterns: readonly RegExp[];
}

/** Every pattern needs one of these: most messages have none, and are read once. */
export const LEAK_HINT =
  /[(/\\:]|---|\.php|File "|SQL|ORA-|\b(?:select|insert|update|delete)\b|syntax|does(?: not|n't) exist|no such|\.{3} \d|constraint|duplicate|unknown column|invalid (?:object|column)|Mongo|E11000|panicked|created by|Caused by|AKIA|ASIA|AIza|gh[pousr]_|xox[abprs]-|passw|pwd=|AccountKey|PRIVATE KEY|Fatal error|Msg \d|\bERROR \d|\bER_/i;

/** What matches first hides what is below it: a stack trace holds file paths, too. */
export const LEAK_PATTERNS: readonly LeakPatterns[] = [
  {
    kind: 'credential',
    describe: 'credential of the server',
    patterns: [
      // Keys of clouds and services, a private key, and a password in a connection string or a URL.
      /\b(?:AKIA|ASIA)[A-Z0-9]{16}\b|\bAIza[\w-]{35}\b|\bgh[pousr]_[A-Za-z0-9]{36}\b|\bxox[abprs]-[\w-]{12,100}/,
      /-----BEGIN (?:[A-Z]{2,12} )?PRIVATE KEY-----/,
      /\b(?:password|passwd|pwd|AccountKey|SharedAccessKey)\s?=\s?[^\s;,&"']{3,200}[;&]/i,
      /\b[a-z][a-z0-9+.-]{1,20}:\/\/[\w.%-]{1,60}:[^\s:@/"']{1,100}@[\w.-]{1,100}/i,
    ],
  },
  {
    kind: 'stack-trace',
    describe: 'stack trace',
    patterns: [
      // Java: `at com.example.Tags.get(Tags.java:87)`.
      /\bat [\w.$/<>]{1,200}\((?:\w{1,100}\.(?:java|kt|scala|groovy):\d+|Native Method|Unknown Source)\)/,
      // .NET: `at Tags.Get(String id) in C:\src\Tags.cs:line 12`, also without the file.
      /\bat [\w.`<>+[\]]{1,200}\([^()\n]{0,200}\) in [^\n]{1,200}:line \d+/,
      /^[ \t]{2,20}at [A-Z][\w`]{0,100}\.[\w.`<>+[\],]{1,200}\([^()\n]{0,200}\)[ \t\r]*$/m,
      /--- End of (?:inner exception )?stack trace/,
      // Node.js: `at read (/srv/app/body.js:14:22)`.
      /\bat [^\n]{0,200}?(?:\.[cm]?[jt]sx?|\bnode:[\w/]{1,60}):\d+:\d+/,
      // Python, PHP, Go, Ruby.
      /Traceback \(most recent call last\)|^[ \t]{1,20}File "[^"\n]{1,200}", line \d+/m,
      /#\d{1,3} [^\n]{1,200}?\.php\(\d+\): |\bin [^\n]{1,200}?\.php(?: on line |:)\d+/,
      /\bgoroutine \d+ \[[^\]\n]{1,60}\]:|\.go:\d+ \+0x[\da-f]+/,
      /\.rb:\d+:in [`']/,
      // What is left where frames are cut off, and runtimes that end.
      /\bCaused by: [\w.$]{1,200}(?:Exception|Error)\b|^[ \t]{1,20}\.{3} \d{1,4} (?:more|common frames omitted)/m,
      /#\d{1,3} \{main\}|\bPHP (?:Fatal|Parse) error: |\bFatal error: Uncaught /,
      /\bpanic: runtime error: |\bcreated by [\w./*()-]{1,200} in goroutine \d|\bthread '[^'\n]{1,60}' panicked at /,
    ],
  },
  {
    kind: 'sql',
    describe: 'SQL',
    patterns: [
      // A statement in capitals, one in any case with a condition, and the errors of databases.
      /\bSELECT\s{1,9}(?:(?:DISTINCT|TOP \d{1,9})\s{1,9})?(?:\*|[\w.`"[\]]{1,100}(?=\s{0,9},|\(|\s{1,9}AS\b|\s{1,9}FROM\b))[^;]{0,500}?\bFROM\s{1,9}[\w`"[]/,
      /\bselect\s[^;\n]{1,500}?\sfrom\s{1,9}[\w.`"[\]]{1,100}(?:\s{1,9}(?:as\s{1,9})?\w{1,60})?\s{1,9}where\s{1,9}[\w.`"[\]()]{1,100}\s{0,9}(?:=|<|>|!=|\s(?:in\s?\(|like\s|is\s(?:not\s)?null))/i,
      /\bselect\s{1,9}(?:\*|count\(\*\))\s{1,9}from\s{1,9}[\w`"[]/i,
      /\binsert\s{1,9}into\s{1,9}[\w.`"[\]]{1,100}\s{0,9}\([^()\n]{1,300}\)\s{0,9}values\b/i,
      /\bupdate\s{1,9}[\w.`"[\]]{1,100}\s{1,9}set\s{1,9}[\w.`"[\]]{1,100}\s{0,9}=/i,
      /\bdelete\s{1,9}from\s{1,9}[\w.`"[\]]{1,100}\s{1,9}where\s{1,9}[\w.`"[\]]{1,100}\s{0,9}(?:=|<|>|in\s?\()/i,
      /\bSQLSTATE\b|\bORA-\d{5}\b|You have an error in your SQL syntax|\bsyntax error at or near "/,
      /\b(?:relation|column) "[^"\n]{1,100}" does not exist|\bno such (?:table|column): \w|\bIncorrect syntax near '/,
    ],
  },
  {
    kind: 'sql',
    describe: 'error of a database',
    patterns: [
      // The words of drivers: MySQL, PostgreSQL, SQLite, SQL Server, MongoDB.
      /\bER_[A-Z]{2,20}_[A-Z_]{2,60}\b|\bERROR \d{4} \([0-9A-Z]{5}\)|\bUnknown column '[^'\n]{1,100}' in '/,
      /\bTable '[^'\n]{1,100}' doesn't exist|\bDuplicate entry '[^'\n]{0,200}' for key '/,
      /\bduplicate key value violates unique constraint "|\bPG::[A-Z]\w{2,60}|\binvalid input syntax for (?:type )?\w{1,40}: "/,
      /\bSQLITE_[A-Z]{3,40}\b|\b(?:UNIQUE|FOREIGN KEY|NOT NULL|CHECK) constraint failed\b|\bnear "[^"\n]{0,100}": syntax error/,
      /\bInvalid (?:object|column) name '[^'\n]{1,100}'|\bMsg \d{1,6}, Level \d{1,3}, State \d{1,3}|\bViolation of (?:PRIMARY|UNIQUE) KEY constraint '/,
      /\bMongo(?:Server|Network|Bulk\w{1,20}|Write\w{1,20}|)(?:Error|Exception)\b|\bE11000 duplicate key\b/,
    ],
  },
  {
    kind: 'file-path',
    describe: 'file path of the server',
    patterns: [
      // Below a folder that servers have; of a source, library, log or settings file anywhere; with a drive letter.
      /(?<![\w.:/-])(?:file:\/\/)?\/(?:etc|opt|srv|usr|var)\/[\w.@-]{1,100}/,
      /(?<![\w.:/-])(?:file:\/\/)?\/(?:home|mnt|root|Users|private)\/[\w.@-]{1,100}\/[\w.@-]{1,100}/,
      /(?<![\w.:/-])(?:file:\/\/)?\/(?!api\/)(?:[\w.@-]{1,100}\/){1,20}[\w.@-]{1,100}\.(?:java|class|jar|war|kt|cs|dll|php|py|rb|go|rs|[cm]?[jt]sx?|so|log|conf|cfg|ini|ya?ml|env|db|sqlite|pem)\b/,
      /(?<![\w.:/-])\/(?:proc\/(?:self|\d{1,9})|run\/secrets|dev\/shm|tmp)\/[\w.@-]{1,100}/,
      /(?<![\w\\:])\\\\[\w.-]{1,60}\\[\w$.-]{1,60}\\[\w.-]{1,100}/,
      /(?<!\w)[A-Za-z]:\\(?:[\w.()@ -]{1,100}\\){1,20}[\w.@-]{1,100}|(?<!\w)[A-Za-z]:\\[\w.()@ -]{1,100}\.\w{1,5}\b/,
    ],
  },
];
