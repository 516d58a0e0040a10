/** Defects against §2.2 to §2.5: the members of a tag, of a payload and of a failing member. */
import { ERROR_CODES, MEMBER_TYPES, NOT_FOUND_CODES } from '../../../src/spec/codes.ts';
import { RESOURCE_FACTS } from '../../../src/spec/endpoints.ts';
import { ENVELOPE } from '../../../src/spec/envelope.ts';
import { TAG_KEYS } from '../../../src/spec/members.ts';
import { ANY, enveloping, NO_TAGS, NOT_FOUND, OK, TAGS } from '../../alterations/answers.ts';
import {
  drop,
  each,
  isMembers,
  put,
  rename,
  within,
  type ReplyJsonAlteration,
} from '../../alterations/json.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const INFO = [ENVELOPE.parameters, ENVELOPE.info];
const LIST = [...INFO, ENVELOPE.tags];
const FAILING = [ENVELOPE.invalidRequestParameters];

const inParameters = (alter: ReplyJsonAlteration): ReplyJsonAlteration =>
  within([ENVELOPE.parameters], alter);
const tagList = (alter: ReplyJsonAlteration): Alter => enveloping(TAGS, within(LIST, alter));
const tag = (alter: ReplyJsonAlteration): Alter => tagList(each(alter));
const key = (alter: ReplyJsonAlteration): Alter => tag(within([ENVELOPE.key], alter));
const value = (alter: ReplyJsonAlteration): Alter => tag(within([ENVELOPE.value], alter));
const failingMember = (alter: ReplyJsonAlteration): Alter => enveloping(ANY, within(FAILING, each(alter)));

const asNumber: ReplyJsonAlteration = (text) =>
  /^[1-9][0-9]*$|^0$/.test(String(text)) ? Number(text) : text;

/** What an object of tags by their keys would be. */
const asObject: ReplyJsonAlteration = (tags) =>
  Array.isArray(tags)
    ? Object.fromEntries(
        tags.map((item) => (isMembers(item) ? [item[ENVELOPE.key], item[ENVELOPE.value]] : [])),
      )
    : tags;

const asPair: ReplyJsonAlteration = (item) =>
  isMembers(item) ? [item[ENVELOPE.key], item[ENVELOPE.value]] : item;

function parsed(text: unknown): unknown {
  return typeof text === 'string' && text.startsWith('{"') ? JSON.parse(text) : text;
}

