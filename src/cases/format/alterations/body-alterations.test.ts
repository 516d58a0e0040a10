/** What each named alteration makes of a whole body. */
import { describe, expect, test } from 'vitest';
import type { Json } from '../../../judge/rules/json.ts';
import { alterBody, type BodyAlteration, type ValidBody } from './body-alterations.ts';

describe('a body', () => {
  const VALID: ValidBody = {
    members: new Map<string, Json>([
      ['groupId', 'grouplarks'],
      ['tagKeys', ['motto', 'color']],
    ]),
    idMember: 'groupId',
    otherId: 'tagproofyy',
  };
  const textOf = (alter: BodyAlteration): string => Buffer.from(alterBody(alter, VALID) ?? []).toString();
  const parsed = (alter: BodyAlteration): unknown => {
    try {
      return JSON.parse(textOf(alter));
    } catch {
      return 'no JSON';
    }
  };
  const PLAIN = { groupId: 'grouplarks', tagKeys: ['motto', 'color'] };

  type Promised = (alter: BodyAlteration) => void;

  const sameJson: Promised = (alter) => {
    expect(parsed(alter)).toEqual(PLAIN);
    expect(textOf(alter)).not.toBe(JSON.stringify(PLAIN));
  };
  const noJson: Promised = (alter) => expect(parsed(alter)).toBe('no JSON');
  const json =
    (value: unknown): Promised =>
    (alter) =>
      expect(parsed(alter)).toEqual(value);
  const withNote = (note: unknown): Promised => json({ ...PLAIN, note });
  const deep: Promised = (alter) => expect(textOf(alter)).toContain('['.repeat(10_000));
  const notUtf8: Promised = (alter) => {
    const strict = new TextDecoder('utf-8', { fatal: true });
    expect(() => strict.decode(alterBody(alter, VALID))).toThrow(TypeError);
  };
  const inCoding =
    (coding: string): Promised =>
    (alter) => {
      const read = new TextDecoder(coding).decode(alterBody(alter, VALID));
      expect(read).toBe(JSON.stringify(PLAIN));
    };
  /** No id of another kind but below this name. */
  const below =
    (name: string, hasId: boolean): Promised =>
    (alter) => {
      const value = parsed(alter) as Readonly<Record<string, unknown>>;
      expect(Object.hasOwn(value, name)).toBe(true);
      expect(Object.hasOwn(value, 'groupId')).toBe(hasId);
    };
  const both =
    (...promises: readonly Promised[]): Promised =>
    (alter) => {
      for (const promise of promises) promise(alter);
    };

  /** Alterations after which the body is no JSON. */
  const NO_JSON = [
    'empty',
    'blank',
    'text',
    'truncated',
    'cut-in-string',
    'form-encoded',
    'single-quotes',
    'single-quotes-inside',
    'unquoted-name',
    'trailing-text',
    'two-values',
    'raw-newline',
    'nul',
    'comment',
    'trailing-comma',
    'nan',
    'second-value',
    'comment-inside',
    'line-comment',
    'comment-to-the-end',
    'without-value',
    'trailing-brace',
  ] as const satisfies readonly BodyAlteration[];

  /** What each other alteration of `BODY_ALTERATIONS` makes of the body. */
  const BODIES = {
    absent: (alter) => expect(alterBody(alter, VALID)).toBeUndefined(),
    'in-array': json([PLAIN]),
    'empty-array': json([]),
    'bare-number': json(1),
    'bare-string': json(JSON.stringify(PLAIN)),
    'bare-true': json(true),
    'bare-null': json(null),
    'empty-object': json({}),
    'byte-order-mark': both(noJson, inCoding('utf-8')),
    'repeated-name': json({ ...PLAIN, groupId: 'tagproofyy' }),
    'repeated-name-first': json(PLAIN),
    'repeated-name-escaped': json({ ...PLAIN, groupId: 'tagproofyy' }),
    'lone-surrogate': withNote('\ud800'),
    'invalid-utf8': notUtf8,
    'utf-16': both(noJson, inCoding('utf-16le')),
    'utf-16-be': both(noJson, inCoding('utf-16be')),
    'utf-32': (alter) => expect(textOf(alter).replaceAll('\0', '')).toBe(JSON.stringify(PLAIN)),
    'nested-30': (alter) => expect(textOf(alter)).toMatch(/[^[]\[{30}\]{30}\}$/),
    'nested-62': (alter) => expect(textOf(alter)).toMatch(/[^[]\[{62}\]{62}\}$/),
    'deep-member': deep,
    'deep-objects': (alter) => expect(textOf(alter)).toContain('{"":'.repeat(10_000)),
    'deep-unclosed': both(noJson, deep),
    'deep-id': deep,
    'deep-comment': both(noJson, deep),
    'deep-array': deep,
    spaced: sameJson,
    escaped: sameJson,
    'members-reversed': sameJson,
    prototype: below('__proto__', true),
    'prototype-only': below('__proto__', false),
    'constructor-beside': below('constructor', true),
    'constructor-only': below('constructor', false),
    'extra-members': json({ ...PLAIN, note: 'x', count: 7, toString: null }),
    exponent: withNote([Infinity, 0]),
    latin1: notUtf8,
    'bare-false': json(false),
    'tail-bytes': both(noJson, notUtf8),
    'escaped-slash': withNote('a/b'),
    'repeated-tag-keys': json({ ...PLAIN, tagKeys: ['nosuchkey'] }),
    'name-in-other-case': json({ GROUPID: 'grouplarks', tagKeys: PLAIN.tagKeys }),
    'name-padded': json({ 'groupId ': 'grouplarks', tagKeys: PLAIN.tagKeys }),
    'name-prefixed': json({ 'x.groupId': 'grouplarks', tagKeys: PLAIN.tagKeys }),
  } satisfies Record<Exclude<BodyAlteration, (typeof NO_JSON)[number]>, Promised>;

  test.each([...Object.entries<Promised>(BODIES), ...NO_JSON.map((alter) => [alter, noJson] as const)])(
    'that is altered by %s is what it promises',
    (alter, promise) => {
      expect.hasAssertions();
      promise(alter as BodyAlteration);
    },
  );

  test('has tagKeys twice even if the valid body has none', () => {
    const members = new Map<string, Json>([['groupId', 'grouplarks']]);
    expect(Buffer.from(alterBody('repeated-tag-keys', { ...VALID, members }) ?? []).toString()).toBe(
      '{"groupId":"grouplarks","tagKeys":["another"],"tagKeys":["nosuchkey"]}',
    );
  });
});
