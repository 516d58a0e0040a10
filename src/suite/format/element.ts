/** `tagKeys[0]`: how a case names an element of a member. */
export const ELEMENT = /^(\w+)\[(\d+)\]$/;

/** `$extension[1]` is an element of what `$extension` stands for: the reference without its place. */
export const withoutElement = (reference: string): string => reference.replace(/\[\d+\]$/, '');
