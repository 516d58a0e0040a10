/** The texts by which a reply shows what only the server's own people may see. A table: one row, one pattern. */
import type { LeakKind } from './finding.ts';

export interface LeakPattern {
  /** A secret is found by its value, not by a pattern. */
  readonly name: Exclude<LeakKind, 'secret'>;
  /** Reads each text in linear time: every repetition is bounded. */
  readonly pattern: RegExp;
  /** What the text shows. */
  readonly describe: string;
}

const TRACE = 'stack trace';
const SQL = 'SQL';
const PATH = 'file path of the server';

const trace = (pattern: RegExp): LeakPattern => ({ name: 'stack-trace', pattern, describe: TRACE });
const sql = (pattern: RegExp): LeakPattern => ({ name: 'sql', pattern, describe: SQL });
const path = (pattern: RegExp): LeakPattern => ({ name: 'file-path', pattern, describe: PATH });

/** Every row needs one of these: most messages have none, and are read once. */
export const LEAK_HINT =
  /[(/\\:]|---|\.php|File "|SQL|ORA-|\b(?:select|insert|update|delete)\b|syntax|does not exist|no such/i;

/** A row that matches first hides those below it: a stack trace holds file paths, too. */
export const LEAK_PATTERNS: readonly LeakPattern[] = [
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

  // Below a folder that servers have; of a source, library, log or settings file anywhere; with a drive letter.
  path(/(?<![\w.:/-])(?:file:\/\/)?\/(?:etc|opt|srv|usr|var)\/[\w.@-]{1,100}/),
  path(/(?<![\w.:/-])(?:file:\/\/)?\/(?:home|mnt|root|Users|private)\/[\w.@-]{1,100}\/[\w.@-]{1,100}/),
  path(
    /(?<![\w.:/-])(?:file:\/\/)?\/(?!api\/)(?:[\w.@-]{1,100}\/){1,20}[\w.@-]{1,100}\.(?:java|class|jar|war|kt|cs|dll|php|py|rb|go|rs|[cm]?[jt]sx?|so|log|conf|cfg|ini|ya?ml|env|db|sqlite|pem)\b/,
  ),
  path(
    /(?<!\w)[A-Za-z]:\\(?:[\w.()@ -]{1,100}\\){1,20}[\w.@-]{1,100}|(?<!\w)[A-Za-z]:\\[\w.()@ -]{1,100}\.\w{1,5}\b/,
  ),
];
