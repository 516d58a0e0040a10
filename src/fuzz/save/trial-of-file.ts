/** The trial of a saved failure: its steps are those of the case, its relation is what the fuzzer noted. */
import { endpointOf, ENDPOINT_IDS, type EndpointId } from '../../contract/endpoints.ts';
import { TagproofError } from '../../errors.ts';
import type { Given } from '../../suite/format/schema/given-schema.ts';
import type { Send } from '../../suite/format/schema/send-schema.ts';
import type { WrittenCase, WrittenStep } from '../../suite/format/schema/case-schema.ts';
import { IMPLICIT_GAME } from '../../world/declared-world.ts';
import type { Step } from '../generate/step.ts';
import type { Delivery, Trial } from '../generate/trial.ts';
import type { FailureFile } from './failure-file.ts';

const isEndpoint = (id: unknown): id is EndpointId => ENDPOINT_IDS.some((each) => each === id);

function endpointFor({ for: of }: WrittenCase, { resource, variant }: WrittenStep): EndpointId {
  if (!isEndpoint(of)) throw new TagproofError('file', 'the case of a saved failure is for one endpoint');
  const own = endpointOf(of);
  const id = `${resource ?? own.resource}.${variant ?? own.variant}`;
  return isEndpoint(id) ? id : of;
}

/** What is sent, the extension member by its own name again. */
function sendOf({ alter, ...send }: Send, extension: string | undefined): Send {
  if (alter === undefined) return send;
  const named = Object.entries(alter).map(
    ([name, how]) => [name === '$extension' && extension !== undefined ? extension : name, how] as const,
  );
  return { ...send, alter: Object.fromEntries(named) };
}

function stepOf(whole: WrittenCase, step: WrittenStep, extension: string | undefined): Step {
  const given: Given = step.given ?? {};
  return {
    endpoint: endpointFor(whole, step),
    given: {
      key: given.key?.name,
      token: given.token?.name,
      game: given.subject?.game ?? IMPLICIT_GAME,
      id: given.subject?.id ?? '',
    },
    send: sendOf(step.send ?? {}, extension),
    ...(given.provoke !== undefined && { provoke: given.provoke }),
  };
}

/** Equal steps are one object: the same request again. */
function sharing(steps: readonly Step[]): readonly Step[] {
  const byText = new Map<string, Step>();
  return steps.map((step) => {
    const text = JSON.stringify(step);
    const known = byText.get(text) ?? step;
    byText.set(text, known);
    return known;
  });
}

function deliveryOf({ connection, together }: WrittenCase): Delivery {
  if (together === true) return 'concurrent';
  return connection === 'one' ? 'one-connection' : 'in-turn';
}

/** The trial that a file holds. */
export function trialOfFile({ cases: [whole], found }: FailureFile): Trial {
  if (whole === undefined) throw new TypeError('a failure without a case');
  const written: readonly WrittenStep[] = whole.steps ?? [whole as WrittenStep];
  return {
    steps: sharing(written.map((step) => stepOf(whole, step, found.extension))),
    delivery: deliveryOf(whole),
    relation: found.relation,
    ...(found.form !== undefined && { form: found.form }),
  };
}

function secretsOf({ given, send: { headers = {} } }: Step): readonly (string | undefined)[] {
  const repeated = Object.values(headers.repeat ?? {}).map((how) =>
    typeof how === 'object' ? how.secret : undefined,
  );
  return [given.key, given.token, ...(headers.lines ?? []).map(({ secret }) => secret), ...repeated];
}

/** The names of all keys and tokens that a file's requests need. */
export function secretsNeeded(file: FailureFile): readonly string[] {
  const names = trialOfFile(file).steps.flatMap(secretsOf);
  return [...new Set(names.filter((name) => name !== undefined))];
}
