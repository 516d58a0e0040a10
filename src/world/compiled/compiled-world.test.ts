/** The compiled world equals the world read from its file. */
import { expect, test } from 'vitest';
import { UNKNOWN } from '../world.ts';
import { readTargetFile } from '../target-file/read-target-file.ts';
import type { TargetFile } from '../target-file/target-file.ts';
import { compileWorld, declaredIn } from './compile-world.ts';
import { compiledWorld, worldFrom, type CompiledWorld } from './compiled-world.ts';
import { fromTaggedJson, toTaggedJson } from './tagged-json.ts';

const WORLD = 'fixtures/world.yaml';
const READ = readTargetFile(WORLD, {});
const COMPILED = worldFrom(fromTaggedJson(toTaggedJson(compileWorld(WORLD))) as CompiledWorld, WORLD);

/** All facts of a target file, without its functions. */
function factsOf(file: TargetFile): unknown {
  const { game: _, subject: __, fitsKnownAlphabet: ___, ...world } = file.world;
  const { placeOf: ____, ...rest } = file;
  return { ...rest, world };
}

test('has the same facts', () => {
  expect(factsOf(COMPILED)).toEqual(factsOf(READ));
});

test('gives the same results of lookups and the same places', () => {
  for (const about of declaredIn(READ)) {
    expect(COMPILED.placeOf(about)).toBe(READ.placeOf(about));
    if (about.list === 'subjects') {
      const { resource, game, id } = about;
      expect(COMPILED.world.subject(resource, game, id)).toEqual(READ.world.subject(resource, game, id));
    }
  }
  const nothing = { list: 'subjects', resource: 'group', game: 'meadow-run', id: 'nosuchgrp1' } as const;
  expect([COMPILED.placeOf(nothing), READ.placeOf(nothing)]).toEqual([undefined, undefined]);
});

test('uncompiled sources read the YAML', () => {
  expect(compiledWorld(WORLD)).toBeUndefined();
});

test('sets, maps and unknown facts survive as JSON', () => {
  const value = { rules: new Set(['a']), by: new Map([['k', { tags: UNKNOWN }]]), text: '$', list: [1] };
  expect(fromTaggedJson(toTaggedJson(value))).toEqual(value);
  expect(() => toTaggedJson({ $: 'set' })).toThrow('a member is called $');
});
