/** What each named alteration makes of a whole body, as a committed text: whether it is UTF-8 and JSON, and its bytes. */
import { isDeepStrictEqual } from 'node:util';
import { expect, test } from 'vitest';
import type { Json } from '../../../judge/rules/json.ts';
import { alterBody, BODY_ALTERATIONS, type BodyAlteration, type ValidBody } from './body-alterations.ts';

const VALID: ValidBody = {
  members: new Map<string, Json>([
    ['groupId', 'grouplarks'],
    ['tagKeys', ['motto', 'color']],
  ]),
  idMember: 'groupId',
  otherId: 'tagproofyy',
};
const PLAIN = { groupId: 'grouplarks', tagKeys: ['motto', 'color'] };

/** Whether it is read as the plain body, as something else, or not at all. */
function readingOf(bytes: Uint8Array): string {
  let text = '';
  try {
    text = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return 'no UTF-8';
  }
  try {
    return isDeepStrictEqual(JSON.parse(text), PLAIN) ? 'the same JSON' : 'other JSON';
  } catch {
    return 'no JSON';
  }
}

/** The bytes as Latin-1, what is not printable as codes, and of what is repeated the number. */
const shown = (bytes: Uint8Array): string =>
  Buffer.from(bytes)
    .toString('latin1')
    .replaceAll(/(.{1,5}?)\1{29,}/gs, (run, part: string) => `(${part})*${run.length / part.length}`)
    // oxlint-disable-next-line no-control-regex
    .replaceAll(/[\0-\x1f\x7f-\xff]/g, (odd) => `\\x${odd.charCodeAt(0).toString(16).padStart(2, '0')}`);

test('each alteration', async () => {
  const texts = (Object.keys(BODY_ALTERATIONS) as BodyAlteration[]).map((alter) => {
    const bytes = alterBody(alter, VALID);
    return bytes === undefined ? `${alter}: no body` : `${alter}: ${readingOf(bytes)}\n  ${shown(bytes)}`;
  });
  await expect(`${texts.join('\n')}\n`).toMatchFileSnapshot('__snapshots__/altered-bodies.txt');
});

test('tagKeys are there twice even if the valid body has none', () => {
  const members = new Map<string, Json>([['groupId', 'grouplarks']]);
  expect(Buffer.from(alterBody('repeated-tag-keys', { ...VALID, members }) ?? []).toString()).toBe(
    '{"groupId":"grouplarks","tagKeys":["another"],"tagKeys":["nosuchkey"]}',
  );
});
