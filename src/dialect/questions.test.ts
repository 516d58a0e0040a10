import { expect, test } from 'vitest';
import { clauseOf } from '../contract/clauses.ts';
import { isQuestionId, optionsOf, QUESTION_IDS, questionOf, scopeAt } from './questions.ts';

/** Rows of part 3 of judgement.md that are no questions of a backend's choice. */
const NO_QUESTIONS = {
  T37: 'the code of any broken rule is right (P2); nothing is learnt of a backend',
  T42: 'compression and redirects are judged of every reply',
  T44: 'what stands before the backend says nothing of the backend',
};

test('every open point is a question, or is none for a reason', () => {
  const rows = Array.from({ length: 45 }, (_, at) => `T${at + 1}`);
  const asked = new Set(QUESTION_IDS.map((id) => questionOf(id).row));
  expect(rows.filter((row) => !asked.has(row))).toEqual(Object.keys(NO_QUESTIONS));
});

test('every question asks about a section of the document', () => {
  const odd = QUESTION_IDS.map(questionOf).filter(
    ({ asks, section }) => !/^[A-Z][^\n]+\?$/.test(asks) || !/^[1-9](\.[1-9])*$/.test(section),
  );
  expect(odd).toEqual([]);
});

test('every question leaves a choice, of which the usual one is accepted', () => {
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

test('options and grades are those of part 3 of judgement.md', () => {
  const text = QUESTION_IDS.map((id) => {
    const { row, scope, options, settled } = questionOf(id);
    const graded = Object.entries(options).map(
      ([option, grade]) => `${option === settled ? '*' : ''}${option}${grade === 'warn' ? ' (warn)' : ''}`,
    );
    return `${row} ${id} per ${scope}: ${graded.join(' | ')}`;
  });
  expect(`\n${text.join('\n')}\n`).toMatchInlineSnapshot(`
    "
    T1 codes.returnCode per backend: *number | name | digits (warn)
    T1 codes.errorCode per backend: *number | name | digits (warn)
    T1 codes.invalidMemberType per backend: *number | name | digits (warn)
    T2 userId.omitted per backend: DataRequired | *sender | StringNull (warn)
    T3 userId.null per backend: *StringNull | DataRequired | sender | TypeInvalid (warn)
    T4 userId.dashboard per backend: *DataRequired | OperationNotAuthorized | OperationNotAllow | GamePlayerNotFound | SecretInvalid (warn) | OperationInvalid (warn) | StringNull (warn)
    T5 id.missing per endpoint: *DataRequired | StringNull (warn)
    T6 id.null per endpoint: *StringNull | DataRequired (warn) | TypeInvalid (warn)
    T7 id.empty per endpoint: *StringNull | StringMinLength | DataRequired (warn) | sender (warn)
    T8 id.characters per endpoint: *not-found | invalid
    T9 id.unit per backend: *code points | UTF-16 units | UTF-8 bytes
    P5 id.format per endpoint: *free | invalid (warn)
    T10 tagKeys.omitted per endpoint: *all | DataRequired | ServiceArrayNull (warn)
    T10 tagKeys.null per endpoint: *all | none | ServiceArrayNull | DataRequired (warn) | TypeInvalid (warn)
    T10 tagKeys.empty per endpoint: *all | none | ServiceArrayMinLength
    T10 tagKeys.nullElement per endpoint: *ignored | TypeInvalid | StringNull | ServiceArrayNull
    T10 tagKeys.emptyElement per endpoint: *ignored | StringNull | StringMinLength
    T11 errorCode.success per backend: *present | omitted (warn) | null (warn)
    T12 tags.none per backend: *[] | omitted | null
    T13 dataless.debugMessage per backend: *omitted | null | empty
    T13 dataless.invalidRequestParameters per backend: *omitted | null | empty
    T13 dataless.parameters per backend: *omitted | null | empty | typed defaults (warn)
    T14 notFound.info per backend: *{} | {tags: []} | {tags: null} | null (warn)
    T15 tagKeys.effect per resource: none | *filter | other (warn)
    T16 tagKeys.many per endpoint: *answered | invalid | MaxSizeRequestReject
    T16 tagKeys.long per endpoint: *answered | invalid | MaxSizeRequestReject
    T16 tagKeys.twice per endpoint: *answered | invalid
    T16 tagKeys.characters per endpoint: *answered | invalid
    T16 tagKeys.unknown per endpoint: *answered | invalid (warn)
    T17 role.mismatch per endpoint: *SecretInvalid | OperationNotAuthorized | OperationInvalid
    T18 other.refused per backend: *OperationNotAllow | OperationNotAuthorized | answered (warn)
    T19 other.ownGroup per backend: *answered | OperationNotAllow | OperationNotAuthorized
    T19 other.foreign per resource: *answered | OperationNotAllow | OperationNotAuthorized
    T20 other.absent per resource: *not-found | OperationNotAllow | OperationNotAuthorized
    T21 other.permitted per resource: *answered | OperationNotAuthorized (warn) | OperationNotAllow (warn)
    T22 other.withoutSelf per resource: *OperationNotAllow | answered (warn)
    T23 dashboard.permitted per resource: *answered | OperationNotAuthorized | OperationNotAllow (warn)
    T23 dashboard.refused per resource: answered | OperationNotAuthorized | *OperationNotAllow
    T24 token.missing per endpoint: *OperationNotAuthorized | another refusal (warn)
    T24 token.wrong per endpoint: *OperationNotAuthorized | another refusal (warn)
    T24 token.expired per endpoint: *OperationNotAuthorized | another refusal (warn) | accepted (warn)
    T24 token.otherGame per endpoint: *OperationNotAuthorized | another refusal (warn) | accepted (warn)
    T25 token.unasked per endpoint: *ignored | refused
    T26 size.limit per backend: *enforced | not enforced (warn)
    T27 rate.limit per backend: *enforced | not enforced (warn)
    T28 sessions.limit per backend: *enforced | not enforced (warn)
    T29 gameId.empty per endpoint: as absent | *SecretInvalid
    T29 gameId.case per endpoint: that game | *SecretInvalid | InvalidRequestParameters (warn)
    T29 gameId.unknown per endpoint: *SecretInvalid | ignored (warn) | InvalidRequestParameters (warn)
    T30 gameId.missing per endpoint: *SecretInvalid | InvalidRequestParameters (warn) | OperationNotAuthorized (warn) | OperationNotAllow (warn) | the only game (warn)
    T30 gameId.nowhere per endpoint: *SecretInvalid | InvalidRequestParameters (warn) | OperationNotAuthorized (warn) | OperationNotAllow (warn)
    T31 header.repeated per backend: *as absent | first | last | joined | HTTP 400
    T32 contentType.other per endpoint: *answered | refused | HTTP 415 (warn)
    T33 contentType.charset per endpoint: *answered | refused (warn) | HTTP 415 (warn)
    T33 contentType.case per endpoint: *answered | refused | HTTP 415 (warn)
    T34 text.lenient per backend: *refused | one reading
    T35 body.empty per backend: *refused | as {}
    T35 body.prototype per backend: *ignored | refused
    T35a members.wrongType per endpoint: *listed | without a list (warn)
    T36 members.listed per backend: *all | some | first
    T38 operation.unknown per backend: *OperationInvalid | SecretInvalid | another status (warn)
    T39 method.other per backend: *OperationInvalid | HTTP 404 or 405 | another refusal (warn) | answered (warn) | another status (warn)
    T40 path.spelling per backend: the endpoint | *an unknown operation | a redirect (warn) | another status (warn)
    T45 secret.case per backend: *refused | accepted (warn)
    T45 secret.end per backend: *refused | accepted (warn)
    T43 http.optional per backend: *as plain | that status (warn)
    T3 members.null per endpoint: *refused | as absent
    T41 members.extra per endpoint: *ignored | invalid | without a list
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

test.each(['', 'codes', 'constructor', '__proto__', 'tagkeys.effect'])('%j is no question', (id) => {
  expect(isQuestionId(id)).toBe(false);
});
