/** From method and path to a route of the table. */
import { nearest } from '../../src/text/nearest.ts';
import { ControlError } from './api/control-error.ts';
import { CONTROL_PREFIX } from './api/control-target.ts';
import type { ControlRoute } from './api/route.ts';

interface Matched {
  readonly route: ControlRoute;
  readonly params: Readonly<Record<string, string>>;
}

interface Pattern {
  readonly route: ControlRoute;
  readonly parts: readonly string[];
}

const PARAMETER = /^\{(\w+)\}$/;
const partsOf = (path: string): readonly string[] => path.slice(1).split('/');

function decoded(part: string): string {
  try {
    return decodeURIComponent(part);
  } catch {
    throw new ControlError('invalid', 'the path has an escape that is not UTF-8', 'path');
  }
}

function paramsOf(pattern: readonly string[], parts: readonly string[]): Record<string, string> | undefined {
  if (pattern.length !== parts.length) return undefined;
  const params: Record<string, string> = {};
  for (const [at, wanted] of pattern.entries()) {
    const part = parts[at] ?? '';
    const name = PARAMETER.exec(wanted)?.[1];
    if (name === undefined && wanted !== part) return undefined;
    if (name !== undefined && part === '') return undefined;
    if (name !== undefined) params[name] = decoded(part);
  }
  return params;
}

const literals = ({ parts }: Pattern): number => parts.filter((part) => !PARAMETER.test(part)).length;

export type ControlRouter = (method: string, path: string) => Matched;

/** A router over these routes; it throws ControlError where none fits. Routes with fewer parameters come first. */
export function routerOver(routes: readonly ControlRoute[]): ControlRouter {
  const patterns = routes
    .map((route) => ({ route, parts: partsOf(route.path) }))
    .sort((a, b) => literals(b) - literals(a));
  return (method, path) => {
    const parts = partsOf(path);
    const fits = patterns.flatMap(({ route, parts: pattern }) => {
      const params = paramsOf(pattern, parts);
      return params === undefined ? [] : [{ route, params }];
    });
    const found = fits.find(({ route }) => route.method === method);
    if (found !== undefined) return found;
    if (fits.length > 0) {
      const methods = [...new Set(fits.map(({ route }) => route.method))].join(', ');
      throw new ControlError('method-not-allowed', `this path takes ${methods}`, 'method');
    }
    const meant = nearest(path, [...new Set(routes.map((route) => route.path))]);
    const hint = meant === undefined ? '' : `; did you mean ${CONTROL_PREFIX}${meant}?`;
    throw new ControlError('not-found', `the control API has no such path${hint}`, 'path');
  };
}
