/** The names of the alterations in a request, by what they alter: `member as-null`, `header cut-one`, `wire chunked`. */
import { STRING_BENDS } from '../../http/alterations/string-bends.ts';
import { WIRE_BENDS } from '../../http/alterations/wire-bends.ts';
import { BODY_BENDS } from '../../suite/format/body-bends.ts';
import type { Send } from '../../suite/format/case-schema.ts';
import { MEMBER_BENDS } from '../../suite/format/member-bends.ts';
import { PATH_BENDS } from '../../suite/format/path-bends.ts';

const named = (what: string, names: Iterable<string>): readonly string[] =>
  Array.from(names, (name) => `${what} ${name}`);

/** Every alteration in a request. */
export function bendNames({ bend, without, body, headers, path, wire }: Send): readonly string[] {
  const names: string[] = [];
  for (const each in bend) names.push(`member ${bend[each]}`);
  if (without !== undefined && without.length > 0) names.push('member left-out');
  if (body !== undefined) names.push(`body ${body}`);
  for (const each in headers?.bend) names.push(`header ${headers.bend[each]}`);
  if (headers?.without !== undefined) names.push('header left-out');
  if (headers?.repeat !== undefined) names.push('header repeated');
  if (path !== undefined) names.push(`path ${path}`);
  if (wire !== undefined) names.push(`wire ${wire}`);
  return names;
}

/** Every alteration that there is; those on the wire only where they may be used. */
export function allBendNames(wire: boolean): readonly string[] {
  return [
    ...named('member', [...MEMBER_BENDS, 'left-out']),
    ...named('header', [...Object.keys(STRING_BENDS), 'left-out', 'repeated']),
    ...named('body', Object.keys(BODY_BENDS)),
    ...named('path', Object.keys(PATH_BENDS)),
    ...(wire ? named('wire', Object.keys(WIRE_BENDS)) : []),
  ];
}
