/**
 * The script and the style of a page. `npm run build` bundles them into the folder of compiled data, so the package needs no bundler;
 * where the sources run as they are, they are bundled when they are first asked for.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import type * as esbuild from 'esbuild';
import { compiledData, PACKAGE_ROOT } from '../package-root.ts';

/** The folder of each page's source. */
const FOLDERS = { report: 'src/report/html/page', console: 'simulator/console/page' } as const;

type PageName = keyof typeof FOLDERS;

export const PAGE_NAMES = Object.keys(FOLDERS) as readonly PageName[];

/** What all pages look like. */
const KIT_STYLE = 'src/base/page/kit.css';

export interface PageBundle {
  readonly script: string;
  readonly style: string;
}

/** Browsers of the last three years. */
const TARGET = ['es2022', 'chrome110', 'firefox115', 'safari16'];

/** Throws where a text would end the element that it is to stand in. */
function checked(text: string, element: string): string {
  if (new RegExp(`</${element}|<!--`, 'i').test(text))
    throw new Error(`the bundle would end its <${element}>`);
  return text.trim();
}

type Bundler = Pick<typeof esbuild, 'buildSync' | 'transformSync'>;

/** Bundles a page by esbuild, which only development has. */
export function buildPage(name: PageName): PageBundle {
  const { buildSync, transformSync } = createRequire(import.meta.url)('esbuild') as Bundler;
  const { outputFiles } = buildSync({
    absWorkingDir: PACKAGE_ROOT,
    entryPoints: [join(FOLDERS[name], 'main.tsx')],
    bundle: true,
    write: false,
    minify: true,
    format: 'iife',
    target: TARGET,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    charset: 'ascii',
    legalComments: 'none',
  });
  const css = [KIT_STYLE, join(FOLDERS[name], 'style.css')]
    .map((path) => readFileSync(join(PACKAGE_ROOT, path), 'utf8'))
    .join('\n');
  const style = transformSync(css, { loader: 'css', minify: true, charset: 'utf8' }).code;
  return { script: checked(outputFiles[0]?.text ?? '', 'script'), style: checked(style, 'style') };
}

/** The file of a page in the folder of compiled data. */
export const pageData = (name: PageName): string => `page-${name}.json`;

const known = new Map<PageName, PageBundle>();

/** The bundle of a page; made or read once. */
export function pageBundle(name: PageName): PageBundle {
  const bundle = known.get(name);
  if (bundle !== undefined) return bundle;
  const compiled = compiledData(pageData(name));
  const made = compiled === undefined ? buildPage(name) : (JSON.parse(compiled) as PageBundle);
  known.set(name, made);
  return made;
}
