/** Defects against §4.1: nine paths, each with its permission rule. */
import {
  API_PREFIX,
  endpointOf,
  OPERATION,
  ruleName,
  VARIANT_FACTS,
  type EndpointId,
} from '../../../src/spec/endpoints.ts';
import type { Call } from '../../../src/judge/rules/call.ts';
import { refusal } from '../../../simulator/answer/answer.ts';
import type { Incoming } from '../../../simulator/answer/incoming.ts';
import { answering, encoding, sending } from '../../alterations/answers.ts';
import { hasRule, rulesOf } from '../../alterations/callers.ts';
import { on } from '../../alterations/places.ts';
import { receiving } from '../../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from '../../alterations/rules.ts';
import { breaking, type Alter, type Mutant } from '../mutant.ts';

const LAST_WORD = /[^/]+$/;
const isOtherSpelling = ({ target }: Incoming): boolean =>
  target.toLowerCase().includes(OPERATION.toLowerCase()) && !target.endsWith(`/${OPERATION}`);

/** Requests go to another path. */
const rerouted = (alter: (target: string) => string): Alter =>
  receiving((incoming) => ({ ...incoming, target: alter(incoming.target) }));

/** Requests to one path do what another is for. */
const misdirected = (from: EndpointId, to: EndpointId): Alter =>
  rerouted((target) => target.replace(endpointOf(from).path, endpointOf(to).path));

/** Requests fail if their target is odd. */
const failingAt = (isOdd: (target: string) => boolean): Alter =>
  receiving((incoming) => {
    if (isOdd(incoming.target)) throw new Error('no such route');
    return incoming;
  });

/** A request that reaches no operation gets another answer. */
const unreached =
  (alter: Alter): Alter =>
  (stages) => {
    const altered = alter(stages);
    return {
      ...stages,
      encode: (answer, call) => (call === undefined ? altered : stages).encode(answer, call),
    };
  };

const holdsRule =
  (fits: (rule: string, call: Call) => boolean) =>
  (call: Call): boolean =>
    [...(rulesOf(call) ?? [])].some((rule) => fits(rule, call));

export const ENDPOINT_MUTANTS: readonly Mutant[] = breaking({
  '4.1/path': {
    'group-client-runs-player': [
      'runs the operation of players on the path of groups',
      misdirected('group.client', 'gamePlayer.client'),
    ],
    'character-admin-not-routed': [
      'does not know the admin path of characters',
      rerouted((target) =>
        target === endpointOf('characterPlayer.admin').path ? `${API_PREFIX}/nothing` : target,
      ),
    ],
    'trailing-slash-loses-body': [
      'runs the operation for a path with a slash at its end, but without the body',
      receiving((incoming) =>
        incoming.target.endsWith('/')
          ? { ...incoming, target: incoming.target.slice(0, -1), body: Buffer.from('{}') }
          : incoming,
      ),
    ],
    'absolute-form-crashes': [
      'fails where the request line has the absolute URL',
      failingAt((target) => !target.startsWith('/')),
    ],
    'double-slash-crashes': [
      'fails at a path with a double slash',
      failingAt((target) => target.startsWith('//')),
    ],
    'percent-encoding-crashes': [
      'fails at a path with a percent-encoded letter',
      failingAt((target) => target.includes('%')),
    ],
  },
  '4.1/path/spelling': {
    'other-spelling-as-http-400': [
      'answers another spelling of a path with HTTP 400',
      sending((encoded, incoming) => (isOtherSpelling(incoming) ? { ...encoded, status: 400 } : encoded)),
    ],
  },
  '7.1/operation-invalid': {
    'any-operation-runs': [
      'runs getTag whatever the operation is called',
      rerouted((target) => target.replace(LAST_WORD, OPERATION)),
    ],
    'any-resource-runs': [
      'takes a resource that it does not know for players',
      rerouted((target) => target.replace(/noSuchResource[^/]*/, 'gamePlayer')),
    ],
    'any-variant-runs': [
      'takes a variant that it does not know for the server variant',
      rerouted((target) => target.replace(/noSuchVariant[^/]*/, 'server')),
    ],
    'unknown-operation-as-unknown-error': [
      'answers an unknown operation with UnknownError',
      unreached(answering(() => refusal('UnknownError', 'what?'))),
    ],
  },
  '7.1/operation-invalid/status': {
    'unknown-operation-as-page': [
      'answers an unknown operation with HTTP 404 and a page',
      unreached(
        encoding(
          () => true,
          (encoded) => ({
            ...encoded,
            status: 404,
            headers: ['Content-Type', 'text/html'],
            body: '<h1>404</h1>',
          }),
        ),
      ),
    ],
  },
  '4.1/rule/required': {
    'rules-not-asked': ['does not ask for any permission rule', overlooking('permission')],
    'rule-of-any-resource': [
      'lets the rule of one resource do for the others',
      overlooking(
        'permission',
        holdsRule((rule, { endpoint }) => rule.endsWith(`.${VARIANT_FACTS[endpoint.variant].rule}`)),
      ),
    ],
    'any-rule-of-resource': [
      'lets any rule of the resource do',
      overlooking(
        'permission',
        holdsRule((rule, { endpoint }) => rule.startsWith(`${endpoint.resource}.`)),
      ),
    ],
    'rules-compared-by-prefix': [
      'compares no more than the first 20 characters of a rule',
      overlooking(
        'permission',
        holdsRule((rule, { endpoint }) => rule.slice(0, 20) === endpoint.rule.slice(0, 20)),
      ),
    ],
    'server-rule-does-for-admin': [
      'lets serverSelfEnable do on the admin variant of groups',
      on(
        ['group.admin'],
        overlooking('permission', (call) => hasRule(call, endpointOf('group.server').rule)),
      ),
    ],
  },
  '5.4/not-allow': {
    'no-rules-means-all': [
      'lets a key without any rules do everything',
      overlooking('permission', (call) => rulesOf(call)?.size === 0),
    ],
    'missing-rule-as-not-authorized': [
      'answers a missing permission rule with OperationNotAuthorized',
      refusingAs('permission', 'OperationNotAuthorized'),
    ],
    'missing-rule-as-secret-invalid': [
      'answers a missing permission rule with SecretInvalid on the server variants',
      refusingAs('permission', 'SecretInvalid', ({ endpoint }) => endpoint.variant === 'server'),
    ],
  },
  '4.1/rule/sufficient': {
    'other-rule-wanted-too': [
      'requires otherSelfEnable in addition to selfEnable for the own data of a client',
      alsoRefusing(
        'permission',
        'OperationNotAllow',
        (call) => call.endpoint.variant === 'client' && !hasRule(call, call.endpoint.otherRule),
      ),
    ],
    'server-rule-wanted-for-admin': [
      'requires serverSelfEnable in addition to adminSelfEnable on the admin variants',
      alsoRefusing(
        'permission',
        'OperationNotAllow',
        (call) =>
          call.endpoint.variant === 'admin' &&
          !hasRule(call, ruleName(call.endpoint.resource, VARIANT_FACTS.server.rule)),
      ),
    ],
  },
});
