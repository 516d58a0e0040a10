/** Altering on some endpoints only. */
import type { EndpointId } from '../../src/spec/endpoints.ts';
import type { Call } from '../../src/judge/rules/call.ts';
import type { Rule } from '../../src/judge/rules/ruling.ts';
import type { Stages } from '../../simulator/answer/stages.ts';
import type { Alter } from '../defects/mutant.ts';

const SILENT: Rule['judge'] = () => [];

/** Each rule as the defect has it where the call is concerned, and as it was elsewhere. Their order stays. */
function rulesWhere(concerned: (call: Call) => boolean, sound: Stages, altered: Stages): readonly Rule[] {
  return sound.rules.map((rule) => {
    const judge = altered.rules.find(({ id }) => id === rule.id)?.judge ?? SILENT;
    return { ...rule, judge: (call, facts) => (concerned(call) ? judge : rule.judge)(call, facts) };
  });
}

const isAt =
  (endpoints: readonly EndpointId[]) =>
  (call: Call | undefined): boolean =>
    call !== undefined && endpoints.includes(call.endpoint.id);

/** The defect on these endpoints alone. */
export const on =
  (endpoints: readonly EndpointId[], alter: Alter): Alter =>
  (sound) => {
    const altered = alter(sound);
    const concerned = isAt(endpoints);
    return {
      read: (incoming) => {
        const reading = sound.read(incoming);
        return reading.kind === 'call' && concerned(reading.call) ? altered.read(incoming) : reading;
      },
      rules: rulesWhere(concerned, sound, altered),
      admit: (call) => (concerned(call) ? altered : sound).admit(call),
      lookup: (resource, game, id, call) =>
        (concerned(call) ? altered : sound).lookup(resource, game, id, call),
      tags: (subject, sent, options, call) =>
        (concerned(call) ? altered : sound).tags(subject, sent, options, call),
      encode: (answer, call) => (concerned(call) ? altered : sound).encode(answer, call),
      send: sound.send,
    };
  };
