/** Prints what GitHub's own parser finds wrong in each workflow, as JSON; a script, since it wants JSON imports that Node 20 refuses. */
import { readFileSync } from 'node:fs';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';

const errors = process.argv.slice(2).map((name) => {
  const { context } = parseWorkflow(
    { name, content: readFileSync(name, 'utf8') },
    new NoOperationTraceWriter(),
  );
  return context.errors.getErrors().map(({ message }) => message);
});
process.stdout.write(JSON.stringify(errors));
