/** Defects against §4.1: nine paths, each with its permission rule. */
import {
  API_PREFIX,
  endpointOf,
  OPERATION,
  ruleName,
  VARIANT_FACTS,
  type EndpointId,
} from '../../src/contract/endpoints.ts';
import type { Call } from '../../src/rules/call.ts';
import { UNKNOWN } from '../../src/world/world.ts';
import { refusal } from '../../simulator/pipeline/answer.ts';
import type { Incoming } from '../../simulator/pipeline/read/incoming.ts';
import { answering, encoding } from '../alterations/answers.ts';
import { on } from '../alterations/places.ts';
import { receiving } from '../alterations/requests.ts';
import { alsoRefusing, overlooking, refusingAs } from '../alterations/rules.ts';
import type { Alter, Mutant } from './mutant.ts';

const LAST_WORD = /[^/]+$/;
const isOtherSpelling = ({ target }: Incoming): boolean =>
  target.toLowerCase().includes(OPERATION.toLowerCase()) && !target.endsWith(`/${OPERATION}`);

/** Requests go to another path. */
const rerouted = (alter: (target: string) => string): Alter =>
  receiving((incoming) => ({ ...incoming, target: alter(incoming.target) }));

/** Requests to one path do what another is for. */
const misdirected = (from: EndpointId, to: EndpointId): Alter =>
  rerouted((target) => target.replace(endpointOf(from).path, endpointOf(to).path));

/** Requests to such a target fail. */
const failingAt = (isOdd: (target: string) => boolean): Alter =>
  rerouted((target) => {
    if (isOdd(target)) throw new Error('no such route');
    return target;
  });

/** What no operation is reached by gets another answer. */
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
    call.key.is === 'known' &&
    call.key.value.rules !== UNKNOWN &&
    [...call.key.value.rules].some((rule) => fits(rule, call));

const lacksRule =
  (nameOf: (call: Call) => string) =>
  (call: Call): boolean =>
    !holdsRule((rule) => rule === nameOf(call))(call);

