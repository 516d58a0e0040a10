import { expect, test } from 'vitest';
import { TagproofError } from '../../base/errors.ts';
import { bareTarget } from '../../world/target-file/target-file.ts';
import { controlledOptions, givenToken, setAnswer } from './controlled-options.ts';

test('what is given on the command line reaches the simulator', () => {
  const options = {
    port: 0,
    host: '127.0.0.1',
    control: true,
    controlHost: ['sim.internal'],
    corsOrigin: ['https://game.example'],
    faultHeader: true,
    format: ['indented'],
    dialect: ['codes.returnCode=name'],
  };
  const files = { file: bareTarget(new URL('http://a.test')), dialect: [] };
  const io = { env: { TAGPROOF_CONTROL_TOKEN: 'given-by-the-user' } } as never;
  expect(controlledOptions(options, files, io, () => {})).toMatchObject({
    control: { token: 'given-by-the-user', hosts: ['sim.internal'] },
    corsOrigins: ['https://game.example'],
    faultHeader: true,
    format: { indent: 2 },
    answers: [{ question: 'codes.returnCode', at: '', option: 'name' }],
  });
});

test.each([
  ['codes.returnCode=name', { question: 'codes.returnCode', at: '', option: 'name' }],
  ['tagKeys.effect@group=none', { question: 'tagKeys.effect', at: 'group', option: 'none' }],
  [
    'id.null@gamePlayer.server=TypeInvalid',
    { question: 'id.null', at: 'gamePlayer.server', option: 'TypeInvalid' },
  ],
  ['notFound.info={tags: []}', { question: 'notFound.info', at: '', option: '{tags: []}' }],
])('%s is an answer', (text, answer) => {
  expect(setAnswer(text)).toEqual(answer);
});

test.each([
  ['codes.returnCod=name', 'there is no question "codes.returnCod"', 'did you mean "codes.returnCode"?'],
  ['codes.returnCode=nam', '"nam" is not an option of codes.returnCode', 'did you mean "name"?'],
  ['codes.returnCode', '"" is not an option', 'the options are: number, name, digits'],
  ['codes.returnCode@group=name', 'one answer for the whole backend', 'leave @ out'],
  ['tagKeys.effect@gruop=none', 'can\'t be answered for "gruop"', 'did you mean "group"?'],
])('%s is rejected', (text, what, hint) => {
  expect(() => setAnswer(text)).toThrow(TagproofError);
  expect(() => setAnswer(text)).toThrow(what);
  expect(() => setAnswer(text)).toThrow(hint);
});

test.each(['short', 'with a blank in it', 'ünicode-ünicode-ünicode'])(
  'the control token %j is refused, and not shown',
  (token) => {
    const reading = () => givenToken({ env: { TAGPROOF_CONTROL_TOKEN: token } });
    expect(reading).toThrow(TagproofError);
    expect(reading).toThrow('16 to 200 visible characters');
    expect(reading).not.toThrow(token);
  },
);
