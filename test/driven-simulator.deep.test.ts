/** The suite on each third endpoint against a simulator that was driven through its control API, not only against a fresh one. */
import { expect, test } from 'vitest';
import { readFileSync } from 'node:fs';
import { controlled, GAME } from '../simulator/control/test-helpers/controlled.ts';
import { lastLine, tagproof } from '../src/cli/test-helpers/captured.ts';

const WORLD = 'fixtures/world.yaml';
const ENDPOINTS = ['gamePlayer.client', 'characterPlayer.server', 'group.admin'];

/** Drives a simulator far away from its world and back, while it is asked. */
async function driven(): Promise<string> {
  const { api, call, url, sim } = await controlled();
  const ask = async (): Promise<void> => {
    for (const id of ['grouplarks', 'nosuchgrou']) await call('group.admin', { groupId: id }).catch(() => {});
  };
  await api('PUT /world', 'world: { complete: true, games: [{ id: elsewhere }] }');
  await ask();
  await api('PUT /world', readFileSync(WORLD, 'utf8'), { 'Content-Type': 'application/yaml' });
  await ask();
  await api(`PUT /groups/grouplarks/tags?game=${GAME}`, { tags: [] });
  await api('POST /dialect', { 'codes.returnCode': 'name', 'method.other': 'answered' });
  for (const [at, fault] of [
    { returnCode: 'UnknownError' },
    { kind: 'EMPTY_RESPONSE' },
    { latency: 5, share: 0.5 },
  ].entries())
    await api(`PUT /faults/f${at}`, fault);
  await ask();
  await api('POST /clock', { advanceSeconds: 60 });
  await api('DELETE /faults');
  await api('DELETE /dialect');
  await ask();
  await api('POST /reset');
  await api('DELETE /journal');
  expect(sim.faults.size).toBe(0);
  return url;
}

test('a simulator passes the suite after many changes', async () => {
  const { out, exit } = await tagproof(
    `run --target ${await driven()} --world ${WORLD} --timeout 30s ${ENDPOINTS.map((id) => `--only *@${id}`).join(' ')}`,
  );
  expect(lastLine(out)).toMatch(/^\d{4,} passed, 0 failed, 0 warned, 0 skipped, 0 errored$/);
  expect(exit).toBe(0);
});
