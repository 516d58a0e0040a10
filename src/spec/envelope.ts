/** The names of the reply's members (§2.2 to §2.5, §4.4). */
export const ENVELOPE = {
  returnCode: 'returnCode',
  debugMessage: 'debugMessage',
  invalidRequestParameters: 'invalidRequestParameters',
  parameters: 'parameters',
  errorCode: 'errorCode',
  info: 'infoResponseParameters',
  tags: 'tags',
  key: 'key',
  value: 'value',
  memberCode: 'code',
  memberType: 'invalidMemberType',
} as const;

/** The other name that §7.1 once gives the list of failing members. */
export const WRONG_LIST_NAME = 'invalidMembers';

/** A key/value pair of strings (§2.2). */
export interface TagItem {
  readonly key: string;
  readonly value: string;
}
