/** The job that `tagproof init` writes for each CI system: a row each. */
import { VERSION } from '../version.ts';
import type { CiSystem } from './init-answers.ts';

export interface CiJob {
  /** Where the system looks for it, or from where it is included. */
  readonly path: string;
  readonly text: (targetFile: string, variables: readonly string[]) => string;
  /** What is left to do, in lines. */
  readonly leftToDo: (path: string, variables: readonly string[]) => readonly string[];
}

const command = (targetFile: string): string =>
  `npx --yes tagproof@${VERSION} run --target ${targetFile} --reporter console --reporter junit=tagproof.xml`;

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
      - uses: actions/checkout@v4
      - uses: actions/setup-node@v4
        with:
          node-version: 24
      - run: ${command(targetFile)}
${variables.length === 0 ? '' : `        env:\n${variables.map((name) => `          ${name}: \${{ secrets.${name} }}\n`).join('')}`}      - uses: actions/upload-artifact@v4
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
    leftToDo: (_, variables) => variables.map((name) => `gh secret set ${name}`),
  },
  gitlab: {
    path: '.gitlab/tagproof.gitlab-ci.yml',
    text: gitlab,
    leftToDo: (path) => [`add to .gitlab-ci.yml: include: [{ local: /${path} }]`],
  },
};