export const PAYLOAD_MUTANTS: readonly Mutant[] = breaking({
  '2.2/key': {
    'digit-keys-as-numbers': ['writes keys of digits as numbers', key(asNumber)],
    'keys-called-name': ['calls the key of a tag name', tag(rename(ENVELOPE.key, 'name'))],
    'tags-as-pairs': ['writes a tag as an array of key and value', tag(asPair)],
  },
  '2.2/value': {
    'digit-values-as-numbers': ['writes values of digits as numbers', value(asNumber)],
    'empty-values-as-null': ['writes an empty value as null', value((text) => (text === '' ? null : text))],
    'empty-values-left-out': [
      'leaves an empty value out',
      tag((item) => (isMembers(item) && item[ENVELOPE.value] === '' ? drop(ENVELOPE.value)(item) : item)),
    ],
    'words-as-booleans': [
      'writes the value "true" as true',
      value((text) => (text === 'true' ? true : text)),
    ],
    'json-values-unfolded': ['writes a value that is JSON text as the JSON value', value(parsed)],
  },
  '2.3/tags/type': {
    'tags-as-object': ['writes the tags as an object of values by key', tagList(asObject)],
    'one-tag-without-array': [
      'writes a single tag without an array around it',
      tagList((tags) => (Array.isArray(tags) && tags.length === 1 ? tags[0] : tags)),
    ],
    'tags-as-text': ['writes the array of tags as JSON text', tagList((tags) => JSON.stringify(tags))],
  },
  '2.4/info/required': {
    'no-info-when-missing': [
      'leaves infoResponseParameters out where nothing has the id',
      enveloping(NOT_FOUND, inParameters(drop(ENVELOPE.info))),
    ],
    'no-parameters-when-missing': [
      'leaves parameters out where there are no tags',
      enveloping(NO_TAGS, drop(ENVELOPE.parameters)),
    ],
    'info-null-for-untagged': [
      'writes infoResponseParameters as null where there are no tags',
      enveloping(NO_TAGS, inParameters(put(ENVELOPE.info, null))),
    ],
    'tags-beside-info': [
      'writes the tags into parameters, without infoResponseParameters',
      enveloping(
        TAGS,
        inParameters((parameters) => {
          const info = isMembers(parameters) ? parameters[ENVELOPE.info] : undefined;
          const tags = isMembers(info) ? info[ENVELOPE.tags] : [];
          return put(ENVELOPE.tags, tags)(drop(ENVELOPE.info)(parameters));
        }),
      ),
    ],
    'info-called-otherwise': [
      'calls infoResponseParameters info',
      enveloping(OK, inParameters(rename(ENVELOPE.info, 'info'))),
    ],
    'info-as-array': [
      'writes infoResponseParameters as an array',
      enveloping(
        TAGS,
        within(INFO, (info) => [info]),
      ),
    ],
  },
  '2.4/info/object': {
    'info-null-when-missing': [
      'writes infoResponseParameters as null where nothing has the id',
      enveloping(NOT_FOUND, inParameters(put(ENVELOPE.info, null))),
    ],
  },
  '2.4/error-code/value': {
    'error-code-zero': [
      'writes 0 as errorCode of a success',
      enveloping(TAGS, inParameters(put(ENVELOPE.errorCode, 0))),
    ],
    'error-code-true': [
      'writes true as errorCode of a success',
      enveloping(TAGS, inParameters(put(ENVELOPE.errorCode, true))),
    ],
    'not-found-in-own-words': [
      'writes a not-found code in a spelling of its own',
      enveloping(NOT_FOUND, inParameters(put(ENVELOPE.errorCode, NOT_FOUND_CODES.group.toUpperCase()))),
    ],
  },
  '7.2/own': {
    'players-code-for-all': [
      'answers for every kind that the player does not exist',
      enveloping(NOT_FOUND, inParameters(put(ENVELOPE.errorCode, ERROR_CODES.GamePlayerNotFound))),
    ],
  },
  '2.4/error-code/present': {
    'no-error-code-on-success': [
      'leaves errorCode out where all went well',
      enveloping(TAGS, inParameters(drop(ENVELOPE.errorCode))),
    ],
  },
  '2.5/code/type': {
    'member-code-as-number': [
      'names a failing member by a number',
      failingMember(put(ENVELOPE.memberCode, 1)),
    ],
    'member-code-left-out': [
      'leaves the name of a failing member out',
      failingMember(drop(ENVELOPE.memberCode)),
    ],
  },
  '2.5/code/names': {
    'right-member-named': [
      'names tagKeys where the id fails',
      failingMember(put(ENVELOPE.memberCode, TAG_KEYS)),
    ],
    'players-id-named-for-all': [
      'names what fails as the id of a player, where it is not tagKeys',
      failingMember(
        within([ENVELOPE.memberCode], (code) =>
          code === TAG_KEYS ? code : RESOURCE_FACTS.gamePlayer.idMember,
        ),
      ),
    ],
    'all-members-listed': [
      'lists tagKeys, too, whenever a member fails',
      enveloping(
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
    ],
  },
  '2.5/code/spelling': {
    'member-code-in-snake-case': [
      'names failing members in snake case',
      failingMember(
        within([ENVELOPE.memberCode], (code) =>
          String(code).replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
        ),
      ),
    ],
  },
  '2.5/type/present': {
    'member-type-left-out': ['leaves invalidMemberType out', failingMember(drop(ENVELOPE.memberType))],
  },
  '7.3/known': {
    'member-type-unknown': [
      'writes 16 for an id that is too short',
      failingMember(
        within([ENVELOPE.memberType], (type) => (type === MEMBER_TYPES.StringMinLength ? 16 : type)),
      ),
    ],
    'member-type-in-other-words': [
      'writes types of failing members as names in lower case',
      failingMember(put(ENVELOPE.memberType, 'invalid')),
    ],
  },
});
