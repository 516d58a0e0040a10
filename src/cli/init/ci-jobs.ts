/** The job that `tagproof init` writes for each CI system: a row each. */
import { VERSION } from '../../base/version.ts';
import type { CiSystem } from './init-answers.ts';

interface CiJob {
  /** Where the system looks for it, or from where it is included. */
  readonly path: string;
  readonly text: (targetFile: string, variables: readonly string[]) => string;
  /** What is left to do, in lines. */
  readonly leftToDo: (path: string, variables: readonly string[]) => readonly string[];
}

/** Until a registry has tagproof, a job installs what `npm pack` wrote: someone else may publish a package of that name. */
const PACKED = `tagproof-${VERSION}.tgz`;
const INSTALL = `npm install --no-save --no-audit --no-fund --ignore-scripts ./${PACKED}`;
const LEFT_TO_PACK = `commit ${PACKED}, which npm pack writes in a clone of tagproof: the job installs it`;

const command = (targetFile: string): string =>
  `npx --no tagproof run --target ${targetFile} --reporter junit=tagproof.xml`;

const github = (
  targetFile: string,
  variables: readonly string[],
): string => `# Tests the backend against the getTag document.
name: tagproof
on:
  push:
    branches: [main]
  workflow_dispatch:

permissions:
  contents: read

jobs:
  conformance:
    runs-on: ubuntu-latest
    timeout-minutes: 15
    steps:
      - uses: actions/checkout@11d5960a326750d5838078e36cf38b85af677262 # v4.4.0
      - uses: actions/setup-node@49933ea5288caeca8642d1e84afbd3f7d6820020 # v4.4.0
        with:
          node-version: 24
      - run: ${INSTALL}
      - run: ${command(targetFile)}
${variables.length === 0 ? '' : `        env:\n${variables.map((name) => `          ${name}: \${{ secrets.${name} }}\n`).join('')}`}      - uses: actions/upload-artifact@ea165f8d65b6e75b540449e92b4886f43607fa02 # v4.6.2
        if: \${{ !cancelled() }}
        with:
          name: tagproof
          path: tagproof.xml
`;

const gitlab = (
  targetFile: string,
  variables: readonly string[],
): string => `# Tests the backend against the getTag document.
# ${variables.length === 0 ? 'It needs no variables.' : `It needs the CI/CD variables ${variables.join(', ')}: masked, in Settings > CI/CD.`}
tagproof:
  image: node:24-alpine
  timeout: 15 minutes
  script:
    - ${INSTALL}
    - ${command(targetFile)}
  artifacts:
    when: always
    reports:
      junit: tagproof.xml
`;

export const CI_JOBS: Readonly<Record<Exclude<CiSystem, 'none'>, CiJob>> = {
  github: {
    path: '.github/workflows/tagproof.yml',
    text: github,
    leftToDo: (_, variables) => [LEFT_TO_PACK, ...variables.map((name) => `gh secret set ${name}`)],
  },
  gitlab: {
    path: '.gitlab/tagproof.gitlab-ci.yml',
    text: gitlab,
    leftToDo: (path) => [LEFT_TO_PACK, `add to .gitlab-ci.yml: include: [{ local: /${path} }]`],
  },
};
