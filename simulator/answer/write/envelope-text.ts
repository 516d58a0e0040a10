/** The envelope as JSON text, in the wire forms of one dialect (§4.4, §2.2 to §2.5). What can be written ahead is. */
import {
  NOT_FOUND_CODES,
  REFUSAL_CODES,
  writeCode,
  type CodeForm,
  type CodeField,
  type CodeName,
  type RefusalCode,
} from '../../../src/spec/codes.ts';
import { RESOURCES, type Resource } from '../../../src/spec/endpoints.ts';
import { ENVELOPE, type TagItem } from '../../../src/spec/envelope.ts';
import type { OptionOf } from '../../../src/spec/dialect/question-register.ts';
import type { FailingMember } from '../../../src/judge/rules/ruling.ts';
import { memberPath, memberType } from '../decide/explain.ts';
import { optionOf, type Options } from '../options-at.ts';

/** Writes envelopes. Tags come as JSON text of an array, so that a caller can keep it. */
interface EnvelopeText {
  readonly tags: (arrayText: string) => string;
  readonly notFound: (resource: Resource) => string;
  readonly refused: (code: RefusalCode, members: readonly FailingMember[], debug: string) => string;
}

/** A member of an object; undefined leaves it out. */
type MemberText = string | undefined;

const memberText = (name: string, text: MemberText): MemberText =>
  text === undefined ? undefined : `"${name}":${text}`;
const object = (...parts: readonly MemberText[]): string =>
  `{${parts.filter((part) => part !== undefined).join(',')}}`;

const TAG_TEXT = { before: `{"${ENVELOPE.key}":`, between: `,"${ENVELOPE.value}":` } as const;

/** The JSON text of an array of TagItem (§2.2). */
export function tagsText(tags: readonly TagItem[]): string {
  let text = '';
  for (const { key, value } of tags) {
    const comma = text === '' ? '' : ',';
    text += `${comma}${TAG_TEXT.before}${JSON.stringify(key)}${TAG_TEXT.between}${JSON.stringify(value)}}`;
  }
  return `[${text}]`;
}

/** What a typed language writes of `parameters` where nothing was set. */
const TYPED_DEFAULTS = object(memberText(ENVELOPE.errorCode, '0'), memberText(ENVELOPE.info, 'null'));

/** Question dataless.*: how a member is written where it carries no data. */
function datalessText(how: OptionOf<'dataless.parameters'>, empty: string): MemberText {
  return { omitted: undefined, null: 'null', empty, 'typed defaults': TYPED_DEFAULTS }[how];
}

const NO_TAGS_TEXT = '[]';
/** Question tags.none: tags where there are none. */
const NO_TAGS_TEXTS = { '[]': NO_TAGS_TEXT, omitted: undefined, null: 'null' } as const satisfies Record<
  OptionOf<'tags.none'>,
  MemberText
>;
/** Question notFound.info: infoResponseParameters of a subject that does not exist. */
const NOT_FOUND_INFO = {
  '{}': object(),
  '{tags: []}': object(memberText(ENVELOPE.tags, NO_TAGS_TEXT)),
  '{tags: null}': object(memberText(ENVELOPE.tags, 'null')),
  null: 'null',
} as const satisfies Record<OptionOf<'notFound.info'>, string>;

type WriteCode = <F extends CodeField>(field: F, name: CodeName<F>) => string;

const formOf = (options: Options, field: CodeField): CodeForm => optionOf(options, `codes.${field}` as const);

const codeWriter =
  (options: Options): WriteCode =>
  (field, name) =>
    JSON.stringify(writeCode(field, name, formOf(options, field)));

/** Question errorCode.success: errorCode on success. */
function successCode(options: Options, write: WriteCode): MemberText {
  return { present: write('errorCode', 'Ok'), omitted: undefined, null: 'null' }[
    optionOf(options, 'errorCode.success')
  ];
}

interface Blank {
  readonly debug: MemberText;
  readonly list: MemberText;
  readonly parameters: MemberText;
}

function blankOf(options: Options): Blank {
  const { debugMessage, invalidRequestParameters, parameters } = ENVELOPE;
  return {
    debug: memberText(debugMessage, datalessText(optionOf(options, 'dataless.debugMessage'), '""')),
    list: memberText(
      invalidRequestParameters,
      datalessText(optionOf(options, 'dataless.invalidRequestParameters'), '[]'),
    ),
    parameters: memberText(parameters, datalessText(optionOf(options, 'dataless.parameters'), '{}')),
  };
}

/** An envelope with returnCode Ok around `errorCode` and `infoResponseParameters` (§4.5). */
function okText(write: WriteCode, blank: Blank, errorCode: MemberText, info: string): string {
  return object(
    memberText(ENVELOPE.returnCode, write('returnCode', 'Ok')),
    blank.debug,
    blank.list,
    memberText(
      ENVELOPE.parameters,
      object(memberText(ENVELOPE.errorCode, errorCode), memberText(ENVELOPE.info, info)),
    ),
  );
}

/** Stands where the tags go; no other text of the envelope has it. */
const GAP = '\u0000';

function tagsWriter(write: WriteCode, blank: Blank, options: Options): EnvelopeText['tags'] {
  const ok = (tags: MemberText): string =>
    okText(write, blank, successCode(options, write), object(memberText(ENVELOPE.tags, tags)));
  const none = ok(NO_TAGS_TEXTS[optionOf(options, 'tags.none')]);
  const [before = '', after = ''] = ok(GAP).split(GAP);
  return (arrayText) => (arrayText === NO_TAGS_TEXT ? none : before + arrayText + after);
}

function membersText(members: readonly FailingMember[], write: WriteCode): string {
  const items = members.map((failing) =>
    object(
      memberText(ENVELOPE.memberCode, JSON.stringify(memberPath(failing))),
      memberText(ENVELOPE.memberType, write('invalidMemberType', memberType(failing))),
    ),
  );
  return `[${items.join(',')}]`;
}

function refusalWriter(write: WriteCode, blank: Blank): EnvelopeText['refused'] {
  const codes = new Map(
    REFUSAL_CODES.map((code) => [code, memberText(ENVELOPE.returnCode, write('returnCode', code))]),
  );
  return (code, members, debug) =>
    object(
      codes.get(code),
      debug === '' ? blank.debug : memberText(ENVELOPE.debugMessage, JSON.stringify(debug)),
      members.length === 0
        ? blank.list
        : memberText(ENVELOPE.invalidRequestParameters, membersText(members, write)),
      blank.parameters,
    );
}

/** The writer of a dialect; one backend has one set of wire forms. */
export function envelopeText(options: Options): EnvelopeText {
  const write = codeWriter(options);
  const blank = blankOf(options);
  const info = NOT_FOUND_INFO[optionOf(options, 'notFound.info')];
  const notFound = new Map(
    RESOURCES.map((resource) => [
      resource,
      okText(write, blank, write('errorCode', NOT_FOUND_CODES[resource]), info),
    ]),
  );
  return {
    tags: tagsWriter(write, blank, options),
    notFound: (resource) => notFound.get(resource) ?? '',
    refused: refusalWriter(write, blank),
  };
}
