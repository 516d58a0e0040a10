/** Shapes of ids that nothing has. */
export const ABSENT_SHAPES = {
  plain: (id) => /^[A-Za-z]+$/.test(id) && !(id in {}),
  digits: (id) => /^[0-9]+$/.test(id),
  mixed: (id) => /^(?=.*[0-9])(?=.*[A-Za-z])[A-Za-z0-9]+$/.test(id),
  prototype: (id) => id in {},
  punctuation: (id) => /^(?=.*[^A-Za-z0-9])[\u0020-\u007E]+$/.test(id),
  any: () => true,
} as const satisfies Record<string, (id: string) => boolean>;

export type AbsentShape = keyof typeof ABSENT_SHAPES;
