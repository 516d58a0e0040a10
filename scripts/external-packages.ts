/**
 * Packages that stay out of the bundle: only some commands use them, and they are not quicker in it. A package that is imported by
 * `await import('name')` has to be here: in the bundle a package in CommonJS has no named exports then.
 */
export const EXTERNAL: string[] = ['@faker-js/faker', 'fast-check', 'pino', 'prom-client', 'selfsigned'];
