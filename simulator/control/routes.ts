/** All routes of the control API. The server reads this table; docs/control-api.md has an example of each. */
import { z } from 'zod';
import { NAME_PATTERN } from '../../src/world/world-file/entity.ts';
import { SECOND_MS } from '../world/clock.ts';
import { faultSchema } from '../faults/fault-shapes.ts';
import { readAnswer, showChoices } from './choices.ts';
import { ControlError, notFound, refusedFor } from './control-error.ts';
import { ENTITY_ROUTES } from './entity-routes.ts';
import { setFault } from './fault-input.ts';
import { JOURNAL_ROUTES } from './journal-routes.ts';
import { route, type ControlRoute, type SimulatorParts } from './route.ts';
import { clockOf, statusOf } from './status.ts';
import { readWorldText, worldDocument } from './world-document.ts';

const MAX_SECONDS = 1e9;

const dialectOf = ({ choices }: SimulatorParts) => ({ questions: showChoices(choices.answers) });

export const CONTROL_ROUTES: readonly ControlRoute[] = [
  route('GET /healthz', { open: true }, () => ({ status: 'ok' })),
  route('GET /status', {}, (_, sim) => statusOf(sim)),
  route('GET /world', {}, (_, { world }) => worldDocument(world)),
  route('PUT /world', { body: 'text' }, ({ body }, sim) => {
    const { file, state } = readWorldText(body, sim.world);
    sim.world.replace(state);
    sim.adopt({
      ...(file.dialectAnswers.length > 0 && { answers: file.dialectAnswers }),
      ...(file.extensions.length > 0 && { extensions: file.extensions }),
      ...(file.provoke.size > 0 && { provoke: file.provoke }),
    });
    return statusOf(sim);
  }),
  route('POST /reset', {}, (_, { world, faults, resetChoices }) => {
    world.reset();
    resetChoices();
    faults.clear();
  }),
  ...ENTITY_ROUTES,
  ...JOURNAL_ROUTES,
  route('GET /faults', {}, (_, { faults }) => ({ items: faults.list() })),
  route('PUT /faults/{id}', { body: faultSchema }, ({ params: { id = '' }, body }, sim) => {
    if (!NAME_PATTERN.test(id))
      throw refusedFor(
        'invalid',
        'an id is a word of at most 64 letters, digits, ".", "_" and "-"',
        'path id',
      );
    return setFault(id, body, sim);
  }),
  route('DELETE /faults/{id}', {}, ({ params: { id = '' } }, { faults }) => {
    if (!faults.remove(id)) throw notFound('fault', id, 'path id');
  }),
  route('DELETE /faults', {}, (_, { faults }) => void faults.clear()),
  route(
    'POST /clock',
    {
      body: z.strictObject({
        advanceSeconds: z.number().positive().max(MAX_SECONDS).optional(),
        stopped: z.boolean().optional(),
      }),
    },
    ({ body: { advanceSeconds = 0, stopped } }, sim) => {
      const { clock } = sim.world;
      if (stopped === true) clock.stop();
      clock.advance(advanceSeconds * SECOND_MS);
      if (stopped === false) clock.resume();
      return clockOf(sim);
    },
  ),
  route('GET /dialect', {}, (_, sim) => dialectOf(sim)),
  route('POST /dialect', { body: z.record(z.string(), z.string()) }, ({ body }, sim) => {
    const read = Object.entries(body).map(([name, option]) => ({ name, answer: readAnswer(name, option) }));
    const problems = read.flatMap(({ name, answer }) =>
      typeof answer === 'string' ? [{ message: answer, at: name }] : [],
    );
    if (problems.length > 0) throw new ControlError('invalid', ...problems);
    const news = read.flatMap(({ answer }) => (typeof answer === 'string' ? [] : [answer]));
    const kept = sim.choices.answers.filter(
      ({ question, at }) => !news.some((each) => each.question === question && each.at === at),
    );
    sim.adopt({ answers: [...kept, ...news] });
    return dialectOf(sim);
  }),
  route('DELETE /dialect', {}, (_, sim) => {
    sim.resetChoices();
    return dialectOf(sim);
  }),
];
