/** A request or a reply: its start, its headers, its body. */
import { count, Lines, Text } from '../../../../src/report/html/page/text.tsx';
import { prettyJson } from '../../../../src/text/pretty-json.ts';

/** Longer JSON stays as it came: laying it out takes too long. */
const PRETTY_CHARACTERS = 20_000;

export interface Shown {
  readonly headers: readonly (readonly [string, string])[];
  readonly body: string;
  /** The length of the whole. */
  readonly bytes?: number;
}

interface Props {
  readonly word: string;
  readonly start: string;
  readonly of: Shown;
  readonly notes?: readonly string[];
}

export function Message({ word, start, of: { headers, body, bytes = 0 }, notes = [] }: Props) {
  const isCut = bytes > new TextEncoder().encode(body).length;
  const text = (body.length <= PRETTY_CHARACTERS ? prettyJson(body) : undefined) ?? body;
  return (
    <section class="message">
      <h4>
        {word}{' '}
        <code>
          <Text of={start} />
        </code>
      </h4>
      {notes.map((note) => (
        <p key={note} class="error">
          <Text of={note} />
        </p>
      ))}
      <details class="headers">
        <summary>{count(headers.length, 'header')}</summary>
        <dl>
          {headers.map(([name, value], at) => (
            <div key={at}>
              <dt>
                <Text of={name} />
              </dt>
              <dd>
                <Text of={value} />
              </dd>
            </div>
          ))}
        </dl>
      </details>
      {body === '' ? <p class="faint">no body</p> : <Lines of={text} label={`body of the ${word}`} />}
      {isCut && <p class="faint">only its beginning: {bytes.toLocaleString('en-US')} bytes in all</p>}
    </section>
  );
}
