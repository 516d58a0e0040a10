/** docs/control-api.md, from the table of routes and their examples. */
import { z } from 'zod';
import { EXAMPLES, type Example } from '../simulator/control/examples.ts';
import { ROUTE_GROUPS, type ControlRoute, type RouteGroup } from '../simulator/control/api/route.ts';
import { CONTROL_ROUTES } from '../simulator/control/routes.ts';
import { CONTROL_STATUSES } from '../simulator/control/api/control-error.ts';

type Lines = readonly string[];

const nameOf = ({ method, path }: ControlRoute): string => `${method} ${path}`;

interface Property {
  readonly type?: string | readonly string[];
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Property[];
  readonly items?: Property;
  readonly description?: string;
}

const MAX_WORDS = 6;

function typeOf({ type, enum: words, anyOf, items }: Property): string {
  if (words !== undefined)
    return words.length > MAX_WORDS
      ? `one of ${words.length} names`
      : words.map((word) => `\`${String(word)}\``).join(', ');
  if (anyOf !== undefined) return [...new Set(anyOf.map(typeOf))].join(' or ');
  if (type === 'array') return items === undefined ? 'list' : `list of ${typeOf(items)}`;
  return [type ?? 'value'].flat().join(' or ');
}

const cell = (text: string): string => text.replaceAll('|', String.raw`\|`).replaceAll('\n', ' ');

/** The members of an object's schema, a row each. */
function fieldLines(title: string, schema: z.ZodType): Lines {
  const { properties = {}, required = [] } = z.toJSONSchema(schema, {
    io: 'input',
    unrepresentable: 'any',
  }) as {
    readonly properties?: Readonly<Record<string, Property>>;
    readonly required?: readonly string[];
  };
  const rows = Object.entries(properties).map(
    ([name, property]) =>
      `| \`${name}\`${required.includes(name) ? ' (required)' : ''} | ${cell(typeOf(property))} | ${cell(property.description ?? '')} |`,
  );
  return rows.length === 0 ? [] : ['', `| ${title} | is | |`, '|---|---|---|', ...rows];
}

function bodyLines({ body }: ControlRoute): Lines {
  if (body === undefined) return [];
  return body === 'world file'
    ? [
        '',
        'The body is a world file in YAML or JSON ([target-file.md](target-file.md)), without `target` and `http`, with `complete: true`.',
      ]
    : fieldLines('body', body);
}

/** `'…'` for a shell. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

function curl({ route, path, body }: Example, open: boolean): string {
  const [method = '', routePath = ''] = route.split(' ');
  const target = `"$SIM/_tagproof${path ?? routePath}"`;
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return [
    `curl -sS${method === 'GET' ? '' : ` -X ${method}`}${route.endsWith('/events') ? 'N' : ''} ${target}`,
    ...(open ? [] : ['-H "Authorization: Bearer $TOKEN"']),
    ...(body === undefined ? [] : [`--data-binary ${quoted(text)}`]),
  ].join(' ');
}

function routeLines(route: ControlRoute): Lines {
  const example = EXAMPLES.find((each) => each.route === nameOf(route));
  return [
    '',
    `### ${route.method} ${route.path}`,
    '',
    route.does,
    ...(route.open ? ['It needs no token.'] : []),
    ...fieldLines('query', route.query),
    ...bodyLines(route),
    ...(example === undefined ? [] : ['', '```sh', curl(example, route.open), '```']),
  ];
}

const groupLines = (group: RouteGroup): Lines => [
  '',
  `## ${group[0]?.toUpperCase()}${group.slice(1)}`,
  '',
  ROUTE_GROUPS[group],
  ...CONTROL_ROUTES.filter((route) => route.group === group).flatMap(routeLines),
];

const INTRODUCTION: Lines = [
  '# The control API of the simulator',
  '',
  '`tagproof simulate` serves it below `/_tagproof` on the port of the nine operations, which answer the same with and without it.',
  'A test or the [console](simulator.md) changes the world by it, breaks replies on purpose, moves the clock, and asks what was called. Every example on this page is',
  'sent by a test, in the order of a walk through the default world.',
  '',
  '```sh',
  'SIM=http://127.0.0.1:4020',
  'TOKEN=...   # what the simulator printed behind #token=, or what you gave as TAGPROOF_CONTROL_TOKEN',
  '```',
  '',
  '- **Who may call it.** A client that sends the token as `Authorization: Bearer`. The token is generated unless it is given, printed once, and compared in constant',
  '  time. Pages of other origins are refused, whatever they send, and so is a `Host` that is neither `localhost` nor an address, so that no page',
  '  can bind a name of its own to this machine. A name such as that of a container is allowed by `--control-host`. `--no-control` serves none of it.',
  '- **Bodies** are JSON, whatever their Content-Type; world files are YAML or JSON. At most 32 MiB are read (4 MiB of YAML), within 30 seconds.',
  '- **Changes are whole or none.** A request meets the world before a change or after it. What is refused changed nothing.',
  '- **Secrets** that the world file did not declare as public are shown as `${env:NAME}`, which a world file that comes back may contain.',
  '  What the control API issues is public: its reply has the value.',
  '- **Large worlds.** A reset copies nothing, however large the world is. A world that is read is the one of its beginning, whatever is changed while it is sent.',
  '',
  '## Errors',
  '',
  '```json',
  '{ "error": { "code": "invalid", "message": "the userId of a game player has 10 characters, not 5 (§2.1)", "at": "userId" } }',
  '```',
  '',
  '`at` is the place: a path in the body, a line and a column of a text, `query limit`, `path game`, `header Host`. Where several things are wrong,',
  '`faults` lists them, each with its `message` and `at`.',
  '',
  '| code | HTTP |',
  '|---|---|',
  ...Object.entries(CONTROL_STATUSES).map(([code, status]) => `| \`${code}\` | ${status} |`),
  '',
  '## Faults by a header',
  '',
  'With `--fault-header` a request to one of the nine operations asks for its own fault by the header `Tagproof-Fault`: the name',
  'of a kind (`CONNECTION_RESET_BY_PEER`), of a returnCode (`MaxRequestReject`), or an effect as JSON (`{"returnCode":"MaxCCUReject","latency":200}`).',
  'A misspelt one is answered with InvalidRequestParameters and what it probably was meant to be.',
  '',
  '## Pages of other origins and the nine operations',
  '',
  'Browser games may call the nine operations from any port of `localhost`, and from each origin that `--cors-origin` lists: `https://game.example`, with its port where',
  'it has one; `https://*.game.example` for all names in front of the domain, but not the domain itself; `null` for files; `*` for all. What is no origin is refused at the start.',
  'Preflights are answered; every reply carries the Origin back, also refusals, faults, and what HTTP itself refuses. None of that holds for the control API.',
  'A preflight of any other page is refused; journal, log and console say which `--cors-origin` to add.',
];

export const controlApiPage = (): Lines => [
  ...INTRODUCTION,
  ...(Object.keys(ROUTE_GROUPS) as RouteGroup[]).flatMap(groupLines),
];
