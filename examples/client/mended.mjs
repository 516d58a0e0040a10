// The same client, mended: each code is a number or a name, whichever the backend writes.
const OK = new Set([1, 'Ok']);
const AGAIN = new Set([-8, -7, -1, 'MaxRequestReject', 'MaxCCUReject', 'OperationTimeout']);
const EXPIRED = new Set([-6, 'OperationNotAuthorized']);

/** The level of a player by the tag `level`; undefined where the player is not there or has none. */
export async function levelOf(userId, { url, key, login }) {
  let token = await login();
  for (let tries = 0; tries < 3; tries += 1) {
    const reply = await fetch(`${url}/api/rJson/gamePlayer/client/getTag`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'Secret-Key': key, 'Auth-Token': token },
      body: JSON.stringify({ userId, tagKeys: ['level'] }),
    });
    const { returnCode, parameters } = await reply.json();
    if (OK.has(returnCode))
      return parameters.infoResponseParameters?.tags?.find((tag) => tag.key === 'level')?.value;
    if (EXPIRED.has(returnCode)) token = await login();
    else if (!AGAIN.has(returnCode)) break;
  }
  throw new Error('the tags could not be read');
}
