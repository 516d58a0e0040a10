/** A curl line that is answered with tags when pasted unchanged (§4). */
import { METHOD, type EndpointId } from '../../src/contract/endpoints.ts';
import { showSecret } from './banner-keys.ts';
import { sampleCall, type CallHeader, type CallTarget } from './sample-call.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Double quotes where the text holds a shell variable. */
function headerArgument({ name, value }: CallHeader): string {
  if (typeof value === 'string') return quoted(`${name}: ${value}`);
  const text = `${name}: ${showSecret(value.secret)}`;
  return value.secret?.public === true ? quoted(text) : `"${text}"`;
}

/** The line for an endpoint; undefined where the world has no key, token or subject for it. */
export function curlLine(id: EndpointId, target: CallTarget): string | undefined {
  const call = sampleCall(id, target);
  if (call === undefined) return undefined;
  const { authorityFile } = target;
  const trust = authorityFile === undefined ? '' : ` --cacert ${quoted(authorityFile)}`;
  const parts = [
    `curl -sS${trust} -X ${METHOD} ${quoted(call.url)}`,
    ...call.headers.map((header) => `-H ${headerArgument(header)}`),
  ];
  return [...parts, `-d ${quoted(call.body)}`].join(' ');
}
