/** The sections of the page that are tables. */
import { Code, Text } from '../../../page/parts.tsx';
import type { ShownTable } from '../../tables.ts';

function TableOf({ of: { id, heading, columns, code = [], rows } }: { readonly of: ShownTable }) {
  const head = `${id}-head`;
  return (
    <section id={id} aria-labelledby={head}>
      <h2 id={head}>{heading}</h2>
      <div class="wide" tabIndex={0} role="group" aria-label={heading}>
        <table class="plain">
          <thead>
            <tr>
              {columns.map((name) => (
                <th scope="col">{name}</th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((cells) => (
              <tr>
                {cells.map((cell, at) => (
                  <td>{code.includes(columns[at] ?? '') ? <Code of={cell} /> : <Text of={cell} />}</td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  );
}

export function Tables({ of }: { readonly of: readonly ShownTable[] }) {
  return (
    <>
      {of.map((table) => (
        <TableOf of={table} />
      ))}
    </>
  );
}
