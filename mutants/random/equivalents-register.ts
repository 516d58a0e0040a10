/** The random mutants that are no defects, each with its reason. A row is added only after a look at the code. */
import { optionsOf, QUESTION_IDS } from '../../src/dialect/questions.ts';
import type { Equivalent } from './equivalent.ts';

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`);
const NAMES_OF_CHOICES = [...new Set(QUESTION_IDS.flatMap((id) => [id, ...optionsOf(id)]))];
/** The name of a question or an option, quoted. */
const CHOICE = new RegExp(`^'(?:${NAMES_OF_CHOICES.map(escaped).join('|')})'$`);

const OTHER_CHOICE = 'the simulator then makes another choice that the document leaves open';
const MESSAGE = 'the wording of debugMessage, of logs and of errors of the command is free';
const NO_UNKNOWN = 'a world that is served lacks no fact, so that nothing is unknown';
const LENIENT = 'a lenient parser may read more or less than this one';
const QUICKER = 'it only saves work: the answer is the same without it';
const NEVER = 'it is never so where the code is reached';

/** Whole classes of mutants, in any file or in several. */
const CLASSES: readonly Equivalent[] = [
  {
    file: /./,
    context: /^(?!.*\bkind\b)/,
    original: CHOICE,
    operator: 'StringLiteral',
    because: OTHER_CHOICE,
  },
  {
    file: /./,
    context: /\boptionOf\(/,
    operator: /^(?:ConditionalExpression|EqualityOperator)$/,
    because: OTHER_CHOICE,
  },
  {
    // The alternatives of a question, without some or all of them.
    file: /^src\/rules\//,
    context: /\boptions?\(|: readonly Alternative\[\] = \[$|^alternatives: \[|alternatives\b.*\.\.\.?[A-Z_]+/,
    operator: /^(?:ArrayDeclaration|ObjectLiteral)$/,
    replacement: /^\[\]$/,
    because: OTHER_CHOICE,
  },
  {
    file: /^src\/rules\//,
    original: /^'\d[\w./-]*\/[\w./-]*'$/,
    operator: 'StringLiteral',
    because: 'it names the clause of a finding, and the simulator answers without',
  },
  {
    file: /^src\/rules\//,
    context: /\bclause: .* \? '.*' : '.*'/,
    because: 'it chooses the clause of a finding, and the simulator answers without',
  },
  {
    file: /^simulator\//,
    context: /^(?!.*(?:trouble|kind))/i,
    original: / [a-z]/,
    operator: 'StringLiteral',
    because: MESSAGE,
  },
  { file: /^src\/rules\//, context: /\bUNKNOWN\b/, because: NO_UNKNOWN },
  { file: /^src\/rules\//, original: "'unknown'", because: NO_UNKNOWN },
];

/** Rows by the file that they are about. */
type InFiles = Readonly<Record<string, readonly Omit<Equivalent, 'file'>[]>>;

const SOCKET_FREE =
  'whatever answers malformed HTTP, or HTTP that never ends, is right, as long as the server stays alive';

/** Functions and values that serve one purpose, and what is mutated in them. */
const PURPOSES: InFiles = {
  'simulator/pipeline/read/body-result.ts': [{ because: MESSAGE }],
  'simulator/pipeline/read/strict-json.ts': [
    { context: /\bmessage\b/, because: MESSAGE },
    { context: /count \+= 1/, because: `${QUICKER}; a repeated name may be read, too` },
    {
      context: /if \(scan\.tooDeep\)|scan\.oddNumber/,
      because: 'a parser may read or refuse what is nested deep, and a number out of range',
    },
  ],
  'simulator/http/server.ts': [
    { context: /^'port',$|EADDR|EACCES|portError|trouble/, because: MESSAGE },
    {
      context: /address === '0\.0\.0\.0'|host\.includes\(':'\)|LOOPBACK/,
      because: 'the simulator of the settings listens at the loopback',
    },
    { context: /^\['E[A-Z_]+',/, because: MESSAGE },
  ],
  'simulator/http/protocol-errors.ts': [
    {
      context: /^(?!.*(?:answerExpect|checkContinue|writeContinue|content-length|openRequests\.add))/,
      because: SOCKET_FREE,
    },
  ],
  'simulator/http/open-requests.ts': [
    { context: /#tick|#sweep|clearInterval|stop\(\)|#open\b(?!\.add)/, because: SOCKET_FREE },
  ],
  'simulator/http/write-reply.ts': [
    {
      context: /^(?:const (?:lines|all|half|bytes) =|for \(let at|return `|return Buffer\.concat)/,
      because: SOCKET_FREE,
    },
    {
      context: /inChunks|chunked|endInChunks|'latin1'|response\.write\(|response\.end\(bytes/,
      because: 'HTTP leaves to the server how a reply is framed, and the lengths are right either way',
    },
    {
      context: /^if \(close(?:\)| \|\| delivery\.close\))|later !== undefined|'hang-up'/,
      because:
        'only a seeded mutant hangs up or writes bytes as they are, and a connection may end with any reply',
    },
  ],
  'simulator/pipeline/decide/decide.ts': [
    {
      context: /ADMISSION|^'(?:size|content-type|secret-key|role|game|token)',$|admitted/,
      because: 'when limits are asked among the other checks is open: their refusals may come at any time',
    },
    {
      context: /isUnlisted\(refusal\)|refusal\.kind === 'refused' \? refusal\.member\?\.|how ===/,
      because: `${OTHER_CHOICE}: which failing members are listed`,
    },
  ],
  'simulator/pipeline/decide/conditions.ts': [
    {
      context: /^\.\.\.\((?:rate|sessions) && /,
      because: `${OTHER_CHOICE}, or a limit that no key declares`,
    },
    { context: /endpoint\.variant === 'client' && call\.token/, because: 'what counts as a session is open' },
  ],
  'simulator/pipeline/write/envelope-text.ts': [{ context: /debug/, because: MESSAGE }],
  'simulator/pipeline/read/read-call.ts': [
    { context: /bodyFault/, because: MESSAGE },
    { context: /inAnyCase|optionalParts/, because: OTHER_CHOICE },
  ],
  'src/rules/reading/header-values.ts': [
    {
      context: /isBlank|trimBlanks|^let (?:start|end) =/,
      because: 'node has taken the blanks around a value away before',
    },
    {
      context: /name\.length !== key\.length/,
      original: /^name\.length !== key\.length$|^typeof name !== 'string'|'string'$/,
      because: QUICKER,
    },
    { context: /\?\? ''/, original: "''", because: NEVER },
    {
      context: /^for \(let at = 0; at < lines\.length/,
      operator: 'EqualityOperator',
      because: 'nothing looks for a header with an empty name',
    },
  ],
  'simulator/pipeline/read/read-body.ts': [
    {
      context: 'if (bytes.length === 0) return readEmpty(options);',
      because: 'no bytes are read as blanks alone, which are empty, too',
    },
  ],
  'src/rules/extension-faults.ts': [
    {
      context: /shape\.of !== 'string'|shape\.max !== undefined|found === TYPE_INVALID|const NULL_ITEM/,
      because: `the default world declares no such member, or ${OTHER_CHOICE}`,
    },
  ],
  'src/rules/string-length.ts': [
    {
      context: /length === first\.length/,
      because: 'the unit that is chosen decides the length, wherever the units differ',
    },
  ],
  'src/rules/id-faults.ts': [
    {
      context: /lengths\.some|beside: true/,
      because: `${OTHER_CHOICE}: characters and lengths of ids beyond ASCII`,
    },
  ],
  'src/rules/ruling.ts': [
    {
      context: "export const refuse = (code: RefusalCode): Refusal => ({ kind: 'refused', code });",
      original: "'refused'",
      because: 'a refusal that names no member lists none either way',
    },
    {
      context: /outcome\.kind === 'refused' && outcome\.unlisted/,
      because: `${OTHER_CHOICE}: a binder's refusal without a list`,
    },
  ],
  'src/rules/permission-rules.ts': [
    {
      context: /^unknown: \{ with|owner === 'own group'/,
      because: `${NO_UNKNOWN}, or the permission rule has refused before`,
    },
    {
      context: /call\.key\.is !== 'known' \|\| call\.token\.is !== 'known'/,
      because: 'the rules of the secret key and the token have refused before',
    },
    {
      context: /hasFittingId|lengthsOf|idLength/,
      because: `${OTHER_CHOICE}: what a client gets for others' data`,
    },
  ],
  'src/rules/tag-choices.ts': [
    {
      context: /^if \(sent === undefined\) return \[exactly/,
      because: 'without a choice the simulator lists all tags, too',
    },
    { context: /seen\.size/, because: `${OTHER_CHOICE}: the tags of a key that is asked for twice` },
  ],
  'simulator/simulator-options.ts': [
    { context: /MEBIBYTE/, because: 'what is not read of a body is beyond the size that the world declares' },
  ],
  'simulator/store.ts': [{ context: /^function like\(/, because: OTHER_CHOICE }],
  'simulator/pipeline/write/reply-formatting.ts': [
    {
      context: /^function restyled\(/,
      because: 'white space, order, escapes and further members of a reply are free',
    },
  ],
  'simulator/pipeline/write/encode.ts': [
    { context: /shuffle/, because: 'the order of tags is free' },
    { context: /tags !== subject\.tags/, because: QUICKER },
    {
      context: /'Allow'|'Location'|METHOD_NOT_ALLOWED/,
      because: 'the document leaves other statuses open and names no header for them',
    },
  ],
  'simulator/pipeline/read/repeated-name.ts': [
    { context: "let last = '';", because: 'a repeated name may be read or refused' },
  ],
  'src/rules/reading/lenient-json.ts': [
    { context: /#words|NUMBER_WORDS|'NaN'|Infinity|bareWords/, because: LENIENT },
    { context: /outOfRange|SOME_DIGIT/, because: LENIENT },
    { context: /SLASH|'\*\/'|'\/\/'|end === undefined/, because: LENIENT },
    { context: /^\['(?:true|false|null)'/, because: LENIENT },
    { context: /BARE_NAME|const WORD\b/, because: LENIENT },
    { context: "while (!this.#skip(']')) {", because: LENIENT },
    {
      context: 'if (at >= text.length) return undefined;',
      original: 'at >= text.length',
      replacement: 'at > text.length',
      because: 'the object around a string that is not closed is not closed either',
    },
  ],
  'src/rules/prototype-names.ts': [
    { context: /isArray\(value\)/, because: 'a member named __proto__ or constructor is ignored or refused' },
  ],
  'src/rules/reading/path-spelling.ts': [
    {
      context: /SCHEME_AND_AUTHORITY =|^return decoded\(bare\)/,
      because: `${OTHER_CHOICE}: another spelling of the path`,
    },
  ],
  'src/rules/reading/optional-http.ts': [
    { context: /version === '1\.0'|LONG_BODY\)/, because: `${OTHER_CHOICE}: what HTTP may refuse` },
  ],
  'src/rules/tag-keys-faults.ts': [
    {
      context: /isOddInEveryWay =|isPlainKey =|size >= all|own\.has\(key\)|!hasPlainCharacters/,
      because: `${OTHER_CHOICE}: limits on tagKeys`,
    },
  ],
};

/** Single places. */
const PLACES: InFiles = {
  'simulator/pipeline/pipeline.ts': [
    {
      context: /faults\.choose|fault === undefined|observe/,
      because: 'a simulator that is tested has no faults set and no observer',
    },
  ],
  'simulator/pipeline/decide/conditions.ts': [
    {
      context: 'if (options === undefined) return limits;',
      original: 'options === undefined',
      replacement: 'false',
      because: 'every endpoint has its options, so that they are never undefined',
    },
    {
      context: 'if (limits.sessions === undefined) return true;',
      because: 'MaxCCUReject may come at any time where no limit of sessions is declared',
    },
    {
      context: 'if (token !== undefined && sessions !== undefined) usage.seen.set(token, now);',
      original: 'token !== undefined',
      replacement: 'true',
      because: 'what counts as a session is open, a caller without a token, too',
    },
    {
      context: 'if (options === undefined) return limits;',
      original: 'options === undefined',
      replacement: 'options !== undefined',
      because: `${OTHER_CHOICE}: limits that are declared are enforced`,
    },
  ],
  'simulator/pipeline/decide/decide.ts': [
    {
      context: "if (how === 'all' || chosen === undefined) return refusals;",
      original: 'chosen === undefined',
      replacement: 'false',
      because: 'without a refusal the list is empty either way',
    },
    {
      context: /game\.is !== 'present'/,
      original: "game.is !== 'present'",
      replacement: 'false',
      because: 'nothing is found in a game without an id',
    },
    {
      context: /^if \(id === undefined \|\| game\.is !== 'present'\)/,
      because: 'nothing is found without an id, or in a game without one',
    },
    { context: /^const refusal = \(boundAlternative/, operator: 'OptionalChaining', because: NEVER },
    {
      context: /^return \{ kind: 'refused', code: first\.code, members/,
      original: "'refused'",
      because: 'what is neither tags nor not-found nor HTTP is written as a refusal',
    },
  ],
  'simulator/store.ts': [
    {
      context: 'complete: true,',
      because: 'the simulator takes a game that is not known for one that is absent',
    },
    { context: /games\.get\(game\)\?\./, operator: 'OptionalChaining', because: NEVER },
    {
      context: 'if (secret === undefined) return [];',
      original: '[]',
      because: 'every key and token of the world that is served has its secret',
    },
    { context: /^(?:key|token)Like: /, because: `${OTHER_CHOICE}: a secret in another spelling is refused` },
  ],
  'simulator/pipeline/write/envelope-text.ts': [{ context: /\?\? ''/, original: "''", because: NEVER }],
  'simulator/pipeline/read/read-call.ts': [
    {
      context: "if (value === '') return EMPTY;",
      original: "value === ''",
      replacement: 'false',
      because: 'an empty secret is then an unknown one, which may be refused with the same code',
    },
  ],
  'src/rules/reading/header-values.ts': [
    {
      context: 'const isBlank = (code: number): boolean => code === 0x20 || code === 0x09;',
      because: 'node has taken the blanks around a value away before',
    },
    { context: 'return end - start === value.length ? value : value.slice(start, end);', because: QUICKER },
    { context: /^const pairs: \[name: string/, because: 'an empty header line more changes nothing' },
    {
      context: /^for \(let at = 0; at \+ 1 < headers\.length/,
      operator: 'EqualityOperator',
      because: 'no header follows the last line',
    },
  ],
  'simulator/pipeline/read/route.ts': [
    {
      context: /^(?:const path = text\.replace|return path === '\/')/,
      because: 'the simulator of the settings has no path prefix, so that it is empty either way',
    },
  ],
  'simulator/pipeline/options-at.ts': [{ context: 'return free ?? entries[0];', because: OTHER_CHOICE }],
  'src/rules/reading/content-type-kind.ts': [
    {
      context: /parameter === ''|UTF8_PARAMETER =|!== JSON_TYPE/,
      because: `${OTHER_CHOICE}: what another media type gets`,
    },
    { context: /^if \(parameter !== '' && /, because: `${OTHER_CHOICE}: what another media type gets` },
  ],
  'src/rules/extension-faults.ts': [
    {
      context: /^const [A-Z_]+ = fault\(/,
      operator: 'StringLiteral',
      because: 'it names the clause of a finding, and the simulator answers without',
    },
    { context: "case 'string':", because: 'the default world declares no further member that is a string' },
    {
      context: /^(?:string|number|array|hashtable): fault\('/,
      original: /^'[a-z-]+'$/,
      because: 'it names the clause of a finding, and the simulator answers without',
    },
    {
      context: /^if \(item === null\)/,
      because: `${OTHER_CHOICE}: a null among the items of an array`,
    },
  ],
  'src/rules/id-faults.ts': [
    { context: /meansSender\(call\) \?/, original: '[]', because: NEVER },
    { context: /lengths\[0\]\?\.length/, operator: 'OptionalChaining', because: NEVER },
    { context: /found === 'unknown' \? \[\.\.\.new Set/, because: NO_UNKNOWN },
    {
      context: /^const when: readonly When\[\] = unit === undefined/,
      original: 'unit === undefined',
      replacement: 'false',
      because: 'where all units agree there is one alternative, and it is taken whatever its condition',
    },
  ],
  'src/rules/member-rules.ts': [
    {
      context: "if (subject.is === 'absent') return NO_KEYS;",
      because: `${OTHER_CHOICE}: a catalogue of keys`,
    },
    {
      context: "if (call.body.is !== 'object') return [];",
      replacement: 'false',
      because: 'the rule of the shape has refused before',
    },
  ],
  'src/rules/permission-rules.ts': [
    {
      context: /^own: \{ with: \[\]|^if \(owner === 'own'\) return \[\];$/,
      because: 'of one’s own data both say that nothing forbids it',
    },
    {
      context:
        /^call\.endpoint\.variant === 'client' &&$|^holdsRule\(key, call\.endpoint\.otherRule\) !== false &&$|^call\.token\.is === 'known';$/,
      because: `${OTHER_CHOICE}: otherSelfEnable without selfEnable`,
    },
    {
      context: /^if \(call\.token\.is === 'known' && call\.token\.value\.holder\.kind === 'dashboard'\)/,
      original: "call.token.is === 'known'",
      replacement: 'true',
      because: 'the rules of the token have refused before',
    },
    {
      context: /^const clause = call\.endpoint\.resource === 'gamePlayer'/,
      because: 'it names the clause of a finding, and the simulator answers without',
    },
    { context: /^return owner === 'unknown' \?/, because: NO_UNKNOWN },
  ],
  'src/rules/ruling.ts': [
    {
      context: 'return alternatives.every(({ refusal }) => refusal !== undefined);',
      because: 'more rules are asked then, and the first that refuses still answers',
    },
  ],
  'src/rules/subject-of.ts': [
    {
      context: /id === undefined \|\| id === null \|\| id === ''/,
      because: `${OTHER_CHOICE}: the player that a client means without userId`,
    },
    {
      context: /^(?:const \[only, \.\.\.others\]|if \(only !== undefined)/,
      because: 'the default world has two games, and with one only its choice is open',
    },
    {
      context: /^return call\.token\.is === 'known' && call\.token\.value\.holder\.kind === 'player'/,
      operator: 'LogicalOperator',
      because: 'the rules of the token have refused before, and a dashboard has no userId',
    },
    {
      context: /^return game\.is === 'present' \? world\.subject/,
      replacement: 'true',
      because: 'nothing is found in a game without an id',
    },
  ],
  'src/rules/header-rules.ts': [
    { context: /world\.games\.length === 1/, because: `${OTHER_CHOICE}: a missing Game-Id` },
    { context: "if (game.is === 'given' && world.game(game.id).is === 'absent') {", because: NO_UNKNOWN },
    { context: /^function mayBeOfOtherGame\(/, because: NO_UNKNOWN },
    { context: /^return \[\{ clause: '4\.2\/game-id\/required', alternatives: \[ALLOW/, because: NO_UNKNOWN },
    {
      context: /^alternatives: found\.is === 'absent' \? NO_SUCH_GAME/,
      because: 'the simulator takes an alternative that holds without a condition only where no other fits',
    },
    {
      context: /^return \[\{ clause: '5\.3\/game', alternatives: \[ALLOW, always\(SECRET_INVALID\)/,
      because: NO_UNKNOWN,
    },
  ],
  'src/rules/body-rules.ts': [
    {
      context: /^if \(bytes <= limit(?: \/ 2)?\) return \[/,
      because: 'below the limit the simulator answers either way: the alternatives are for the judge',
    },
    { context: /UNDECLARED_BYTES/, because: 'the default world declares how large a request may be' },
    {
      context: /^return \[\{ clause, alternatives: \[option\('size\.limit', 'enforced', TOO_LARGE\), ALLOW/,
      because: 'from the limit on the simulator chooses among the same alternatives',
    },
  ],
  'simulator/pipeline/read/faults.ts': [
    {
      context: /headerKey\(each\) === headerKey\(name\)/,
      because: 'the default world spells each header of its faults in one way',
    },
    { context: 'if (provoke.size === 0) return NO_FAULTS;', because: QUICKER },
    {
      context: /headers\.set\(known, \[/,
      because: 'what a misspelt header of a declared fault gets is beyond the document',
    },
  ],
  'simulator/pipeline/write/reply-formatting.ts': [
    { context: /^turn [+-]= 1;$|tags\.length === 0 \? 0 : turn/, because: 'the order of tags is free' },
  ],
  'src/rules/reading/path-spelling.ts': [
    { context: '} catch {', because: 'a path with a broken escape is malformed HTTP: any answer is right' },
    { context: /^const \[bare = ''\] =/, original: "''", because: NEVER },
  ],
  'simulator/pipeline/read/strict-json.ts': [
    { context: /^function complaint\(/, because: MESSAGE },
    {
      context: /text\.startsWith\(BOM\)/,
      replacement: 'false',
      because: 'JSON.parse refuses a byte order mark, too',
    },
  ],
  'src/rules/reading/lenient-json.ts': [
    { context: '} catch {', because: 'it returns undefined either way' },
    { context: /^code === SPACE \|\| code === TAB/, because: LENIENT },
    {
      context: /this\.#repeats === 'last'/,
      because:
        'whether the first or the last of a repeated name counts is open, and the simulator reads the last',
    },
    { context: /^const ESCAPE_OR_QUOTE/, because: LENIENT },
    { context: /this\.repeated = true/, because: 'a repeated name may be read or refused' },
    {
      context: /^for \(let open = 1; open > 0; ?\)|^if \(character === '\[' \|\| character === '\{'\)/,
      because: 'what is nested deep may be read or refused',
    },
    { context: /^part === "\\\\'" \?/, because: LENIENT },
  ],
  'src/rules/reading/optional-http.ts': [
    { context: /key === '(?:transfer-encoding|expect)'/, because: `${OTHER_CHOICE}: what HTTP may refuse` },
  ],
  'src/rules/tag-choices.ts': [
    { context: /^if \(named\.size === 0\)/, because: `${OTHER_CHOICE}: tagKeys without a key` },
    {
      context: /match: 'some of', when: \[\.\.\.conditions/,
      original: /^\[\.\.\.conditions/,
      because: 'the simulator takes a choice without a condition only where no other fits',
    },
    {
      context: /hits\.filter\(\(\{ key \}\) => key === name\)/,
      because: 'of the choices to do otherwise the simulator takes the first, which is another one',
    },
  ],
  'simulator/http/request-reader.ts': [
    {
      context: 'if (this.#answered) {',
      because: 'HTTP that ends in the middle may be answered or not, as long as the server stays alive',
    },
    { context: 'this.#reply(trouble, true);', because: 'a connection may end with any reply, or be kept' },
    {
      context: /^giveUp\(trouble: Trouble\)/,
      because: 'HTTP that ends in the middle may be answered or not, as long as the server stays alive',
    },
  ],
  'simulator/http/write-reply.ts': [
    { context: /^export function writeVerbatim\(/, because: 'only a seeded mutant writes bytes as they are' },
  ],
  'simulator/http/protocol-errors.ts': [
    {
      context: /Number\(message\.headers\['content-length'\]\)/,
      original: "'content-length'",
      because: 'a body that is too large is then asked for and refused: both are right (RFC 9110 §10.1.1)',
    },
    {
      context: /Number\(message\.headers\['content-length'\]\) > limits\.bodyBytes/,
      operator: 'EqualityOperator',
      because: 'a body that is exactly as large as what is read is too large for the world either way',
    },
  ],
  'simulator/pipeline/decide/choose-tags.ts': [
    {
      context: /choice\.match === 'some of'/,
      original: '-1',
      because: `${OTHER_CHOICE}: any part of the tags`,
    },
  ],
  'simulator/pipeline/read/lenient-secrets.ts': [
    {
      context: /^export function isLike|^const butLast/,
      because: `${OTHER_CHOICE}: a secret in another spelling is refused`,
    },
  ],
  'simulator/pipeline/read/repeated-name.ts': [
    {
      context: /token === '\}' \|\| token === '\]'/,
      because: 'only a text in which some name is repeated gets here, and it may be refused',
    },
  ],
  'src/rules/reading/body-text.ts': [{ context: /bytes\[at\] !== 0/, because: LENIENT }],
  'src/rules/json.ts': [
    {
      context: "if (value === null) return 'null';",
      because: 'the kind of a value is distinguished from others by string alone, and else words a message',
    },
  ],
  'src/rules/tag-keys-faults.ts': [
    {
      context: /^refuseMember\(element === undefined \?/,
      original: 'element === undefined',
      replacement: 'true',
      because: `${OTHER_CHOICE}: an element is named by its array`,
    },
  ],
  'simulator/simulator-options.ts': [
    {
      context: 'limits: {',
      because: 'a body that is too large gets the same code once it is read; what that costs no reply shows',
    },
  ],
  'simulator/http/server.ts': [
    { context: /^if \(server === undefined\)/, because: 'a server that is closed was started before' },
  ],
  'simulator/http/make-server.ts': [
    { context: /Math\.min\(bodyTimeoutMs/, because: 'when a request that never ends is given up is free' },
  ],
};

/** Equivalents that occur in several files. */
const IN_SEVERAL: readonly Equivalent[] = [
  {
    file: /^simulator\/http\/(?:server|protocol-errors|request-reader|write-delivery)\.ts$/,
    context: /beside|preflight|allowsOrigin|faulty|corsLines|isListening|adopt/i,
    because: 'the simulator that is tested serves its operations alone, to no browser, without faults',
  },
  {
    file: /^src\/rules\/(?:ruling|tag-keys-faults)\.ts$/,
    context: /^(?:refuseMember\()?element === undefined \?/,
    original: 'element === undefined',
    replacement: 'false',
    because: 'an undefined element is dropped either way',
  },
  {
    file: /^src\/rules\//,
    context: /^after: \[/,
    because: 'it tells the judge which rule presupposes which; the simulator asks them in their order',
  },
];

const rowsOf = (table: InFiles): readonly Equivalent[] =>
  Object.entries(table).flatMap(([file, rows]) => rows.map((row) => ({ file, ...row })));

export const EQUIVALENTS: readonly Equivalent[] = [
  ...CLASSES,
  ...rowsOf(PURPOSES),
  ...rowsOf(PLACES),
  ...IN_SEVERAL,
];
