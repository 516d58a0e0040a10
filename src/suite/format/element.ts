/** `tagKeys[0]`: how a case names an element of a member. */
export const ELEMENT = /^(\w+)\[(\d+)\]$/;
