/** The common JUnit format as readers require it: what each element may and must have. */
import type { XmlElement } from './xml-tree.ts';

interface Shape {
  readonly required: readonly string[];
  readonly optional: readonly string[];
  readonly children: readonly string[];
  readonly text?: true;
}

const outcome: Shape = { required: [], optional: ['type', 'message'], children: [], text: true };

const SHAPES: Readonly<Record<string, Shape>> = {
  testsuites: {
    required: [],
    optional: ['name', 'time', 'tests', 'failures', 'errors'],
    children: ['testsuite'],
  },
  testsuite: {
    required: ['name', 'tests', 'failures', 'errors'],
    optional: ['skipped', 'time', 'timestamp', 'hostname', 'file'],
    children: ['properties', 'testcase'],
  },
  properties: { required: [], optional: [], children: ['property'] },
  property: { required: ['name', 'value'], optional: [], children: [] },
  testcase: {
    required: ['name'],
    optional: ['classname', 'time'],
    children: ['skipped', 'error', 'failure', 'system-out'],
  },
  failure: outcome,
  error: outcome,
  skipped: outcome,
  'system-out': { required: [], optional: [], children: [], text: true },
};

const TIME = /^\d+\.\d{3}$/;
const TIMESTAMP = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/;
const COUNTS = ['tests', 'failures', 'errors', 'skipped'];

function valueFaults({ name, attributes }: XmlElement): readonly string[] {
  const { time, timestamp } = attributes;
  return [
    ...(time === undefined || TIME.test(time) ? [] : [`${name}: time ${time}`]),
    ...(timestamp === undefined || TIMESTAMP.test(timestamp) ? [] : [`${name}: timestamp ${timestamp}`]),
    ...COUNTS.filter((key) => !/^\d+$/.test(attributes[key] ?? '0')).map((key) => `${name}: ${key}`),
  ];
}

/** The faults of an element and of all elements below it; empty for a valid document. */
export function junitFaults(element: XmlElement): readonly string[] {
  const { name, attributes, children, text } = element;
  const shape = SHAPES[name];
  if (shape === undefined) return [`no element ${name}`];
  const known = new Set([...shape.required, ...shape.optional]);
  return [
    ...shape.required.filter((key) => attributes[key] === undefined).map((key) => `${name} without ${key}`),
    ...Object.keys(attributes)
      .filter((key) => !known.has(key))
      .map((key) => `${name} with ${key}`),
    ...children
      .filter((child) => !shape.children.includes(child.name))
      .map((child) => `${child.name} in ${name}`),
    ...(shape.text === undefined && text.trim() !== '' ? [`text in ${name}`] : []),
    ...valueFaults(element),
    ...children.flatMap(junitFaults),
  ];
}
