/** Defects against §2.2 to §2.5: the members of a tag, of a payload and of a failing member. */
import { ERROR_CODES, MEMBER_TYPES, NOT_FOUND_CODES } from '../../src/contract/codes.ts';
import { ENVELOPE } from '../../src/contract/envelope.ts';
import { TAG_KEYS } from '../../src/contract/members.ts';
import { ANY, enveloping, NO_TAGS, NOT_FOUND, OK, TAGS } from '../alterations/answers.ts';
import { drop, each, isMembers, put, rename, within, type JsonAlteration } from '../alterations/json.ts';
import type { Alter, Mutant } from './mutant.ts';

const INFO = [ENVELOPE.parameters, ENVELOPE.info];
const LIST = [...INFO, ENVELOPE.tags];
const FAILING = [ENVELOPE.invalidRequestParameters];

const inParameters = (alter: JsonAlteration): JsonAlteration => within([ENVELOPE.parameters], alter);
const tagList = (alter: JsonAlteration): Alter => enveloping(TAGS, within(LIST, alter));
const tag = (alter: JsonAlteration): Alter => tagList(each(alter));
const key = (alter: JsonAlteration): Alter => tag(within([ENVELOPE.key], alter));
const value = (alter: JsonAlteration): Alter => tag(within([ENVELOPE.value], alter));
const failingMember = (alter: JsonAlteration): Alter => enveloping(ANY, within(FAILING, each(alter)));

const asNumber: JsonAlteration = (text) => (/^[1-9][0-9]*$|^0$/.test(String(text)) ? Number(text) : text);

/** What an object of tags by their keys would be. */
const asObject: JsonAlteration = (tags) =>
  Array.isArray(tags)
    ? Object.fromEntries(
        tags.map((item) => (isMembers(item) ? [item[ENVELOPE.key], item[ENVELOPE.value]] : [])),
      )
    : tags;

const asPair: JsonAlteration = (item) =>
  isMembers(item) ? [item[ENVELOPE.key], item[ENVELOPE.value]] : item;

function parsed(text: unknown): unknown {
  return typeof text === 'string' && text.startsWith('{"') ? JSON.parse(text) : text;
}

const TAG: readonly Mutant[] = [
  {
    name: 'digit-keys-as-numbers',
    clause: '2.2/key',
    description: 'writes keys of digits as numbers',
    alter: key(asNumber),
  },
  {
    name: 'keys-called-name',
    clause: '2.2/key',
    description: 'calls the key of a tag name',
    alter: tag(rename(ENVELOPE.key, 'name')),
  },
  {
    name: 'tags-as-pairs',
    clause: '2.2/key',
    description: 'writes a tag as an array of key and value',
    alter: tag(asPair),
  },
  {
    name: 'digit-values-as-numbers',
    clause: '2.2/value',
    description: 'writes values of digits as numbers',
    alter: value(asNumber),
  },
  {
    name: 'empty-values-as-null',
    clause: '2.2/value',
    description: 'writes an empty value as null',
    alter: value((text) => (text === '' ? null : text)),
  },
  {
    name: 'empty-values-left-out',
    clause: '2.2/value',
    description: 'leaves an empty value out',
    alter: tag((item) =>
      isMembers(item) && item[ENVELOPE.value] === '' ? drop(ENVELOPE.value)(item) : item,
    ),
  },
  {
    name: 'words-as-booleans',
    clause: '2.2/value',
    description: 'writes the value "true" as true',
    alter: value((text) => (text === 'true' ? true : text)),
  },
  {
    name: 'json-values-unfolded',
    clause: '2.2/value',
    description: 'writes a value that is JSON text as what it says',
    alter: value(parsed),
  },
  {
    name: 'tags-as-object',
    clause: '2.3/tags/type',
    description: 'writes the tags as an object of values by key',
    alter: tagList(asObject),
  },
  {
    name: 'one-tag-without-array',
    clause: '2.3/tags/type',
    description: 'writes a single tag without an array around it',
    alter: tagList((tags) => (Array.isArray(tags) && tags.length === 1 ? tags[0] : tags)),
  },
  {
    name: 'tags-as-text',
    clause: '2.3/tags/type',
    description: 'writes the array of tags as JSON text',
    alter: tagList((tags) => JSON.stringify(tags)),
  },
];

