/** `tagproof openapi`: the description from which clients are generated. */
import { safeYaml } from '../../text/safe-yaml.ts';
import { CONTROL_API } from '../../../simulator/control/routes.ts';
import { readDialect } from '../../config/target-file/read-target-file.ts';
import { baseUrlIn } from '../../config/target-file/target-url.ts';
import { partialDialect } from '../../dialect/dialect.ts';
import { writeWhole, type FileKind } from '../../file-in-place.ts';
import { openApiDocument } from '../../openapi/openapi-document.ts';
import { safeJson } from '../../text/safe-json.ts';
import { EXIT, type Exit } from '../io/exits.ts';
import type { Io } from '../io/io.ts';
import type { CommandOptions } from '../options/command-register.ts';

type OpenapiCommand = CommandOptions<'openapi'>;

const DESCRIPTION: FileKind = {
  name: 'an OpenAPI description of getTag',
  begins: /^(?:\{\s*"openapi": "|openapi: )3[^]*"?title"?: "?getTag\b/,
};

/** The name of the file decides where no option does. */
const isYaml = ({ json, yaml, out }: OpenapiCommand): boolean =>
  yaml === true || (json !== true && out !== undefined && /\.ya?ml$/i.test(out));

function textOf(document: object, asYaml: boolean): string {
  return asYaml ? safeYaml(document) : `${safeJson(document, 2)}\n`;
}

/** Prints the description, or writes it to a file. */
export function openapiCommand(options: OpenapiCommand, io: Io): Exit {
  const { out, dialect, server } = options;
  const document = openApiDocument({
    serverUrl: server === undefined ? undefined : baseUrlIn('--server', server).href.replace(/\/$/, ''),
    control: options.control === true ? CONTROL_API : undefined,
    dialect: dialect === undefined ? undefined : partialDialect(readDialect(dialect)),
  });
  const text = textOf(document, isYaml(options));
  if (out === undefined) io.out.write(text);
  else writeWhole(out, text, DESCRIPTION);
  return EXIT.ok;
}
