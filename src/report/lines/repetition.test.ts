import { describe, expect, it } from 'vitest';
import { headlines, plain } from '../test-helpers/fold.ts';
import { errored, failed, run, TOO_SHORT, warned } from '../test-helpers/streams.ts';

describe('repetitions', () => {
  it('the same findings are shown for three written cases, and then take one line each', () => {
    const ids = ['a@group.client', 'b@group.client', 'c@group.client', 'd@group.client', 'd@group.admin'];
    expect(headlines(plain(run(ids.map((id) => failed(`id/${id}`)))))).toMatchInlineSnapshot(`
      [
        "FAIL id/a@group.client  an id one character too short is refused as StringMinLength",
        "FAIL id/b@group.client  an id one character too short is refused as StringMinLength",
        "FAIL id/c@group.client  an id one character too short is refused as StringMinLength",
        "FAIL id/d on group.client, group.admin: as in id/a@group.client",
      ]
    `);
  });

  it('the same warning is shown once', () => {
    const ids = ['a@group.client', 'a@group.server', 'b@group.client'];
    expect(headlines(plain(run(ids.map((id) => warned(`id/${id}`)))))).toMatchInlineSnapshot(`
      [
        "WARN id/a@group.client  an id one character too short is refused as StringMinLength",
        "WARN id/a also on group.server",
        "WARN id/b on group.client: as in id/a@group.client",
      ]
    `);
  });

  it('errors for one reason are shown once', () => {
    const events = ['a', 'b'].map((id) => errored(`id/${id}@group.client`, 'timed out'));
    expect(headlines(plain(run(events)))).toMatchInlineSnapshot(`
      [
        "ERROR id/a@group.client  an id one character too short is refused as StringMinLength",
        "ERROR id/b on group.client: as in id/a@group.client",
      ]
    `);
  });

  it('another actual value is not a repetition', () => {
    const other = { ...TOO_SHORT, actual: 'SecretInvalid (-10)' };
    const events = [
      failed('id/a@group.client'),
      failed('id/a@group.server', { findings: [other] }),
      failed('id/a@group.admin'),
    ];
    expect(headlines(plain(run(events)))).toMatchInlineSnapshot(`
      [
        "FAIL id/a@group.client  an id one character too short is refused as StringMinLength",
        "FAIL id/a@group.server  an id one character too short is refused as StringMinLength",
        "FAIL id/a on group.admin: as in id/a@group.client",
      ]
    `);
  });

  it('a late repetition names the case that was shown', () => {
    const ids = ['a@group.client', 'b@group.client', 'a@group.admin'];
    expect(headlines(plain(run(ids.map((id) => failed(`id/${id}`)))))).toMatchInlineSnapshot(`
      [
        "FAIL id/a@group.client  an id one character too short is refused as StringMinLength",
        "FAIL id/b@group.client  an id one character too short is refused as StringMinLength",
        "FAIL id/a on group.admin: as in id/a@group.client",
      ]
    `);
  });

  it('an id without an endpoint is shown with the endpoint of the case', () => {
    const ids = ['same', 'same'];
    expect(headlines(plain(run(ids.map((id) => failed(id)))))).toMatchInlineSnapshot(`
      [
        "FAIL same  an id one character too short is refused as StringMinLength",
        "FAIL same also on gamePlayer.client",
      ]
    `);
  });
});
