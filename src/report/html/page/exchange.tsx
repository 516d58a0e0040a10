/** A request, its reply, and the line that sends it again. */
import { useRef, useState } from 'preact/hooks';
import type { RedactedExchange, RedactedMessage } from '../../../engine/events.ts';
import { prettyJson } from '../../../text/pretty-json.ts';
import { visibleCommand } from '../../../text/visible.ts';
import { Lines, Text } from './text.tsx';

/** Longer JSON stays as it came: laying it out takes too long. */
const PRETTY_CHARACTERS = 4000;

function bodyOf({ body }: RedactedMessage): string {
  return (body.length <= PRETTY_CHARACTERS ? prettyJson(body) : undefined) ?? body;
}

function Message({ of, word }: { readonly of: RedactedMessage; readonly word: string }) {
  const isCut = of.bytes > new TextEncoder().encode(of.body).length;
  return (
    <section class="message">
      <h3>
        {word}{' '}
        <code>
          <Text of={of.start} />
        </code>
      </h3>
      <details class="headers">
        <summary>{of.headers.length} headers</summary>
        <dl>
          {of.headers.map(([name, value]) => (
            <div>
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
      {of.body === '' ? (
        <p class="faint">no body</p>
      ) : (
        <Lines of={bodyOf(of)} label={`body of the ${word}`} />
      )}
      {isCut && <p class="faint">only its beginning: {of.bytes.toLocaleString('en-US')} bytes in all</p>}
    </section>
  );
}

/** Copies the line; where the browser refuses that, it is selected. */
function CurlLine({ of }: { readonly of: string }) {
  const [done, setDone] = useState('');
  const line = useRef<HTMLElement>(null);
  const text = visibleCommand(of);
  const select = (): void => {
    if (line.current !== null) getSelection()?.selectAllChildren(line.current);
    setDone('selected');
  };
  const copy = (): void => {
    if (navigator.clipboard === undefined) select();
    else navigator.clipboard.writeText(text).then(() => setDone('copied'), select);
  };
  return (
    <section class="curl">
      <h3>
        send it again{' '}
        <button type="button" onClick={copy}>
          copy
        </button>{' '}
        <span class="faint" role="status">
          {done}
        </span>
      </h3>
      <pre tabIndex={0} role="group" aria-label="curl line">
        <code ref={line}>{text}</code>
      </pre>
    </section>
  );
}

export function Exchange({ of }: { readonly of: RedactedExchange }) {
  return (
    <div class="exchange">
      {of.step !== '' && (
        <p class="faint">
          request <Text of={of.step} />
        </p>
      )}
      <div class="pair">
        <Message of={of.request} word="request" />
        {of.reply === undefined ? (
          <section class="message">
            <h3>no reply</h3>
            <p>
              <Text of={of.noReply ?? 'no reason given'} />
            </p>
          </section>
        ) : (
          <Message of={of.reply} word="reply" />
        )}
      </div>
      <CurlLine of={of.curl} />
    </div>
  );
}
