/** Every string bend as an expression of the shell (bash, zsh), so that a printed command needs no secret. */
import type { StringBend } from '../exchange/string-bends.ts';

/** What stands within double quotes for the bent value of a shell variable. Only ASCII letters change their case. */
export const SHELL_BENDS = {
  'cut-one': (name) => `\${${name}%?}`,
  'add-one': (name) => `\${${name}}\${${name}: -1}`,
  'drop-first': (name) => `\${${name}#?}`,
  half: (name) => `\${${name}:0:(\${#${name}}+1)/2}`,
  doubled: (name) => `\${${name}}\${${name}}`,
  // Repeated until it is long enough, then cut; a value that is too long already stays as it is.
  'far-too-long': (name) =>
    `$(v=\${${name}}; while [ \${#v} -lt 2000 ]; do v=$v\${${name}}; done; n=\${#${name}}; printf %s "\${v:0:n>2000?n:2000}")`,
  'swap-case': (name) => `$(printf %s "\${${name}}" | tr a-zA-Z A-Za-z)`,
  'change-last': (name) => `\${${name}%?}$(case \${${name}} in *q) printf r;; *) printf q;; esac)`,
  'pad-left': (name) => ` \${${name}}`,
  'pad-right': (name) => `\${${name}} `,
  'blank-last': (name) => `\${${name}%?} `,
  empty: () => '',
} as const satisfies Record<StringBend, (name: string) => string>;
