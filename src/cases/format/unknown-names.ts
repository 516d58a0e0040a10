/** Names of a case that nothing has: references, headers and members; and secrets where none is allowed. */
import { CONTRACT_HEADERS, HEADER_RULES, type ContractHeader } from '../../spec/headers.ts';
import { TAG_KEYS } from '../../spec/members.ts';
import type { KeyOrValue } from '../../world/yaml/located.ts';
import type { YamlPath } from '../../world/yaml/path.ts';
import { didYouMean, suggest } from '../../base/text/nearest.ts';
import type { SendingPart } from './endpoint-faults.ts';
import type { Complaint } from './exclusive-parts.ts';
import { ELEMENT, isReference, REFERENCES, withoutElement } from './references.ts';
import type { WrittenOutcome } from './schema/outcome-schema.ts';

const SECRET_REFERENCES = ['$key', '$token'];
const ALL_REFERENCES = [
  ...Object.keys(REFERENCES),
  '$subject.tags.0.key',
  '$subject.tags.0.value',
  ...SECRET_REFERENCES,
];

const isWrittenReference = (text: string): boolean => text.startsWith('$') && !text.startsWith('$$');

interface NamedPart {
  readonly name: string;
  readonly path: YamlPath;
  readonly part?: KeyOrValue;
}

/** The texts among the values of any part of a case. */
function namedTexts(value: unknown, path: YamlPath): readonly NamedPart[] {
  if (typeof value === 'string') return [{ name: value, path }];
  if (typeof value !== 'object' || value === null) return [];
  const items = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return items.flatMap(([name, item]) => namedTexts(item, [...path, name]));
}

/** References among values. Names are looked up by themselves. */
export const referenceFaults = (value: unknown, at: YamlPath): readonly Complaint[] =>
  namedTexts(value, at)
    .filter(({ name }) => isWrittenReference(name) && !isReference(name) && !SECRET_REFERENCES.includes(name))
    .map(({ name, path }) => ({
      path,
      message: `nothing is called ${name}`,
      hint: didYouMean(name, ALL_REFERENCES) ?? `references: ${ALL_REFERENCES.join(', ')}`,
    }));

/** Secrets go into headers only: a body that held one would show it. */
export const secretFaults = (value: unknown, at: YamlPath): readonly Complaint[] =>
  namedTexts(value, at)
    .filter(({ name }) => SECRET_REFERENCES.includes(name))
    .map(({ name, path }) => ({
      path,
      message: `${name} stands for a secret, which only a header carries`,
      hint: 'write it into headers: { set: … }, or into misplaced: { body: … }',
    }));

/** The names that parts of an alteration are or hold, in mappings as keys. */
const namedParts = (parts: Readonly<Record<string, unknown>>, path: YamlPath): readonly NamedPart[] =>
  Object.entries(parts).flatMap(([part, names]): readonly NamedPart[] =>
    typeof names !== 'object' || Array.isArray(names)
      ? namedTexts(names, [...path, part])
      : Object.keys(names ?? {}).map((name) => ({ name, path: [...path, part, name], part: 'key' })),
  );

/** Names that no request has: to alter them would alter nothing. */
function unknownNames(
  names: readonly NamedPart[],
  what: 'header' | 'member',
  known: readonly string[],
): readonly Complaint[] {
  const plain = (name: string): string => (what === 'header' ? name.toLowerCase() : name);
  const there = new Set(known.map(plain));
  return names
    .filter(({ name }) => !there.has(plain(name)))
    .map(({ name, ...place }) => ({
      ...place,
      message: name.startsWith('$') ? `nothing is called ${name}` : `no request here has a ${what} "${name}"`,
      hint: name.startsWith('$extension')
        ? 'ask for such a member: given: { extension: array }, number or hashtable'
        : suggest(name, known, `a ${what} is one of`),
    }));
}

function headerNames({ endpoints, send }: SendingPart): readonly string[] {
  const isSent = (header: ContractHeader): boolean =>
    endpoints.some(({ variant }) => HEADER_RULES[header][variant] !== 'not sent');
  const own = Object.keys(send.headers?.set ?? {});
  return [...CONTRACT_HEADERS.filter(isSent), ...own, 'User-Agent', 'Accept'];
}

/** The members of the document, and those that the case asks for or adds. */
function memberNames({ endpoints, given, send: { set, misplaced } }: SendingPart): readonly string[] {
  const ids = new Set(endpoints.map(({ idMember }) => idMember));
  const asked = given.extension === undefined ? [] : ['$extension'];
  const own = Object.keys({ ...set, ...misplaced?.body }).filter((name) => !isWrittenReference(name));
  return ['$id', ...ids, '$tagKeys', TAG_KEYS, ...asked, ...own];
}

/** `tagKeys[0]` is an element of a list, which the id is not. */
function listOfElement(each: NamedPart, { send }: SendingPart): NamedPart {
  const [, list = ''] = ELEMENT.exec(each.name) ?? [];
  return list === TAG_KEYS || Object.hasOwn(send.set ?? {}, list) ? { ...each, name: list } : each;
}

/** The headers and members that a case, a step or a part of pairs names itself. */
export function nameFaults(sender: SendingPart): readonly Complaint[] {
  if (sender.own.send === undefined && sender.own.each === undefined) return [];
  const { send = {}, each: { header, member } = {} } = sender.own;
  const { set, without, alter, headers } = send;
  const [inSend, inEach] = [
    [...sender.at, 'send'],
    [...sender.at, 'each'],
  ];
  const inHeaders = [...inSend, 'headers'];
  const sent = headerNames(sender);
  const altered = namedParts({ alter: headers?.alter, repeat: headers?.repeat }, inHeaders);
  const members = [...namedParts({ alter }, inSend), ...namedParts({ member }, inEach)];
  const references = namedParts({ set }, inSend).filter(({ name }) => isWrittenReference(name));
  return [
    ...unknownNames([...altered, ...namedParts({ header }, inEach)], 'header', sent),
    ...unknownNames(namedParts({ without: headers?.without }, inHeaders), 'header', [
      ...sent,
      ...CONTRACT_HEADERS,
    ]),
    ...unknownNames(
      [
        ...references,
        ...namedParts({ without }, inSend),
        ...members.map((each) => listOfElement(each, sender)),
      ],
      'member',
      memberNames(sender),
    ),
  ];
}

/** The members that an outcome expects to be listed; a body that is written out, or an extension that is asked for, may have any name. */
export function listedFaults(
  { members }: WrittenOutcome,
  at: YamlPath,
  sender: SendingPart,
): readonly Complaint[] {
  const { body, text, base64 } = sender.send;
  const isFree = sender.given.extension !== undefined || (body ?? text ?? base64) !== undefined;
  if (!Array.isArray(members) || isFree) return [];
  const names = members.map(({ code }, index) => ({
    name: withoutElement(code),
    path: [...at, 'members', index, 'code'],
  }));
  return unknownNames(names, 'member', [...memberNames(sender), ...CONTRACT_HEADERS]);
}
