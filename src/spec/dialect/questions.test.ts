import { expect, test } from 'vitest';
import { clauseOf } from '../clauses.ts';
import { isQuestionId, optionsOf, QUESTION_IDS, questionOf, scopeAt } from './questions.ts';

test('every question is a question about a section of the document', () => {
  const odd = QUESTION_IDS.map(questionOf).filter(
    ({ asks, section }) => !/^[A-Z][^\n]+\?$/.test(asks) || !/^[1-9](\.[1-9])*$/.test(section),
  );
  expect(odd).toEqual([]);
});

test('every question has several options, and the default one is accepted', () => {
  const odd = QUESTION_IDS.filter((id) => {
    const { options, settled } = questionOf(id);
    return optionsOf(id).length < 2 || options[settled] !== 'accepted';
  });
  expect(odd).toEqual([]);
});

test('every question blames a clause of the register, and a should for its discouraged options', () => {
  const odd = QUESTION_IDS.filter((id) => {
    const { options, warns } = questionOf(id);
    const level = clauseOf(warns)?.level;
    return level === undefined || (Object.values(options).includes('warn') && level !== 'should');
  });
  expect(odd).toEqual([]);
});

test('scopes, options and grades are permanent; the default option is marked', () => {
  const text = QUESTION_IDS.map((id) => {
    const { scope, options, settled } = questionOf(id);
    const graded = Object.entries(options).map(
      ([option, grade]) => `${option === settled ? '*' : ''}${option}${grade === 'warn' ? ' (warn)' : ''}`,
    );
    return `${id} per ${scope}: ${graded.join(' | ')}`;
  });
  expect(`\n${text.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    codes.returnCode per backend: *number | name | digits (warn)
    codes.errorCode per backend: *number | name | digits (warn)
    codes.invalidMemberType per backend: *number | name | digits (warn)
    userId.omitted per backend: DataRequired | *sender | StringNull (warn)
    userId.null per backend: *StringNull | DataRequired | sender | TypeInvalid (warn)
    userId.dashboard per backend: *DataRequired | OperationNotAuthorized | OperationNotAllow | GamePlayerNotFound | SecretInvalid (warn) | OperationInvalid (warn) | StringNull (warn)
    id.missing per endpoint: *DataRequired | StringNull (warn)
    id.null per endpoint: *StringNull | DataRequired (warn) | TypeInvalid (warn)
    id.empty per endpoint: *StringNull | StringMinLength | DataRequired (warn) | sender (warn)
    id.characters per endpoint: *not-found | invalid
    id.fault per endpoint: *its length | its characters alone (warn)
    id.unit per backend: *code points | UTF-16 units | UTF-8 bytes
    id.format per endpoint: *free | invalid (warn)
    tagKeys.omitted per endpoint: *all | DataRequired | ServiceArrayNull (warn)
    tagKeys.null per endpoint: *all | none | ServiceArrayNull | DataRequired (warn) | TypeInvalid (warn)
    tagKeys.empty per endpoint: *all | none | ServiceArrayMinLength | DataRequired (warn) | ServiceArrayNull (warn)
    tagKeys.nullElement per endpoint: *ignored | TypeInvalid | StringNull | ServiceArrayNull
    tagKeys.emptyElement per endpoint: *ignored | StringNull | StringMinLength
    errorCode.success per backend: *present | omitted (warn) | null (warn)
    tags.none per backend: *[] | omitted | null
    dataless.debugMessage per backend: *omitted | null | empty
    dataless.invalidRequestParameters per backend: *omitted | null | empty
    dataless.parameters per backend: *omitted | null | empty | typed defaults (warn)
    notFound.info per backend: *{} | {tags: []} | {tags: null} | null (warn)
    tagKeys.effect per resource: none | *filter | other (warn)
    tagKeys.many per endpoint: *answered | invalid | MaxSizeRequestReject
    tagKeys.long per endpoint: *answered | invalid | MaxSizeRequestReject
    tagKeys.twice per endpoint: *answered | invalid
    tagKeys.characters per endpoint: *answered | invalid
    tagKeys.unknown per endpoint: *answered | invalid (warn)
    role.mismatch per endpoint: *SecretInvalid | OperationNotAuthorized | OperationInvalid
    other.refused per backend: *OperationNotAllow | OperationNotAuthorized | answered (warn)
    other.ownGroup per backend: *answered | OperationNotAllow | OperationNotAuthorized
    other.foreign per resource: *answered | OperationNotAllow | OperationNotAuthorized
    other.absent per resource: *not-found | OperationNotAllow | OperationNotAuthorized
    other.permitted per resource: *answered | OperationNotAuthorized (warn) | OperationNotAllow (warn)
    other.withoutSelf per resource: *OperationNotAllow | answered (warn)
    dashboard.permitted per resource: *answered | OperationNotAuthorized | OperationNotAllow (warn)
    dashboard.refused per resource: answered | OperationNotAuthorized | *OperationNotAllow
    token.missing per endpoint: *OperationNotAuthorized | InvalidRequestParameters | another refusal (warn)
    token.wrong per endpoint: *OperationNotAuthorized | another refusal (warn)
    token.expired per endpoint: *OperationNotAuthorized | another refusal (warn) | accepted (warn)
    token.otherGame per endpoint: *OperationNotAuthorized | another refusal (warn) | accepted (warn)
    token.unasked per endpoint: *ignored | refused
    size.limit per backend: *enforced | not enforced (warn)
    rate.limit per backend: *enforced | not enforced (warn)
    sessions.limit per backend: *enforced | not enforced (warn)
    gameId.empty per endpoint: as absent | *SecretInvalid
    gameId.case per endpoint: that game | *SecretInvalid | InvalidRequestParameters (warn)
    gameId.unknown per endpoint: *SecretInvalid | ignored (warn) | InvalidRequestParameters (warn)
    gameId.missing per endpoint: *SecretInvalid | InvalidRequestParameters (warn) | OperationNotAuthorized (warn) | OperationNotAllow (warn) | the only game (warn)
    gameId.nowhere per endpoint: *SecretInvalid | InvalidRequestParameters (warn) | OperationNotAuthorized (warn) | OperationNotAllow (warn)
    header.repeated per backend: *as absent | first | last | joined | HTTP 400
    header.underscores per backend: *ignored | read (warn)
    header.percent per backend: *as written | decoded (warn)
    contentType.missing per endpoint: *answered | refused | HTTP 415 (warn) | not read (warn)
    contentType.other per endpoint: *answered | refused | HTTP 415 (warn) | not read (warn)
    contentType.charset per endpoint: *answered | refused (warn) | HTTP 415 (warn)
    contentType.case per endpoint: *answered | refused | HTTP 415 (warn)
    text.lenient per backend: *refused | one reading
    body.empty per backend: *refused | as {}
    body.prototype per backend: *ignored | refused
    members.wrongType per endpoint: *listed | without a list (warn)
    members.listed per backend: *all | some | first
    operation.unknown per backend: *OperationInvalid | SecretInvalid | another status (warn)
    method.other per backend: *OperationInvalid | HTTP 404 or 405 | another refusal (warn) | answered (warn) | another status (warn)
    path.spelling per backend: the endpoint | *an unknown operation | a redirect (warn) | another status (warn)
    secret.case per backend: *refused | accepted (warn)
    secret.end per backend: *refused | accepted (warn)
    http.optional per backend: *as plain | that status (warn)
    http.chunked per backend: *read | as empty (warn)
    http.range per backend: *ignored | a part (warn)
    members.null per endpoint: *refused | as absent
    members.extra per endpoint: *ignored | invalid | without a list
    "
  `);
});

test.each([
  ['codes.returnCode', ''],
  ['tagKeys.effect', 'group'],
  ['id.empty', 'group.server'],
] as const)('%s is answered at "%s" for group.server', (id, at) => {
  expect(scopeAt(id, 'group.server')).toBe(at);
});

test.each(['', 'codes', 'constructor', '__proto__', 'tagkeys.effect'])('%j is not a question', (id) => {
  expect(isQuestionId(id)).toBe(false);
});
