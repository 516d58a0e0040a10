/** Altering what comes in: the request before it is read, or the call that it was read as. */
import { AUTH_TOKEN, SECRET_KEY } from '../../src/spec/headers.ts';
import type { Json, JsonObject } from '../../src/judge/rules/json.ts';
import type { Incoming } from '../../simulator/answer/incoming.ts';
import type { HeaderLines } from '../../src/judge/rules/reading/header-values.ts';
import { headerKey, headerValues } from '../../src/judge/rules/reading/header-values.ts';
import type { ReadCall } from '../../simulator/answer/stages.ts';
import type { Alter } from '../defects/mutant.ts';

/** What the characters of ids and secrets are guessed from. */
export const LETTERS_AND_DIGITS = [...'0123456789abcdefghijklmnopqrstuvwxyz'];

/** Another request than the one that came. */
export const receiving =
  (alter: (incoming: Incoming) => Incoming): Alter =>
  (stages) => ({ ...stages, read: (incoming) => stages.read(alter(incoming)) });

/** Another text of the body; bytes that are not UTF-8 are read as they are. */
export const receivingText = (alter: (text: string) => string): Alter =>
  receiving((incoming) => {
    if (incoming.body === undefined) return incoming;
    const text = Buffer.from(incoming.body).toString('utf8');
    const altered = alter(text);
    return altered === text ? incoming : { ...incoming, body: Buffer.from(altered) };
  });

/** Another call than the one that was read. */
export const calling =
  (alter: (call: ReadCall, incoming: Incoming) => ReadCall): Alter =>
  (stages) => ({
    ...stages,
    read: (incoming) => {
      const reading = stages.read(incoming);
      return reading.kind === 'call' ? { kind: 'call', call: alter(reading.call, incoming) } : reading;
    },
  });

/** The backend fails at such calls. */
export const crashingOn = (isFatal: (call: ReadCall, incoming: Incoming) => boolean): Alter =>
  calling((call, incoming) => {
    if (isFatal(call, incoming)) throw new Error('a seeded failure');
    return call;
  });

/** Other members than those that were sent. */
export const takingMembers = (alter: (members: JsonObject, call: ReadCall) => JsonObject): Alter =>
  calling((call) =>
    call.body.is === 'object'
      ? { ...call, body: { is: 'object', members: alter(call.body.members, call) } }
      : call,
  );

/** The call with another value of its id member. */
export const withId = (call: ReadCall, id: Json): ReadCall =>
  call.body.is === 'object'
    ? {
        ...call,
        body: { is: 'object', members: new Map([...call.body.members, [call.endpoint.idMember, id]]) },
      }
    : call;

/** Another value of the id member, where one was sent. */
export const takingId = (alter: (id: Json, call: ReadCall) => Json): Alter =>
  takingMembers((members, call) => {
    const { idMember } = call.endpoint;
    const id = members.get(idMember);
    return id === undefined ? members : new Map([...members, [idMember, alter(id, call)]]);
  });

/** The first value of a request's header, blanks around it gone. */
export const headerOf = ({ headers }: Incoming, name: string): string | undefined =>
  headerValues(headers, headerKey(name)).first;

/** Alters with the client at hand: the name that the one gives itself whose request is answered. */
export const knowingClient =
  (make: (client: () => string) => Alter): Alter =>
  (stages) => {
    let client = '';
    const noting = receiving((incoming) => {
      client = headerOf(incoming, 'User-Agent') ?? '';
      return incoming;
    });
    return noting(make(() => client)(stages));
  };

/** How often a request has a header. */
export const timesSent = ({ headers }: Incoming, name: string): number =>
  headerValues(headers, headerKey(name)).count;

function replaced(headers: HeaderLines, name: string, value: string): HeaderLines {
  return headers.map((text, at) =>
    at % 2 === 1 && headerKey(headers[at - 1] ?? '') === headerKey(name) ? value : text,
  );
}

/** The request with another value of one header. */
const withHeaderValue = (incoming: Incoming, name: string, value: string): Incoming => ({
  ...incoming,
  headers: replaced(incoming.headers, name, value),
});

const PRESENTED = {
  [SECRET_KEY]: ({ key }: ReadCall) => key,
  [AUTH_TOKEN]: ({ token }: ReadCall) => token,
} as const;

/** A secret that was never issued is taken for one of these where one is set. */
export const takingFor =
  (name: keyof typeof PRESENTED, guesses: (value: string) => readonly string[]): Alter =>
  (stages) => ({
    ...stages,
    read: (incoming) => {
      const reading = stages.read(incoming);
      const value = headerOf(incoming, name);
      if (reading.kind !== 'call' || PRESENTED[name](reading.call).is !== 'unknown' || value === undefined)
        return reading;
      const others = guesses(value).map((guess) => stages.read(withHeaderValue(incoming, name, guess)));
      return (
        others.find((other) => other.kind === 'call' && PRESENTED[name](other.call).is === 'known') ?? reading
      );
    },
  });
