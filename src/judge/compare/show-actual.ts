/** Describes a received envelope for people. */
import { showCode } from '../../spec/codes.ts';
import type { Envelope } from '../reply/envelope.ts';
import type { ListedMember } from '../reply/envelope-parts.ts';
import { cut, showTags } from '../show.ts';

function showListed({ code, type }: ListedMember): string {
  const name = code === undefined ? 'a member without code' : cut(code, 40);
  return `${name} as ${type === undefined ? 'no known type' : showCode('invalidMemberType', type)}`;
}

const FEW_MEMBERS = 20;

/** The first of the listed members and a count of the rest, or "none". */
export function showListedMembers(listed: readonly ListedMember[]): string {
  if (listed.length === 0) return 'no member';
  const rest = listed.length > FEW_MEMBERS ? `, and ${listed.length - FEW_MEMBERS} more` : '';
  return `${listed.slice(0, FEW_MEMBERS).map(showListed).join(', ')}${rest}`;
}

/** An envelope in one line: its codes, then what it carries. */
export function showActual({ returnCode, listed, payload }: Envelope): string {
  if (returnCode !== 'Ok') {
    const members = listed === undefined ? '' : ` listing ${showListedMembers(listed)}`;
    return `${showCode('returnCode', returnCode)}${members}`;
  }
  if (payload.errorCode !== undefined && payload.errorCode !== 'Ok')
    return `Ok with errorCode ${showCode('errorCode', payload.errorCode)}`;
  return `Ok with ${showTags(payload.tags)}`;
}
