/** The forms of `--log`. */
export const LOG_FORMS = ['text', 'json', 'none'] as const;
export type LogForm = (typeof LOG_FORMS)[number];
