/** One request in full: why it was answered so, what came close, what the caller owes, and both messages. */
import { useEffect, useRef } from 'preact/hooks';
import type { EntryDetails } from '../../../journal/journal-shapes.ts';
import { RESOURCE_FACTS, type Resource } from '../../../../src/spec/endpoints.ts';
import { path } from '../api.ts';
import { curlOf } from '../logic/curl.ts';
import { hashOf } from '../logic/place.ts';
import { kindOfResource } from '../logic/world-kinds.ts';
import { useLoaded } from '../shared.ts';
import { CodeMark, timeOf } from './entry-list.tsx';
import { Button, CopyButton, Mark, Message, Text, TextList } from '../../../../src/base/page/parts.tsx';

const SIGNS = {
  ok: { sign: '✓', tone: 'good', word: 'held' },
  refused: { sign: '✗', tone: 'bad', word: 'refused' },
  'not found': { sign: '–', tone: 'warned', word: 'not found' },
} as const;

function Path({ of }: { readonly of: EntryDetails['path'] }) {
  return (
    <ol class="path" aria-label="how the answer came about">
      {of.map(({ check, outcome, text }) => (
        <li key={check}>
          <Mark of={SIGNS[outcome]} /> <Text of={text} />
        </li>
      ))}
    </ol>
  );
}

function Hints({ of: { nearMisses, duties } }: { readonly of: EntryDetails }) {
  return (
    <>
      {nearMisses.length > 0 && (
        <section class="notice">
          <h3>What came close</h3>
          <TextList of={nearMisses} />
        </section>
      )}
      {duties.length > 0 && (
        <section class="notice warned">
          <h3>What the caller should do otherwise</h3>
          <ul>
            {duties.map(({ duty, section, text, guess }) => (
              <li key={duty}>
                <Text of={text} />
                {!guess && ` (§${section})`}; <a href={hashOf('journal', { duty })}>requests that break it</a>
              </li>
            ))}
          </ul>
        </section>
      )}
    </>
  );
}

function Links({ of: { endpoint, subject, game, fault, errorCode } }: { readonly of: EntryDetails }) {
  const [resource = ''] = (endpoint ?? '').split('.');
  const kind = kindOfResource(resource);
  // Of a refused call only the length shows that nothing has this id.
  const isThere =
    errorCode === 'Ok' ||
    (errorCode === null && subject?.length === RESOURCE_FACTS[resource as Resource]?.idLength);
  return (
    <ul class="facts">
      {isThere && subject !== null && game !== null && kind !== undefined && (
        <li>
          <a href={hashOf('world', { game, kind, id: subject })}>
            <Text of={subject} /> in the world
          </a>
        </li>
      )}
      {fault !== null && (
        <li>
          by the fault{' '}
          <a href={hashOf('faults')}>
            <Text of={fault} />
          </a>
        </li>
      )}
    </ul>
  );
}

function Full({ of }: { readonly of: EntryDetails }) {
  const { reply, request, method, target, status } = of;
  return (
    <>
      <Links of={of} />
      <Path of={of.path} />
      <Hints of={of} />
      <p class="acts">
        <CopyButton text={() => curlOf(of, location.origin)}>copy as curl</CopyButton>
      </p>
      <div class="pair">
        <Message level="h4" word="request" start={`${method} ${target}`} of={request} />
        <Message
          level="h4"
          word="reply"
          start={status === null ? 'none' : `HTTP ${status}`}
          of={reply}
          notes={[
            ...(reply.delayMs > 0 ? [`held back for ${reply.delayMs} ms`] : []),
            ...(reply.breakage === null ? [] : [`broken on purpose: ${reply.breakage}`]),
          ]}
        />
      </div>
    </>
  );
}

const NARROW = '(max-width: 62rem)';

export function EntryView({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const { value, error } = useLoaded<EntryDetails>(`/journal${path(String(id))}`);
  const place = useRef<HTMLElement>(null);
  // On a narrow screen it is above the list: bring it into view.
  useEffect(() => {
    if (value !== undefined && matchMedia(NARROW).matches) place.current?.scrollIntoView({ block: 'start' });
  }, [value]);
  return (
    <section class="entry" ref={place} aria-label={`request ${id}`}>
      <h3>
        Request {id} {value !== undefined && <CodeMark of={value} />} <Button onClick={onClose}>close</Button>
      </h3>
      {value !== undefined && (
        <p class="faint">
          {value.endpoint ?? 'no operation'}, {timeOf(value.at)}
        </p>
      )}
      {error !== '' && (
        <p>
          This request is no longer in the journal, which holds the last ones only: <Text of={error} />
        </p>
      )}
      {value !== undefined && <Full of={value} />}
    </section>
  );
}
