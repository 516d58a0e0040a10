/** A world that is not complete accuses a backend of nothing that is accepted in the same world where it is complete. */
import { expect, test } from 'vitest';
import { encodedText, sending } from '../mutants/alterations/answers.ts';
import { endpointOf } from '../src/spec/endpoints.ts';
import { readTargetSource } from '../src/world/target-file/read-target-file.ts';
import type { CaseFinished } from '../src/report/record/events.ts';
import { runInProcess } from './test-helpers/in-process-run.ts';
import { FILE as served, PROMPT } from './test-helpers/shipped.ts';

const CASES = PROMPT.filter(({ endpoint }) => endpoint.id === 'gamePlayer.client');

const tagsOf = (player: string): string =>
  JSON.stringify(
    served.world.subjects.find(({ id, game }) => id === player && game === 'meadow-run')?.tags ?? [],
  );

const declared = (complete: boolean) =>
  readTargetSource(
    {
      file: 'w.yaml',
      text: `public: true
world:
  complete: ${complete}
  games: [{ id: meadow-run }]
  secretKeys:
    - name: player
      key: public-player-key-self-only-0001
      role: Player
      game: meadow-run
      rules: [gamePlayer.getTag.selfEnable, characterPlayer.getTag.selfEnable, group.getTag.selfEnable]
  authTokens: [{ name: ann, token: public-token-of-ann-0001, player: playerann1 }]
  gamePlayers: [{ userId: playerann1, tags: ${tagsOf('playerann1')} }, { userId: playerbob2, tags: ${tagsOf('playerbob2')} }]
  absent: { gamePlayers: [nosuchplay], characterPlayers: [nosuchchara], groups: [nosuchgrou] }
`,
    },
    {},
  );

/** The id that a body asks for, as JSON.parse reads it; undefined where the body is no object. */
function idIn(body: Uint8Array = new Uint8Array()): unknown {
  try {
    return JSON.parse(Buffer.from(body).toString())?.userId;
  } catch {
    return undefined;
  }
}

const ADMITTED = /"returnCode": ?(?:-5|1)\b/;

/** Looks whose the player is before it looks at the members: no sentence forbids it (§5.5, §7.1). */
const ownerFirst = (code: number) =>
  sending((encoded, { target, body }) => {
    const asked =
      target === endpointOf('gamePlayer.client').path ? (idIn(body) ?? 'playerann1') : 'playerann1';
    return asked === 'playerann1' || !ADMITTED.test(encodedText(encoded))
      ? encoded
      : { ...encoded, body: JSON.stringify({ returnCode: code }) };
  });

const namesOf = (cases: readonly CaseFinished[]): readonly string[] => cases.map((each) => each.case.id);

/** Passed, or found to be an answer that the document leaves open. */
const isAccepted = ({ verdict, reason }: CaseFinished): boolean =>
  verdict === 'pass' || / may be right: this backend's answer to | may be right: the document /.test(reason);

test.each([
  ['OperationNotAuthorized', -6],
  ['OperationNotAllow', -2],
])(
  'a backend that refuses all but the own player with %s before it looks at the members',
  async (_, code) => {
    const runOn = (complete: boolean) =>
      runInProcess({
        instances: CASES,
        served,
        declared: declared(complete),
        simulator: { alter: ownerFirst(code) },
      });
    const [open, complete] = [await runOn(false), await runOn(true)];
    const accepted = namesOf(complete.cases.filter(isAccepted));
    expect(accepted).toEqual(
      expect.arrayContaining(
        ['id/one-short', 'id/one-long', 'lenient/lone-surrogate-in-id'].map(
          (id) => `${id}@gamePlayer.client`,
        ),
      ),
    );
    const failed = namesOf(open.cases.filter(({ verdict }) => verdict === 'fail'));
    expect(failed.filter((id) => accepted.includes(id))).toEqual([]);
    const reasons = open.cases.map(({ reason }) => reason).join('\n');
    expect(reasons).not.toMatch(/whether anything has the id (?:playerann1|nosuchplay)/);
  },
);
