/** Prints what GitHub's own parser finds wrong in a workflow, as JSON; a script, since it wants JSON imports that Node 20 refuses. */
import { readFileSync } from 'node:fs';
import { NoOperationTraceWriter, parseWorkflow } from '@actions/workflow-parser';

const [, , name = ''] = process.argv;
const { context } = parseWorkflow(
  { name, content: readFileSync(name, 'utf8') },
  new NoOperationTraceWriter(),
);
process.stdout.write(JSON.stringify(context.errors.getErrors().map(({ message }) => message)));
