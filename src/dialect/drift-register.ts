/**
 * What happens to clients when a backend changes its answer to an open question. Both answers may be right by the
 * document; a client that was built on one of them may still break. A table; a new question wants a row.
 */
import type { QuestionId } from './question-register.ts';

/** What a client notices of another answer. */
export const DRIFT_CLASSES = {
  outcome: 'a request is answered where it was refused, or with another code',
  form: 'the same thing is written in another form',
  content: 'other tags or other failing members are returned',
  presence: 'a member without data is left out, null or empty',
  order: 'the same things come in another order',
  text: 'a text for people reads otherwise',
} as const satisfies Record<string, string>;

export type DriftClass = keyof typeof DRIFT_CLASSES;

/** How severe a class is, unless a lock overrides it with a reason. */
export const SEVERITY_OF = {
  outcome: 'breaking',
  form: 'breaking',
  content: 'breaking',
  presence: 'warning',
  order: 'information',
  text: 'information',
} as const satisfies Record<DriftClass, string>;

export type DriftSeverity = (typeof SEVERITY_OF)[DriftClass];

interface DriftRow {
  readonly class: DriftClass;
  /** Which client breaks: `a client that … breaks`. */
  readonly breaks: string;
}

const row = (of: DriftClass, client: string): DriftRow => ({
  class: of,
  breaks: `a client that ${client} breaks`,
});

const outcome = (client: string): DriftRow => row('outcome', client);
const form = (client: string): DriftRow => row('form', client);
const content = (client: string): DriftRow => row('content', client);
const presence = (client: string): DriftRow => row('presence', client);

const DRIFTS = {
  'codes.returnCode': form('compares returnCode with numbers, or with names,'),
  'codes.errorCode': form('compares errorCode with numbers, or with names,'),
  'codes.invalidMemberType': form('compares invalidMemberType with numbers, or with names,'),
  'userId.omitted': outcome("leaves userId out to read its own player's tags"),
  'userId.null': outcome('sends userId as null for its own player, as serialisers do with an empty field,'),
  'userId.dashboard': outcome('asks with a dashboard token and without userId'),
  'id.missing': content('tells a missing id from a null one by invalidMemberType'),
  'id.null': content('reads invalidMemberType to say that an id is missing'),
  'id.empty': outcome('sends an empty id where it has none'),
  'id.characters': outcome('expects "not found" for an id of its own alphabet'),
  'id.fault': content('shows its user what is wrong with an id that is mistyped in two ways'),
  'id.unit': outcome('checks the length of ids beyond ASCII by itself'),
  'id.format': outcome('makes ids of its own pattern, or asks for ids that another service made,'),
  'tagKeys.omitted': outcome('leaves tagKeys out to get all tags'),
  'tagKeys.null': outcome('sends tagKeys as null, as serialisers do with an empty field,'),
  'tagKeys.empty': outcome('sends an empty list of tagKeys to get all tags, or none,'),
  'tagKeys.nullElement': outcome('builds tagKeys from fields that may be null'),
  'tagKeys.emptyElement': outcome('builds tagKeys from fields that may be empty'),
  'errorCode.success': presence('reads errorCode without looking whether it is there'),
  'tags.none': presence('walks over tags without looking whether the list is there'),
  'dataless.debugMessage': presence('reads debugMessage without looking whether it is there'),
  'dataless.invalidRequestParameters': presence(
    'takes the presence of invalidRequestParameters for an error',
  ),
  'dataless.parameters': presence('takes the presence of parameters for a success'),
  'notFound.info': presence('reads tags before it looks at errorCode'),
  'tagKeys.effect': content('relies on getting all tags, or only those that it asked for,'),
  'tagKeys.many': outcome('asks for many tagKeys in one request'),
  'tagKeys.long': outcome('asks for long tag keys'),
  'tagKeys.twice': outcome('may ask for the same tag key twice in one request'),
  'tagKeys.characters': outcome('has tag keys with blanks or letters beyond ASCII'),
  'tagKeys.unknown': outcome('asks for tag keys that not every subject has'),
  'role.mismatch': outcome('tells a wrong key from a missing permission by the code of the refusal'),
  'other.refused': outcome('reads the tags of other players, or tells by the code that it may not,'),
  'other.ownGroup': outcome("reads the tags of its player's own groups"),
  'other.foreign': outcome('reads the tags of characters or groups of other players'),
  'other.absent': outcome('looks whether a subject of another player exists'),
  'other.permitted': outcome('reads the tags of others by otherSelfEnable'),
  'other.withoutSelf': outcome('reads the tags of others with a key that has otherSelfEnable alone'),
  'dashboard.permitted': outcome('reads tags on the client variant with a dashboard token'),
  'dashboard.refused': outcome(
    'reads tags on the client variant with a dashboard token and no otherSelfEnable',
  ),
  'token.missing': outcome('sends its user to the login by the code of the refusal of a missing token'),
  'token.wrong': outcome('sends its user to the login by the code of the refusal of an unknown token'),
  'token.expired': outcome('renews its token when the code of the refusal says so'),
  'token.otherGame': outcome('keeps one token for several games'),
  'token.unasked': outcome('sends its token on every variant'),
  'size.limit': outcome('sends requests beyond the declared size'),
  'rate.limit': outcome('sends more requests per second than are declared'),
  'sessions.limit': outcome('opens more sessions than are declared'),
  'gameId.empty': outcome('sends an empty Game-Id where it has none'),
  'gameId.case': outcome('writes Game-Id in another case than the backend does'),
  'gameId.unknown': outcome('sends a Game-Id of its own with a key that carries a game'),
  'gameId.missing': outcome('leaves Game-Id out with a key that carries no game'),
  'gameId.nowhere': outcome('tells a wrong Game-Id from a wrong key by the code of the refusal'),
  'header.repeated': outcome('has its headers repeated by a proxy in between'),
  'header.underscores': outcome('sends its headers with underscores, as some scripts do,'),
  'contentType.missing': outcome('sends no Content-Type'),
  'contentType.other': outcome('sends another Content-Type than application/json'),
  'contentType.charset': outcome('sends application/json with a charset, as many HTTP libraries do,'),
  'contentType.case': outcome('writes its Content-Type in another case'),
  'text.lenient': outcome('sends JSON that only lenient parsers read'),
  'body.empty': outcome('sends no body where it has nothing to ask for'),
  'body.prototype': outcome('has members named as those of prototypes'),
  'members.wrongType': content('shows its user which member has the wrong type'),
  'members.listed': content('shows its user all failing members at once'),
  'operation.unknown': outcome('finds out by the reply whether an operation exists'),
  'method.other': outcome('asks with another method than POST'),
  'path.spelling': outcome('writes the path with a slash at its end, or in another case,'),
  'secret.case': outcome('writes its key or token in another case'),
  'secret.end': outcome('has a token whose end was cut or changed'),
  'http.optional': outcome('sends its body in chunks, asks by Expect, or speaks an old HTTP'),
  'members.null': outcome('sends optional members as null, as serialisers do with an empty field,'),
  'members.extra': outcome('sends members that the document does not name'),
} as const satisfies Record<QuestionId, DriftRow>;

/** The row of a question. */
export function driftOf(question: QuestionId): DriftRow {
  return DRIFTS[question];
}
