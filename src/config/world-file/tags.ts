/** The tags of a subject, as its declaration gives them. */
import type { TagItem } from '../../contract/envelope.ts';
import { UNKNOWN, type Fact } from '../../world/world.ts';
import type { YamlPath } from '../yaml/path.ts';
import type { Complain } from '../yaml/complain.ts';
import { VALUE_AT_MOST, type TagsInput } from './tag-schema.ts';

function generated(count: number): readonly TagItem[] {
  const digits = String(count).length;
  return Array.from({ length: count }, (_, index) => {
    const number = String(index + 1).padStart(digits, '0');
    return { key: `tag-${number}`, value: `value-${number}` };
  });
}

/** Half of a surrogate pair is not text: JSON in UTF-8 can't carry it. */
export function isText(value: string): boolean {
  return !/\p{Surrogate}/u.test(value);
}

type TextInput = Extract<TagsInput, readonly unknown[]>[number]['value'];

function textOf(value: TextInput, path: YamlPath, complain: Complain): string {
  if (typeof value === 'string') return value;
  if (value.repeat.length * value.times <= VALUE_AT_MOST) return value.repeat.repeat(value.times);
  complain(
    path,
    `a ${String(path.at(-1))} of ${value.repeat.length * value.times} characters`,
    `at most ${VALUE_AT_MOST} are possible`,
  );
  return '';
}

/** The tags; `atPath` is their place, `leftOut` what a missing list means. */
export function tagsOf(
  input: TagsInput | undefined,
  atPath: YamlPath,
  leftOut: Fact<readonly TagItem[]>,
  complain: Complain,
): Fact<readonly TagItem[]> {
  if (input === undefined) return leftOut;
  if (input === 'unknown') return UNKNOWN;
  if ('generate' in input) return generated(input.generate);
  return input.map(({ key, value }, index) => {
    const tag = {
      key: textOf(key, [...atPath, index, 'key'], complain),
      value: textOf(value, [...atPath, index, 'value'], complain),
    };
    if (!isText(tag.key)) complain([...atPath, index, 'key'], 'half of a surrogate pair, which is not text');
    if (!isText(tag.value))
      complain([...atPath, index, 'value'], 'half of a surrogate pair, which is not text');
    return tag;
  });
}
