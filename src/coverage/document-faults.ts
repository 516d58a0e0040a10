/** Where the document contradicts itself, and how it is read: where two sentences collide, the weaker one is not a must. */

export interface DocumentFault {
  /** The sections that collide. */
  readonly sections: readonly string[];
  readonly description: string;
  readonly read: string;
}

export const DOCUMENT_FAULTS: readonly DocumentFault[] = [
  {
    sections: ['4', '4.4', '4.5'],
    description: 'the envelope is said to be described in 4.5; it is in 4.4',
    read: 'as 4.4 has it',
  },
  {
    sections: ['2.4', '4.5.3', '7.4'],
    description: 'errorCode is not required, yet it is Ok when the operation succeeded',
    read: 'its value is a must where it is present, its presence on success a should',
  },
  {
    sections: ['2.3', '4.5.2'],
    description: 'tags is not required, yet it is an array that lists the tags of the subject',
    read: 'required where there are tags; without any it may be left out, null or empty',
  },
  {
    sections: ['4.4', '4.5.1'],
    description: 'parameters is not required, yet infoResponseParameters is present in it with returnCode Ok',
    read: 'required with Ok',
  },
  {
    sections: ['1', '4.6'],
    description: 'every reply is HTTP 200, yet other statuses are "not shown"',
    read: 'a must for POST to the nine endpoints, a should elsewhere',
  },
  {
    sections: ['5.3', '5.5', '7.1'],
    description:
      'a secret key of the wrong role is "route" in 5.3 (-10), "role" in 5.5 (-6) and "role" in 7.1 (-4)',
    read: 'a refusal is a must, SecretInvalid a should',
  },
  {
    sections: ['4.1', '5.4'],
    description: 'selfEnable is the only rule that a client needs in 4.1; 5.4 names otherSelfEnable, too',
    read: "without otherSelfEnable the refusal of another player's data is a should",
  },
  {
    sections: ['7.1', '7.4.1'],
    description: 'the failing members are listed "when available", yet the list is flatly promised',
    read: 'a must where a member fails; where the shape fails there is nothing to name',
  },
  {
    sections: ['4.3'],
    description:
      'all tags are returned for players and groups; of characters only "tag keys used in the request" is said',
    read: 'what tagKeys does is open, for each resource by itself',
  },
];
