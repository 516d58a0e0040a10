/** What users write for an origin: each form means something, or is refused with the right spelling. */
import { expect, test } from 'vitest';
import { startSimulator } from '../../src/library/start-simulator.ts';
import { tagproof } from '../../src/cli/test-helpers/captured.ts';
import { originsAllowed } from './cors.ts';

test.each([
  ['http://x:5173', ['http://x:5173'], ['http://x', 'https://x:5173', 'http://x:51730', 'http://y.x:5173']],
  ['http://x:5173/', ['http://x:5173'], ['http://x']],
  [' http://x ', ['http://x'], ['http://x:81']],
  ['HTTPS://Game.Example', ['https://game.example', 'https://GAME.example'], ['http://game.example']],
  ['http://x:80', ['http://x'], ['http://x:443']],
  ['https://x:443/', ['https://x'], ['http://x:443']],
  ['http://x:443', ['http://x:443'], ['http://x', 'https://x']],
  ['http://bücher.example', ['http://xn--bcher-kva.example'], []],
  ['http://192.168.0.20:8080', ['http://192.168.0.20:8080'], []],
  ['http://[FD00:0::1]:5173', ['http://[fd00::1]:5173'], ['http://[fd00::2]:5173']],
  ['capacitor://app', ['capacitor://app'], ['http://app']],
  ['null', ['null'], ['http://null', 'http://x']],
  ['NULL', ['null'], []],
  ['*', ['null', 'http://x', 'https://a.b:1'], []],
  [
    'http://*.example.com',
    ['http://a.example.com', 'http://A.b.example.com'],
    [
      'http://example.com',
      'https://a.example.com',
      'http://a.example.com:81',
      'http://aexample.com',
      'http://.example.com',
      'http://evil.test/.example.com',
      'http://evil.test:1.example.com',
      'http://a.example.com.evil.test',
    ],
  ],
  ['https://*.x:444/', ['https://a.x:444'], ['https://a.x']],
])('%s is accepted', (text, fitting, others) => {
  const allows = originsAllowed([text]);
  expect(fitting.filter((origin) => !allows(origin))).toEqual([]);
  expect(others.filter((origin) => allows(origin))).toEqual([]);
  expect(allows('http://localhost:5173')).toBe(true);
});

test.each([
  ['x:5173', 'the scheme is missing', 'write http://x:5173, or https://x:5173'],
  ['game.example', 'the scheme is missing', 'write http://game.example, or https://game.example'],
  ['//game.example/play', 'the scheme is missing', 'write http://game.example, or https://game.example'],
  ['*.game.example', 'the scheme is missing', 'write http://*.game.example, or https://*.game.example'],
  ['http://x:5173/play', 'an origin ends with host and port', 'write http://x:5173'],
  ['https://*.X/play?a=1#b', 'an origin ends with host and port', 'write https://*.x'],
  ['https://me:secret@x', 'an origin ends with host and port', 'write https://x'],
  ['ws://x:5173', 'a page has the scheme http or https', 'write http://x:5173'],
  ['file:///home/me/index.html', 'the origin of pages from files is null', 'write null'],
  ['http://a,http://b', 'it is more than one origin', 'write each by itself'],
  ['http://*', '* stands for the names in front', 'write https://*.game.example'],
  ['http://game*.example', '* stands for the names in front', 'write https://*.game.example'],
  ['http://*.*.example', '* stands for the names in front', 'write https://*.game.example'],
  ['http://x:99999', 'it is not a scheme, a host', 'write https://game.example'],
  ['http://', 'it is not a scheme, a host', 'write https://game.example'],
  ['http://$(id)', 'it is not a scheme, a host', 'write https://game.example'],
  ['', 'it is not a scheme, a host', 'write https://game.example'],
])('%s is refused with the right spelling', (text, problem, write) => {
  expect(() => originsAllowed(['*', text])).toThrow(
    expect.objectContaining({ code: 'usage', message: expect.stringContaining(problem) }),
  );
  expect(() => originsAllowed([text], '--cors-origin')).toThrow(
    new RegExp(`^--cors-origin .*\n${write.replaceAll(/[*.$?]/g, String.raw`\$&`)}$`),
  );
});

test('by simulate with exit 2, before anything is served', async () => {
  const { exit, out, err } = await tagproof('simulate --port 0 --cors-origin https://a --cors-origin x:5173');
  expect([exit, out]).toEqual([2, '']);
  expect(err).toContain('--cors-origin x:5173: the scheme is missing\n');
  expect(err).toContain('write http://x:5173, or https://x:5173');
});

test('by startSimulator, which takes what --cors-origin takes', async () => {
  await expect(startSimulator({ corsOrigins: ['x:5173'] })).rejects.toThrow(
    'corsOrigins x:5173: the scheme is missing',
  );
  await expect(startSimulator({ corsOrigins: 'http://x' as never })).rejects.toThrow(
    'corsOrigins: expected array',
  );
  const sim = await startSimulator({ corsOrigins: ['http://*.X:5173/'] });
  const reply = await fetch(sim.url, { headers: { Origin: 'http://a.x:5173' } });
  await sim.close();
  expect(reply.headers.get('access-control-allow-origin')).toBe('http://a.x:5173');
});
