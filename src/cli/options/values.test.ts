import { InvalidArgumentError } from 'commander';
import { describe, expect, test } from 'vitest';
import {
  duration,
  hostName,
  notEmpty,
  numberOrAuto,
  oneOf,
  percentage,
  rate,
  reportWord,
  someOf,
  wholeNumber,
} from './values.ts';

interface Reader {
  readonly read: (text: string) => unknown;
  readonly takes: Readonly<Record<string, unknown>>;
  readonly refuses: readonly string[];
  /** What a refusal says; the texts that need a unit say another thing. */
  readonly says: string;
}

const to = (name: string, path?: string) => ({ name, path });

const READERS: Readonly<Record<string, Reader>> = {
  'a text': {
    read: notEmpty,
    takes: { a: 'a' },
    refuses: ['', ' '],
    says: 'It is empty; name something, or leave it out.',
  },
  'a whole number': {
    read: wholeNumber(1, 1024),
    takes: { '1': 1, '1024': 1024 },
    refuses: ['0', '1025', '1.5', '-1', 'many', ''],
    says: 'It is a whole number from 1 to 1024.',
  },
  'a whole number or auto': {
    read: numberOrAuto(64),
    takes: { '64': 64, auto: 'auto' },
    refuses: ['0', '65', 'Auto'],
    says: 'It is a whole number from 1 to 64, or auto.',
  },
  'a rate': {
    read: rate,
    takes: { '0.5': 0.5 },
    refuses: ['0', '-3', 'fast'],
    says: 'It is a number of requests per second, above 0.',
  },
  'a percentage': {
    read: percentage,
    takes: { '100': 100, '0.5%': 0.5, '1%': 1, '1.5': 1.5 },
    refuses: ['0', '101%', 'much', '-1'],
    says: 'It is a percentage above 0 and at most 100, for instance 95%.',
  },
  'one word': {
    read: oneOf('text', 'json'),
    takes: { json: 'json' },
    refuses: ['yaml', ''],
    says: 'It is one of: text, json',
  },
  words: {
    read: someOf('fail', 'warn'),
    takes: { 'fail, warn': ['fail', 'warn'] },
    refuses: ['none', ''],
    says: 'It is one of: fail, warn',
  },
  'an address': {
    read: hostName,
    takes: { '127.0.0.1': '127.0.0.1' },
    refuses: ['', ' ', 'http://127.0.0.1', 'host name', '127.0.0.1/base'],
    says: 'It is an address or a name: 127.0.0.1 for this machine alone, 0.0.0.0 for all its addresses.',
  },
  'a time': {
    read: duration,
    takes: {
      '500ms': 500,
      '1ms': 1,
      '5 s': 5000,
      ' 5s ': 5000,
      '1.25s': 1250,
      '1.5m': 90_000,
      '1440m': 86_400_000,
      '007s': 7000,
    },
    refuses: '|0|s|0s|0.5ms|-5s|+5s|5S|5h|1m30s|1e3ms|0x5s|1,5s|.5s|5.s|5  s|1.2.3s|1441m|NaN'.split('|'),
    says: 'It is a time from 1ms to 1440m, for instance 500ms, 5s or 2m.',
  },
  'a report': {
    read: reportWord,
    takes: {
      html: to('html'),
      'html=r.html': to('html', 'r.html'),
      'html:r.html': to('html', 'r.html'),
      'json=a=b': to('json', 'a=b'),
      'out/r.html': to('html', 'out/r.html'),
      'tagproof.xml': to('junit', 'tagproof.xml'),
      'run.ndjson': to('ndjson', 'run.ndjson'),
      'C:\\r.md': to('markdown', 'C:\\r.md'),
    },
    refuses: ['json=', 'html:'],
    says: 'Its path is empty; write NAME=FILE',
  },
};

describe.each(Object.entries(READERS))('%s', (_, { read, takes, refuses, says }) => {
  test.each(Object.entries(takes))('%j is read', (text, value) => {
    expect(read(text)).toEqual(value);
  });

  test.each(refuses)('%j is refused, and what it may be is said', (text) => {
    expect(() => read(text)).toThrow(new InvalidArgumentError(says));
  });
});

test.each([
  [duration, '10', 'It needs a unit: 10s for seconds, or 10ms'],
  [duration, ' 0.5 ', 'It needs a unit: 0.5s for seconds, or '],
  [percentage, '0.9', 'Do you mean 90%? Else write 0.9%.'],
  [percentage, '1', 'Do you mean 100%? Else write 1%.'],
  [percentage, '0.55', 'Do you mean 55%?'],
  [oneOf('failed', 'all'), 'faild', 'Did you mean "failed"?'],
  [reportWord, 'jsn', 'There is no reporter "jsn"; did you mean "json"?'],
  [reportWord, 'pdf=x.html', 'There is no reporter "pdf"; reporters: console, json, ndjson'],
  [reportWord, 'a.pdf', 'No reporter writes files that end in .pdf; write html=a.pdf'],
  [reportWord, 'sarif=out.sarif', '`sarif` is gone: use `github` or `junit`'],
])('%o asks of %j what it means', (read, text, says) => {
  expect(() => read(text)).toThrow(says);
});
