/** A mutant: the simulator with one seeded defect, to prove that the suite notices. */
import type { RegisteredClause } from '../../src/spec/clause-register.ts';
import type { Stages } from '../../simulator/answer/stages.ts';

/** Alters the stages of a simulator. Each call makes new memory, so that simulators share none. */
export type Alter = (stages: Stages) => Stages;

export interface Mutant {
  /** Words in lower case; unique, and permanent as the ids of cases are. */
  readonly name: string;
  /** The clause of the document that it breaks: a must, or a should that no option of the dialect accepts. */
  readonly clause: RegisteredClause;
  /** What it does wrong, in one line. */
  readonly description: string;
  readonly alter: Alter;
  /** It shows on a socket only, not where a request is a function call. */
  readonly framing?: true;
  /** Only generated requests can find it: it needs combinations that no list of declared cases could hold. */
  readonly fuzz?: true;
}

/** What a mutant does wrong, how, and its marks where it has any. */
type Row = readonly [description: string, alter: Alter, marks?: Pick<Mutant, 'framing' | 'fuzz'>];

export type Rows = Readonly<Record<string, Row>>;

/** Rows that differ in one thing, made for each of several. */
export const rowsFor = <T>(
  items: readonly T[],
  make: (item: T) => readonly [name: string, ...row: Row],
): Rows =>
  Object.fromEntries(
    items.map((item) => {
      const [name, ...row] = make(item);
      return [name, row];
    }),
  );

/** The mutants of a chapter: by the clause that they break, then by name. */
export function breaking(table: Readonly<Partial<Record<RegisteredClause, Rows>>>): readonly Mutant[] {
  return (Object.entries(table) as [RegisteredClause, Rows][]).flatMap(([clause, rows]) =>
    Object.entries(rows).map(([name, [description, alter, marks]]) => ({
      name,
      clause,
      description,
      alter,
      ...marks,
    })),
  );
}

/** Both defects at once, the first nearer to the rules. */
export const both =
  (first: Alter, second: Alter): Alter =>
  (stages) =>
    second(first(stages));
