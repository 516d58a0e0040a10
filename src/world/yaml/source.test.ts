import { existsSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { tempFolder } from '../../../test/test-helpers/temp-folder.ts';
import { readSource, SOURCE_AT_MOST } from './source.ts';

const folder = tempFolder();

function written(name: string, bytes: string | Uint8Array): string {
  const file = join(folder, name);
  writeFileSync(file, bytes);
  return file;
}

/** The message of the error, without the folder. */
function refusal(file: string): string {
  try {
    readSource(file);
  } catch (error) {
    expect(error).toMatchObject({ name: 'TagproofError', code: 'file' });
    return error instanceof Error ? error.message.replaceAll(`${folder}/`, '') : '';
  }
  return 'was read';
}

describe('a source', () => {
  it('loses its byte order mark', () => {
    expect(readSource(written('bom.yaml', '\ufeffa: 1')).text).toBe('a: 1');
  });

  it('that is missing is reported as missing', () => {
    expect(refusal(join(folder, 'none.yaml'))).toBe(
      'none.yaml: no such file; check the path, which is relative to the current directory',
    );
  });

  it('that is too large is not read', () => {
    const file = written('large.yaml', '');
    truncateSync(file, SOURCE_AT_MOST + 1);
    expect(refusal(file)).toBe('large.yaml: too large: at most 33554432 bytes are read. Split the file');
  });
});

it.runIf(existsSync('/dev/zero'))('a device that never ends is not read', () => {
  expect(refusal('/dev/zero')).toBe(
    '/dev/zero: is a pipe or a device; write what comes from it into a file, and name that',
  );
});

it.each([
  [
    'in its second line',
    [0x61, 0x3a, 0x0a, 0x62, 0xe9, 0x62],
    'x.yaml:2:2: not UTF-8 at byte 4; save it as UTF-8',
  ],
  ['at its start', [0xff, 0x61], 'x.yaml:1:1: not UTF-8 at byte 0; save it as UTF-8'],
  [
    'with a character that is cut off',
    [0x61, 0xe2, 0x82],
    'x.yaml:1:2: not UTF-8 at byte 1; save it as UTF-8',
  ],
  [
    'but UTF-16',
    [0xff, 0xfe, 0x61, 0x00],
    'x.yaml:1:1: not UTF-8 at byte 0; it looks like UTF-16; save it as UTF-8',
  ],
])('a source that is not UTF-8: %s is reported with its place', (_, bytes, message) => {
  expect(refusal(written('x.yaml', Uint8Array.from(bytes)))).toBe(message);
});
