/** Cases by their names, each leading to the case. */
import type { RunPage } from '../page-data.ts';
import { hashOf } from './logic/choice.ts';
import { Text } from './text.tsx';

interface Props {
  /** Indices into the cases of the page. */
  readonly of: readonly number[];
  readonly page: RunPage;
}

export function CaseLinks({ of, page }: Props) {
  return (
    <>
      {of.map((at, index) => {
        const id = page.cases[at]?.id ?? '';
        return (
          <>
            {index === 0 ? '' : ', '}
            <a href={hashOf({ case: id })}>
              <Text of={id === '' ? '(no name)' : id} />
            </a>
          </>
        );
      })}
    </>
  );
}
