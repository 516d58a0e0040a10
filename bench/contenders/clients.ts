/** The clients that run the same requests with the same assertions: a row each. */
import { respect } from '../formats/arazzo.ts';
import { bruno } from '../formats/bruno.ts';
import { httpyac } from '../formats/http-file.ts';
import { newman } from '../formats/postman.ts';
import type { Prepare } from '../formats/prepared.ts';
import { stepci } from '../formats/stepci.ts';
import { scripted } from '../formats/table.ts';
import { tagproof } from '../formats/tagproof.ts';

export interface Client {
  readonly name: string;
  /** `floor`: nothing but the requests; `code`: a library in a script; `declarative`: a tool that reads the requests from its own format. */
  readonly kind: 'us' | 'floor' | 'code' | 'declarative';
  /** The npm package whose version is noted. */
  readonly package?: string;
  readonly prepare: Prepare;
}

export const FLOOR_CLIENTS: readonly Client[] = [
  { name: 'node:http, one connection', kind: 'floor', prepare: scripted('http-client.mjs') },
  {
    name: 'undici loop, 16 at once',
    kind: 'floor',
    package: 'undici',
    prepare: scripted('undici-client.mjs', '16'),
  },
  { name: 'tagproof', kind: 'us', prepare: tagproof },
];

export const RIVAL_CLIENTS: readonly Client[] = [
  { name: 'pactum', kind: 'code', package: 'pactum', prepare: scripted('pactum-client.mjs') },
  { name: 'Redocly Respect', kind: 'declarative', package: '@redocly/cli', prepare: respect },
  { name: 'httpYac', kind: 'declarative', package: 'httpyac', prepare: httpyac },
  { name: 'Step CI', kind: 'declarative', package: 'stepci', prepare: stepci },
  { name: 'Bruno', kind: 'declarative', package: '@usebruno/cli', prepare: bruno },
  { name: 'newman', kind: 'declarative', package: 'newman', prepare: newman },
];
