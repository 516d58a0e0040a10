/** A world that is not complete accuses a backend of nothing that is accepted in the same world where it is complete. */
import { expect, test } from 'vitest';
import { answering } from '../mutants/alterations/answers.ts';
import { refusal } from '../simulator/answer/answer.ts';
import { relationOf, subjectOf } from '../src/judge/rules/subject-of.ts';
import { idSent, type Call } from '../src/judge/rules/call.ts';
import { readTargetSource } from '../src/world/target-file/read-target-file.ts';
import type { CaseFinished } from '../src/report/record/events.ts';
import { DEEP } from './test-helpers/deep.ts';
import { runInProcess } from './test-helpers/in-process-run.ts';
import { FILE as served, PROMPT } from './test-helpers/shipped.ts';

const CASES = PROMPT.filter(({ endpoint }) =>
  DEEP ? endpoint.variant === 'client' : endpoint.id === 'gamePlayer.client',
);

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

/** Whether a client asks for anything but what is its own. */
function asksForOther(call: Call): boolean {
  if (call.endpoint.variant !== 'client' || idSent(call) === undefined) return false;
  const subject = subjectOf(call, served.world);
  return subject.is !== 'present' || relationOf(call, subject.value) !== 'own';
}

/** Looks whose the subject is before it looks at the members: no sentence forbids it (§5.5, §7.1). */
const ownerFirst = (code: 'OperationNotAuthorized' | 'OperationNotAllow') =>
  answering((answer, call) => {
    const isAdmitted = answer.kind !== 'refused' || answer.code === 'InvalidRequestParameters';
    return isAdmitted && call !== undefined && asksForOther(call) ? refusal(code, 'not yours') : answer;
  });

const namesOf = (cases: readonly CaseFinished[]): readonly string[] => cases.map((each) => each.case.id);

/** Passed, or found to be an answer that the document leaves open. */
const isAccepted = ({ verdict, reason }: CaseFinished): boolean =>
  verdict === 'pass' || / may be right: this backend's answer to | may be right: the document /.test(reason);

test.each(['OperationNotAuthorized', 'OperationNotAllow'] as const)(
  'a backend that refuses all but the own subject with %s before it looks at the members',
  async (code) => {
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
