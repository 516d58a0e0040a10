/** The script and the style of the HTML report, bundled into one module that is committed: the published package needs no bundler. */
import { readFileSync } from 'node:fs';
import { build, transform } from 'esbuild';

const FOLDER = 'src/report/html';
export const PAGE_ASSET = `${FOLDER}/page-asset.ts`;

const TARGET = ['es2022', 'chrome110', 'firefox115', 'safari16'];

async function script(): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [`${FOLDER}/page/main.tsx`],
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

async function style(): Promise<string> {
  const text = readFileSync(`${FOLDER}/page/style.css`, 'utf8');
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

/** The text of the module. */
export async function pageAsset(): Promise<string> {
  return [
    '/** Written by `npm run page` from the folder `page`; a test fails when it is stale. Preact is bundled (MIT, Jason Miller). */\n',
    constant('PAGE_SCRIPT', checked(await script(), 'script')),
    constant('PAGE_STYLE', checked(await style(), 'style')),
  ].join('\n');
}
