/** The seed of a block: from the seed of the run, its phase and its number, and nothing else. */

/** FNV-1a over the text, then an avalanche so that neighbours share nothing; a whole number of 32 bits. */
export function blockSeed(seed: number, phase: string, block: number): number {
  let hash = 0x811c9dc5;
  for (const character of `${seed} ${phase} ${block}`) {
    hash = Math.imul(hash ^ character.charCodeAt(0), 0x01000193);
  }
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return (hash ^ (hash >>> 16)) | 0;
}
