/** A process that keeps changing and saving its world until a test kills it. Arguments: the state file and the number of players. */
import { LiveWorld } from '../../../../simulator/world/live-world.ts';
import { stateOf } from '../../../../simulator/world/store.ts';
import type { Subject } from '../../../world/world.ts';
import { StateFile } from '../state-file.ts';

const [path = '', players = '1'] = process.argv.slice(2);
const GAME = 'g';

const subjects: Subject[] = Array.from({ length: Number(players) }, (_, at) => ({
  resource: 'gamePlayer',
  game: GAME,
  id: String(at).padStart(10, 'p'),
  owners: [],
  tags: [{ key: 'round', value: '0' }],
}));
const first = subjects[0]?.id ?? '';
const world = new LiveWorld(() =>
  stateOf({ limits: {}, games: [GAME], secretKeys: [], authTokens: [], subjects }, []),
);
const state = new StateFile(path, world, (line) => process.stderr.write(`${line}\n`), {
  pid: process.pid,
  onExit: () => {},
});
state.load();
state.follow();

function countUp(): void {
  const tags = world.subject('gamePlayer', GAME, first)?.tags;
  const round = typeof tags === 'object' ? Number(tags[0]?.value) : 0;
  world.setTags('gamePlayer', GAME, first, [{ key: 'round', value: String(round + 1) }]);
}
setInterval(countUp, 1);
