/** The names of the alterations in a request, by what they alter: `member as-null`, `header cut-one`, `wire chunked`. */
import { STRING_ALTERATIONS } from '../../http/alterations/string-alterations.ts';
import { WIRE_ALTERATIONS } from '../../http/alterations/wire-alterations.ts';
import { BODY_ALTERATIONS } from '../../suite/format/body-alterations.ts';
import type { Send } from '../../suite/format/schema/send-schema.ts';
import { MEMBER_ALTERATIONS } from '../../suite/format/member-alterations.ts';
import { PATH_ALTERATIONS } from '../../suite/format/path-alterations.ts';

const named = (what: string, names: Iterable<string>): readonly string[] =>
  Array.from(names, (name) => `${what} ${name}`);

/** Every alteration in a request. */
export function alterNames({ alter, without, body, headers, path, wire }: Send): readonly string[] {
  const names: string[] = [];
  for (const each in alter) names.push(`member ${alter[each]}`);
  if (without !== undefined && without.length > 0) names.push('member left-out');
  if (body !== undefined) names.push(`body ${body}`);
  for (const each in headers?.alter) names.push(`header ${headers.alter[each]}`);
  if (headers?.without !== undefined) names.push('header left-out');
  if (headers?.repeat !== undefined) names.push('header repeated');
  if (path !== undefined) names.push(`path ${path}`);
  if (wire !== undefined) names.push(`wire ${wire}`);
  return names;
}

/** The names of all alterations; those on the wire only where they may be used. */
export function allAlterationNames(wire: boolean): readonly string[] {
  return [
    ...named('member', [...MEMBER_ALTERATIONS, 'left-out']),
    ...named('header', [...Object.keys(STRING_ALTERATIONS), 'left-out', 'repeated']),
    ...named('body', Object.keys(BODY_ALTERATIONS)),
    ...named('path', Object.keys(PATH_ALTERATIONS)),
    ...(wire ? named('wire', Object.keys(WIRE_ALTERATIONS)) : []),
  ];
}