const PAYLOAD: readonly Mutant[] = [
  {
    name: 'no-info-when-missing',
    clause: '2.4/info/required',
    description: 'leaves infoResponseParameters out where nothing has the id',
    alter: enveloping(NOT_FOUND, inParameters(drop(ENVELOPE.info))),
  },
  {
    name: 'no-parameters-when-missing',
    clause: '2.4/info/required',
    description: 'leaves parameters out where there are no tags',
    alter: enveloping(NO_TAGS, drop(ENVELOPE.parameters)),
  },
  {
    name: 'info-null-for-untagged',
    clause: '2.4/info/required',
    description: 'writes infoResponseParameters as null where there are no tags',
    alter: enveloping(NO_TAGS, inParameters(put(ENVELOPE.info, null))),
  },
  {
    name: 'tags-beside-info',
    clause: '2.4/info/required',
    description: 'writes the tags into parameters, without infoResponseParameters',
    alter: enveloping(
      TAGS,
      inParameters((parameters) => {
        const info = isMembers(parameters) ? parameters[ENVELOPE.info] : undefined;
        const tags = isMembers(info) ? info[ENVELOPE.tags] : [];
        return put(ENVELOPE.tags, tags)(drop(ENVELOPE.info)(parameters));
      }),
    ),
  },
  {
    name: 'info-called-otherwise',
    clause: '2.4/info/required',
    description: 'calls infoResponseParameters info',
    alter: enveloping(OK, inParameters(rename(ENVELOPE.info, 'info'))),
  },
  {
    name: 'info-as-array',
    clause: '2.4/info/required',
    description: 'writes infoResponseParameters as an array',
    alter: enveloping(
      TAGS,
      within(INFO, (info) => [info]),
    ),
  },
  {
    name: 'info-null-when-missing',
    clause: '2.4/info/object',
    description: 'writes infoResponseParameters as null where nothing has the id',
    alter: enveloping(NOT_FOUND, inParameters(put(ENVELOPE.info, null))),
  },
  {
    name: 'error-code-zero',
    clause: '2.4/error-code/value',
    description: 'writes 0 as errorCode of a success',
    alter: enveloping(TAGS, inParameters(put(ENVELOPE.errorCode, 0))),
  },
  {
    name: 'error-code-true',
    clause: '2.4/error-code/value',
    description: 'writes true as errorCode of a success',
    alter: enveloping(TAGS, inParameters(put(ENVELOPE.errorCode, true))),
  },
  {
    name: 'not-found-in-own-words',
    clause: '2.4/error-code/value',
    description: 'writes a not-found code in a spelling of its own',
    alter: enveloping(NOT_FOUND, inParameters(put(ENVELOPE.errorCode, NOT_FOUND_CODES.group.toUpperCase()))),
  },
  {
    name: 'players-code-for-all',
    clause: '7.2/own',
    description: 'answers for every kind that the player does not exist',
    alter: enveloping(NOT_FOUND, inParameters(put(ENVELOPE.errorCode, ERROR_CODES.GamePlayerNotFound))),
  },
  {
    name: 'no-error-code-on-success',
    clause: '2.4/error-code/present',
    description: 'leaves errorCode out where all went well',
    alter: enveloping(TAGS, inParameters(drop(ENVELOPE.errorCode))),
  },
];

const MEMBER: readonly Mutant[] = [
  {
    name: 'member-code-as-number',
    clause: '2.5/code/type',
    description: 'names a failing member by a number',
    alter: failingMember(put(ENVELOPE.memberCode, 1)),
  },
  {
    name: 'member-code-left-out',
    clause: '2.5/code/type',
    description: 'leaves the name of a failing member out',
    alter: failingMember(drop(ENVELOPE.memberCode)),
  },
  {
    name: 'right-member-named',
    clause: '2.5/code/names',
    description: 'names tagKeys where the id fails',
    alter: failingMember(put(ENVELOPE.memberCode, TAG_KEYS)),
  },
  {
    name: 'all-members-listed',
    clause: '2.5/code/names',
    description: 'lists tagKeys, too, whenever a member fails',
    alter: enveloping(
      ANY,
      within(FAILING, (members) =>
        Array.isArray(members)
          ? [
              ...members,
              { [ENVELOPE.memberCode]: TAG_KEYS, [ENVELOPE.memberType]: MEMBER_TYPES.UnknownError },
            ]
          : members,
      ),
    ),
  },
  {
    name: 'member-code-in-snake-case',
    clause: '2.5/code/spelling',
    description: 'names failing members in snake case',
    alter: failingMember(
      within([ENVELOPE.memberCode], (code) =>
        String(code).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
      ),
    ),
  },
  {
    name: 'member-type-left-out',
    clause: '2.5/type/present',
    description: 'leaves invalidMemberType out',
    alter: failingMember(drop(ENVELOPE.memberType)),
  },
  {
    name: 'member-type-unknown',
    clause: '7.3/known',
    description: 'writes 16 for an id that is too short',
    alter: failingMember(
      within([ENVELOPE.memberType], (type) => (type === MEMBER_TYPES.StringMinLength ? 16 : type)),
    ),
  },
  {
    name: 'member-type-in-other-words',
    clause: '7.3/known',
    description: 'writes types of failing members as names in lower case',
    alter: failingMember(put(ENVELOPE.memberType, 'invalid')),
  },
];

export const PAYLOAD_MUTANTS: readonly Mutant[] = [...TAG, ...PAYLOAD, ...MEMBER];