const PATHS: readonly Mutant[] = [
  {
    name: 'group-client-runs-player',
    clause: '4.1/path',
    description: 'runs the operation of players on the path of groups',
    alter: misdirected('group.client', 'gamePlayer.client'),
  },
  {
    name: 'character-admin-not-routed',
    clause: '4.1/path',
    description: 'does not know the admin path of characters',
    alter: rerouted((target) =>
      target === endpointOf('characterPlayer.admin').path ? `${API_PREFIX}/nothing` : target,
    ),
  },
  {
    name: 'trailing-slash-loses-body',
    clause: '4.1/path',
    description: 'runs the operation for a path with a slash at its end, but without the body',
    alter: receiving((incoming) =>
      incoming.target.endsWith('/')
        ? { ...incoming, target: incoming.target.slice(0, -1), body: Buffer.from('{}') }
        : incoming,
    ),
  },
  {
    name: 'absolute-form-crashes',
    clause: '4.1/path',
    description: 'fails where the request line has the absolute URL',
    alter: failingAt((target) => !target.startsWith('/')),
  },
  {
    name: 'double-slash-crashes',
    clause: '4.1/path',
    description: 'fails at a path with a double slash',
    alter: failingAt((target) => target.startsWith('//')),
  },
  {
    name: 'percent-encoding-crashes',
    clause: '4.1/path',
    description: 'fails at a path with a percent-encoded letter',
    alter: failingAt((target) => target.includes('%')),
  },
  {
    name: 'other-spelling-as-http-400',
    clause: '4.1/path/spelling',
    description: 'answers another spelling of a path with HTTP 400',
    alter: (stages) => ({
      ...stages,
      send: (encoded, incoming) =>
        stages.send(isOtherSpelling(incoming) ? { ...encoded, status: 400 } : encoded, incoming),
    }),
  },
  {
    name: 'any-operation-runs',
    clause: '7.1/operation-invalid',
    description: 'runs getTag whatever the operation is called',
    alter: rerouted((target) => target.replace(LAST_WORD, OPERATION)),
  },
  {
    name: 'any-resource-runs',
    clause: '7.1/operation-invalid',
    description: 'takes a resource that it does not know for players',
    alter: rerouted((target) => target.replace(/noSuchResource[^/]*/, 'gamePlayer')),
  },
  {
    name: 'any-variant-runs',
    clause: '7.1/operation-invalid',
    description: 'takes a variant that it does not know for the server variant',
    alter: rerouted((target) => target.replace(/noSuchVariant[^/]*/, 'server')),
  },
  {
    name: 'unknown-operation-as-unknown-error',
    clause: '7.1/operation-invalid',
    description: 'answers an unknown operation with UnknownError',
    alter: unreached(answering(() => refusal('UnknownError', 'what?'))),
  },
  {
    name: 'unknown-operation-as-page',
    clause: '7.1/operation-invalid/status',
    description: 'answers an unknown operation with HTTP 404 and a page',
    alter: unreached(
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
  },
];

const RULES: readonly Mutant[] = [
  {
    name: 'rules-not-asked',
    clause: '4.1/rule/required',
    description: 'does not ask for any permission rule',
    alter: overlooking('permission'),
  },
  {
    name: 'rule-of-any-resource',
    clause: '4.1/rule/required',
    description: 'lets the rule of one resource do for the others',
    alter: overlooking(
      'permission',
      holdsRule((rule, { endpoint }) => rule.endsWith(`.${VARIANT_FACTS[endpoint.variant].rule}`)),
    ),
  },
  {
    name: 'any-rule-of-resource',
    clause: '4.1/rule/required',
    description: 'lets any rule of the resource do',
    alter: overlooking(
      'permission',
      holdsRule((rule, { endpoint }) => rule.startsWith(`${endpoint.resource}.`)),
    ),
  },
  {
    name: 'server-rule-does-for-admin',
    clause: '4.1/rule/required',
    description: 'lets serverSelfEnable do on the admin variant of groups',
    alter: on(
      ['group.admin'],
      overlooking(
        'permission',
        holdsRule((rule) => rule === endpointOf('group.server').rule),
      ),
    ),
  },
  {
    name: 'no-rules-means-all',
    clause: '5.4/not-allow',
    description: 'lets a key without any rules do everything',
    alter: overlooking(
      'permission',
      ({ key }) => key.is === 'known' && key.value.rules !== UNKNOWN && key.value.rules.size === 0,
    ),
  },
  {
    name: 'other-rule-wanted-too',
    clause: '4.1/rule/sufficient',
    description: 'wants otherSelfEnable in addition to selfEnable for the own data of a client',
    alter: alsoRefusing(
      'permission',
      'OperationNotAllow',
      (call) => call.endpoint.variant === 'client' && lacksRule(({ endpoint }) => endpoint.otherRule)(call),
    ),
  },
  {
    name: 'server-rule-wanted-for-admin',
    clause: '4.1/rule/sufficient',
    description: 'wants serverSelfEnable in addition to adminSelfEnable on the admin variants',
    alter: alsoRefusing(
      'permission',
      'OperationNotAllow',
      (call) =>
        call.endpoint.variant === 'admin' &&
        lacksRule(({ endpoint }) => ruleName(endpoint.resource, VARIANT_FACTS.server.rule))(call),
    ),
  },
  {
    name: 'missing-rule-as-not-authorized',
    clause: '5.4/not-allow',
    description: 'answers a missing permission rule with OperationNotAuthorized',
    alter: refusingAs('permission', 'OperationNotAuthorized'),
  },
  {
    name: 'missing-rule-as-secret-invalid',
    clause: '5.4/not-allow',
    description: 'answers a missing permission rule with SecretInvalid on the server variants',
    alter: refusingAs('permission', 'SecretInvalid', ({ endpoint }) => endpoint.variant === 'server'),
  },
];

export const ENDPOINT_MUTANTS: readonly Mutant[] = [...PATHS, ...RULES];
