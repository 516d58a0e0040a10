import process from 'node:process';
import { hunt } from './hunt.ts';

const found = await hunt(process.argv.slice(2), (text) => void process.stdout.write(text));
process.exitCode = found ? 0 : 1;
