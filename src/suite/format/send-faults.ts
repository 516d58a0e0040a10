/** Headers and members that a case alters, but that no request has: nothing would be altered. */
import { ENDPOINTS } from '../../contract/endpoints.ts';
import { CONTRACT_HEADERS } from '../../contract/headers.ts';
import { TAG_KEYS } from '../../contract/members.ts';
import type { YamlPath } from '../../config/yaml/path.ts';
import type { Send } from './schema/send-schema.ts';
import { didYouMean } from '../../text/nearest.ts';
import type { Complaint } from './complaint.ts';

/** Headers of every request that may be altered; any other name would alter nothing. */
export function headerFaults(send: Send | undefined, path: YamlPath): readonly Complaint[] {
  const { set = {}, without = [], alter = {}, repeat = {} } = send?.headers ?? {};
  const known = [...CONTRACT_HEADERS, ...Object.keys(set), 'User-Agent', 'Accept'];
  const isKnown = (name: string): boolean => known.some((each) => each.toLowerCase() === name.toLowerCase());
  const complain = (name: string, inner: YamlPath, part: 'key' | 'value'): readonly Complaint[] =>
    isKnown(name)
      ? []
      : [
          {
            path: [...path, 'headers', ...inner],
            message: `no request has a header "${name}"`,
            hint: didYouMean(name, known),
            part,
          },
        ];
  return [
    ...without.flatMap((name, index) => complain(name, ['without', index], 'value')),
    ...Object.keys(alter).flatMap((name) => complain(name, ['alter', name], 'key')),
    ...Object.keys(repeat).flatMap((name) => complain(name, ['repeat', name], 'key')),
  ];
}

/** Members of every request that may be altered, and those that the case sets; any other name would alter nothing. */
export function memberFaults(
  send: Send | undefined,
  path: YamlPath,
  ofCase: Send | undefined,
): readonly Complaint[] {
  const { set = {}, without = [], alter = {} } = send ?? {};
  const known = [
    '$id',
    TAG_KEYS,
    ...ENDPOINTS.map(({ idMember }) => idMember),
    ...Object.keys({ ...ofCase?.set, ...set }),
  ];
  const complain = (name: string, inner: YamlPath, part: 'key' | 'value'): readonly Complaint[] =>
    name.startsWith('$') || known.includes(name.replace(/\[\d+\]$/, ''))
      ? []
      : [
          {
            path: [...path, ...inner],
            message: `no request has a member "${name}"`,
            hint: didYouMean(name, known),
            part,
          },
        ];
  return [
    ...without.flatMap((name, index) => complain(name, ['without', index], 'value')),
    ...Object.keys(alter).flatMap((name) => complain(name, ['alter', name], 'key')),
  ];
}
