/**
 * Examples in a text, for tables whose rows would be too long: an example begins with a line without indentation; the indented
 * lines below it are what is expected of it.
 */
export function examples(text: string): readonly (readonly [input: string, expected: readonly string[]])[] {
  return text
    .trim()
    .split(/\n(?=\S)/)
    .map((example) => {
      const [input = '', ...expected] = example.split('\n').map((line) => line.trimStart());
      return [input, expected];
    });
}
