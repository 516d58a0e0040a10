import { describe, expect, it } from 'vitest';
import { PERMISSION_RULES, ruleName } from '../../../spec/endpoints.ts';
import { ENVELOPE } from '../../../spec/envelope.ts';
import { Simulator } from '../../../../simulator/server/server.ts';
import { answering } from '../../../../simulator/test-helpers/ask.ts';
import { HARBOR, key, SECRETS, STORE, WORLD } from '../../../../simulator/test-helpers/small-world.ts';
import { describeRules } from './sample-call.ts';
import { banner } from './banner.ts';

const URL_SHOWN = 'http://127.0.0.1:8080';
const text = banner({ url: URL_SHOWN, world: WORLD, secrets: SECRETS });

/** What a curl line of the text would send. */
function requestOf(line: string): Request {
  const headers = [...line.matchAll(/-H '?([\w-]+): ([^']*?)'? /g)].map(
    ([, name = '', value = '']) => [name, value] as [string, string],
  );
  const [, url = '', body = ''] = /(http\S+) .* --data-binary '(.*)'$/.exec(line) ?? [];
  return new Request(url, { method: 'POST', headers, body });
}

const curlLines = (shown: string): readonly string[] =>
  shown.split('\n').filter((line) => line.includes('curl'));

describe('the banner', () => {
  it('names the URL, the games, the keys with what they open, the tokens with their holders', () => {
    for (const part of [
      URL_SHOWN,
      'meadow',
      'value-of-player ',
      'Player; meadow; every rule',
      'Player; any game; every rule',
      'Player; meadow; no rule',
      'Admin; meadow; every rule; 3 requests/s',
      'Player; meadow; every rule; 1 sessions in 5 s',
      'playerann1; meadow; expired',
      'admin dashboard',
      'character player: constructor, characterA1',
      '4096 bytes',
    ])
      expect(text).toContain(part);
  });

  it.each([
    ['player', WORLD],
    [
      'of keys without a game',
      { ...WORLD, secretKeys: WORLD.secretKeys.filter(({ game }) => game === null) },
    ],
    ['of the other game', { ...WORLD, secretKeys: [key('player', 'Player', { game: HARBOR })] }],
  ])('has curl lines that are answered with tags: %s', async (_what, world) => {
    const simulator = new Simulator({ store: { ...STORE, keyOf: keyIn(world) } });
    const { url } = await simulator.start();
    const lines = curlLines(banner({ url, world, secrets: SECRETS }));
    expect(lines.length).toBeGreaterThan(0);
    for (const line of lines) {
      const reply = (await (await fetch(requestOf(line))).json()) as Record<string, { errorCode?: number }>;
      expect(reply[ENVELOPE.parameters]).toMatchObject({ [ENVELOPE.errorCode]: 1 });
    }
    await simulator.close();
  });

  it('sends tagKeys where the dialect refuses a request without', () => {
    const dialect = answering('tagKeys.omitted', 'DataRequired');
    const [line] = curlLines(banner({ url: URL_SHOWN, world: WORLD, secrets: SECRETS, dialect }));
    expect(line).toContain('"tagKeys":["vip","guild"]');
  });

  it('shows a secret that is not public as the shell variable that holds it', () => {
    const hidden = SECRETS.map((secret) => ({ ...secret, public: false }));
    const shown = banner({ url: URL_SHOWN, world: WORLD, secrets: hidden });
    expect(shown).not.toContain('value-of-');
    expect(curlLines(shown)[0]).toContain('-H "Secret-Key: $PLAYER" -H "Auth-Token: $ANN"');
  });

  it('of an empty world has nothing to try', () => {
    const world = { ...WORLD, games: [], secretKeys: [], authTokens: [], subjects: [], limits: {} };
    expect(curlLines(banner({ url: URL_SHOWN, world, secrets: [] }))).toEqual([]);
  });

  it('cuts long lists', () => {
    const secretKeys = Array.from({ length: 80 }, (_, index) => key(`key-${index}`, 'Admin'));
    const world = { ...WORLD, secretKeys, subjects: [] };
    expect(banner({ url: URL_SHOWN, world, secrets: [] })).toContain('… and 72 more in the world file');
  });
});

function keyIn(world: typeof WORLD) {
  return (value: string) => world.secretKeys.find(({ name }) => value === `value-of-${name}`);
}

const without = (...gone: readonly string[]) =>
  new Set(PERMISSION_RULES.filter((rule) => !gone.includes(rule)));
const group = ruleName('group', 'selfEnable');
it.each([
  ['every rule', new Set(PERMISSION_RULES)],
  ['no rule', new Set<string>()],
  ['every rule but group selfEnable', without(group)],
  ['group selfEnable', new Set([group])],
  ['selfEnable', new Set(PERMISSION_RULES.filter((rule) => rule.endsWith('.selfEnable')))],
])('the rules of a key are described as: %s', (words, rules) => {
  expect(describeRules(rules)).toBe(words);
});
