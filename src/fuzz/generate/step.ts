/** One generated request as what differs from a valid one, in the words of the case format: the form that is shrunk, described and saved. */
import type { RefusalCode } from '../../contract/codes.ts';
import type { EndpointId } from '../../contract/endpoints.ts';
import type { Send } from '../../suite/format/schema/send-schema.ts';

/** The caller and the subject, by names and ids of the world. */
export interface StepGiven {
  /** A secret key's name; undefined where the world has none. */
  readonly key: string | undefined;
  readonly token: string | undefined;
  /** The subject's game and id; nothing need have that id. */
  readonly game: string;
  readonly id: string;
}

export interface Step {
  readonly endpoint: EndpointId;
  readonly given: StepGiven;
  readonly send: Send;
  /** A failure that the target file says how to provoke. */
  readonly provoke?: RefusalCode;
}

/** Two sets of alterations as one; where both speak of the same part the second wins. */
export function merged(first: Send, second: Send): Send {
  return {
    ...first,
    ...second,
    ...(first.set !== undefined && second.set !== undefined && { set: { ...first.set, ...second.set } }),
    ...(first.alter !== undefined &&
      second.alter !== undefined && { alter: { ...first.alter, ...second.alter } }),
    ...(first.without !== undefined &&
      second.without !== undefined && { without: [...new Set([...first.without, ...second.without])] }),
    ...(first.headers !== undefined &&
      second.headers !== undefined && { headers: mergedHeaders(first.headers, second.headers) }),
  };
}

type Headers = NonNullable<Send['headers']>;

function mergedHeaders(first: Headers, second: Headers): Headers {
  return {
    ...first,
    ...second,
    ...(first.set !== undefined && second.set !== undefined && { set: { ...first.set, ...second.set } }),
    ...(first.alter !== undefined &&
      second.alter !== undefined && { alter: { ...first.alter, ...second.alter } }),
    ...(first.repeat !== undefined &&
      second.repeat !== undefined && { repeat: { ...first.repeat, ...second.repeat } }),
    ...(first.without !== undefined &&
      second.without !== undefined && { without: [...new Set([...first.without, ...second.without])] }),
  };
}
