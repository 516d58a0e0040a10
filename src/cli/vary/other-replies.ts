/** Finds the first reply of a simulator that other choices would have made another one: both answer each request, and their bytes are compared. */
import { completeDialect, type Answer } from '../../spec/dialect/dialect.ts';
import { RULEBOOK } from '../../judge/rules/rulebook.ts';
import { shortened } from '../../base/text/quantities.ts';
import { reordered } from '../../../simulator/answer/decide/reordered.ts';
import type { Incoming } from '../../../simulator/answer/incoming.ts';
import { pipelineOf, type Pipeline } from '../../../simulator/answer/pipeline.ts';
import type { Delivery } from '../../../simulator/answer/stages.ts';
import type { ReplyFormat } from '../../../simulator/answer/write/reply-formatting.ts';
import type { BackendChoices } from '../../../simulator/control/route.ts';
import type { ControlledSimulator } from '../../../simulator/control/controlled-simulator.ts';

/** A request, the reply that it got, and that of the other choices; of long texts the beginning. No headers of requests: they hold secrets. */
interface OtherReply {
  readonly request: string;
  readonly got: string;
  readonly other: string;
}

interface OtherChoices {
  /** The answers that count, of those that the simulator has at the moment. */
  readonly answers: (now: readonly Answer[]) => readonly Answer[];
  readonly format: ReplyFormat;
  readonly order: number | undefined;
}

const MAX_CHARACTERS = 2000;
const cut = (text: string): string => shortened(text, MAX_CHARACTERS);
const decoded = (body: string | Uint8Array = ''): string =>
  typeof body === 'string' ? body : Buffer.from(body).toString();

/** The body; of a reply whose body is the same, how it is sent. */
function wordsOf(delivery: Delivery, other: Delivery): string {
  if (delivery.kind !== 'reply') return delivery.kind;
  const body = decoded(delivery.body);
  if (other.kind !== 'reply' || decoded(other.body) !== body) return cut(body);
  const { status, headers, chunked, close } = delivery;
  const framing = [...(chunked ? ['chunked'] : []), ...(close ? ['Connection: close'] : [])];
  return [`HTTP ${status}`, ...headers, ...framing].join(' ');
}

const requestOf = ({ method, target, body }: Incoming): string =>
  cut(`${method} ${target} ${decoded(body)}`.trim());

/** Watches from now on. The result gives the first difference; undefined: there was none. */
export function firstDifference(
  simulator: ControlledSimulator,
  { answers, format, order }: OtherChoices,
): () => OtherReply | undefined {
  let found: OtherReply | undefined;
  let known: { readonly choices: BackendChoices; readonly answer: Pipeline } | undefined;
  const { clock, world } = simulator;
  // Made again where the control API has changed what both share.
  const otherwise = (): Pipeline => {
    const choices = simulator.choices;
    if (known?.choices !== choices) {
      const { extensions, provoke } = choices;
      const answer = pipelineOf({
        store: world.store,
        clock: clock.now,
        dialect: completeDialect(answers(choices.answers)),
        extensions,
        provoke,
        format,
        alter: (stages) => (order === undefined ? stages : { ...stages, rules: reordered(RULEBOOK, order) }),
      });
      known = { choices, answer };
    }
    return known.answer;
  };
  simulator.observers.push((incoming, _call, _answer, delivery, fault) => {
    // A fault that the client's own tests set comes with any choices.
    if (found !== undefined || fault !== undefined) return;
    // At the same moment: a little later a rate has refilled, and a token may have expired.
    const expected = clock.atLastRead(() => otherwise()(incoming));
    const [got, other] = [wordsOf(delivery, expected), wordsOf(expected, delivery)];
    if (got !== other) found = { request: requestOf(incoming), got, other };
  });
  return () => found;
}
