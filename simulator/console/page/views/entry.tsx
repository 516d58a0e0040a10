/** One request in full: why it was answered so, what came close, what the caller owes, and both messages. */
import { useEffect, useRef } from 'preact/hooks';
import {
  Button,
  CopyButton,
  Mark,
  Message,
  Text,
  TextList,
  type MarkLook,
} from '../../../../src/base/page/parts.tsx';
import type { EntryDetails, EntrySummary } from '../../../journal/entry-view.ts';
import { pathOf } from '../api.ts';
import { hashOf } from '../logic/place.ts';
import { curlOfEntry, KIND_NAMES, KINDS } from '../logic/words.ts';
import { useLoaded } from '../shared.ts';

/** `12:34:56.789` of the reader's clock. */
export const timeOf = (at: string): string => {
  const time = new Date(at);
  return `${time.toLocaleTimeString('en-GB')}.${String(time.getMilliseconds()).padStart(3, '0')}`;
};

/** The sides of an exchange on which something is wrong. */
export const wrongSides = ({ sides }: EntrySummary) =>
  (['backend', 'client'] as const).filter((who) => sides?.[who] === 'broken' || sides?.[who] === 'warned');

/** How an exchange looks that the proxy judged: by its verdicts, whatever the answer. */
function judgedLook(of: EntrySummary): MarkLook {
  const word = of.returnCode ?? (of.status === null ? 'no reply' : `HTTP ${of.status}`);
  const verdicts = Object.values(of.sides ?? {});
  if (verdicts.includes('broken')) return { sign: '✗', tone: 'bad', word };
  if (verdicts.includes('warned')) return { sign: '!', tone: 'warned', word };
  return of.sides?.backend === 'right'
    ? { sign: '✓', tone: 'good', word }
    : { sign: '–', tone: 'unknown', word };
}

/** How an answer looks. */
function lookOf(of: EntrySummary): MarkLook {
  const { status, returnCode, errorCode, fault, sides } = of;
  if (sides !== undefined) return judgedLook(of);
  if (status === null) return { sign: '⚡', tone: 'error', word: 'no reply' };
  if (fault !== null) return { sign: '⚡', tone: 'error', word: returnCode ?? `HTTP ${status}` };
  if (returnCode !== 'Ok') return { sign: '✗', tone: 'bad', word: returnCode ?? `HTTP ${status}` };
  return errorCode === 'Ok'
    ? { sign: '✓', tone: 'good', word: 'Ok' }
    : { sign: '–', tone: 'warned', word: errorCode ?? 'Ok' };
}

export function CodeMark({ of }: { readonly of: EntrySummary }) {
  const { sign, tone, word } = lookOf(of);
  return (
    <span class={`code ${tone}`}>
      <span aria-hidden="true">{sign}</span> {word}
    </span>
  );
}

const SIGNS = {
  ok: { sign: '✓', tone: 'good', word: 'held' },
  refused: { sign: '✗', tone: 'bad', word: 'refused' },
  'not found': { sign: '–', tone: 'warned', word: 'not found' },
} as const;

function Links({ of: { endpoint, subject, game, fault, errorCode } }: { readonly of: EntryDetails }) {
  const kind = KIND_NAMES.find((each) => KINDS[each].resource === endpoint?.split('.')[0]);
  return (
    <ul class="facts">
      {subject !== null && game !== null && kind !== undefined && (errorCode ?? 'Ok') === 'Ok' && (
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

/** What is wrong on one side of an exchange. */
function Findings({ of, who }: { readonly of: EntryDetails; readonly who: 'backend' | 'client' }) {
  const findings = (of.findings ?? []).filter((each) => each.who === who);
  return (
    <section class={findings.length === 0 ? 'notice' : 'notice warned-edge'}>
      <h3>
        The {who}: {of.sides?.[who]}
      </h3>
      <ul>
        {findings.map(({ clause, level, at, expected, actual }, index) => (
          <li key={index}>
            <code>{clause}</code> ({level}){at !== '' && ', at '}
            <Text of={at} />:{' '}
            {who === 'client' ? (
              <>
                <Text of={actual} />; <Text of={expected} />
              </>
            ) : (
              <>
                expected <Text of={expected} />, actual <Text of={actual} />
              </>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Full({ of }: { readonly of: EntryDetails }) {
  const { reply, request, method, target, status, path, nearMisses, duties, suite, origin } = of;
  return (
    <>
      <Links of={of} />
      {of.sides !== undefined &&
        (['backend', 'client'] as const).map((who) => <Findings of={of} who={who} />)}
      {path.length > 0 && (
        <ol class="path" aria-label="how the answer came about">
          {path.map(({ check, outcome, text }) => (
            <li key={check}>
              <Mark of={SIGNS[outcome]} /> <Text of={text} />
            </li>
          ))}
        </ol>
      )}
      {nearMisses.length > 0 && (
        <section class="notice">
          <h3>What came close</h3>
          <TextList of={nearMisses} />
        </section>
      )}
      {duties.length > 0 && (
        <section class="notice warned-edge">
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
      <p class="acts">
        <CopyButton text={() => curlOfEntry(of, origin ?? location.origin)}>copy as curl</CopyButton>
        {typeof suite === 'string' && <CopyButton text={() => suite}>make this a suite case</CopyButton>}
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
  const { value, error } = useLoaded<EntryDetails>(`/journal${pathOf(String(id))}`);
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
