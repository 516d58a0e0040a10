/** The scripts and styles of the pages, each bundled into one module that is committed: the published package needs no bundler. */
import { readFileSync } from 'node:fs';
import { build, transform } from 'esbuild';

const REPORT = 'src/report/html';
const CONSOLE = 'simulator/console';
/** What both pages look like. */
const BASE_STYLE = `${REPORT}/page/base.css`;

interface Bundle {
  /** The module that is written. */
  readonly asset: string;
  /** The folder of the page's source. */
  readonly folder: string;
  readonly prefix: string;
}

const BUNDLES: readonly Bundle[] = [
  { asset: `${REPORT}/page-asset.ts`, folder: `${REPORT}/page`, prefix: 'PAGE' },
  { asset: `${CONSOLE}/console-asset.ts`, folder: `${CONSOLE}/page`, prefix: 'CONSOLE' },
];

const TARGET = ['es2022', 'chrome110', 'firefox115', 'safari16'];

async function script(folder: string): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${folder}/main.tsx`],
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
  return (outputFiles[0]?.text ?? '').trim();
}

async function style(folder: string): Promise<string> {
  const text = [BASE_STYLE, `${folder}/style.css`].map((path) => readFileSync(path, 'utf8')).join('\n');
  return (await transform(text, { loader: 'css', minify: true, charset: 'utf8' })).code.trim();
}

/** Throws where a text would end the element that it is to stand in. */
function checked(text: string, element: string): string {
  if (new RegExp(`</${element}|<!--`, 'i').test(text))
    throw new Error(`the bundle would end its <${element}>`);
  return text;
}

const constant = (name: string, text: string): string =>
  `export const ${name} =\n  ${JSON.stringify(text)};\n`;

async function module({ folder, prefix }: Bundle): Promise<string> {
  return [
    '/** Written by `npm run page` from the folder `page`; a test fails when it is stale. Preact is bundled (MIT, Jason Miller). */\n',
    constant(`${prefix}_SCRIPT`, checked(await script(folder), 'script')),
    constant(`${prefix}_STYLE`, checked(await style(folder), 'style')),
  ].join('\n');
}

/** The modules by their paths. */
export async function pageAssets(): Promise<ReadonlyMap<string, string>> {
  const texts = await Promise.all(BUNDLES.map(module));
  return new Map(BUNDLES.map(({ asset }, at) => [asset, texts[at] ?? '']));
}
