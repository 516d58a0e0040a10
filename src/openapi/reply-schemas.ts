/** The reply envelope as schemas (§2.2 to §2.5, §4.4), one of each for each resource where the codes differ. */
import { NOT_FOUND_CODES } from '../contract/codes.ts';
import {
  ENDPOINT_IDS,
  RESOURCE_FACTS,
  RESOURCES,
  type EndpointId,
  type Resource,
} from '../contract/endpoints.ts';
import { ENVELOPE, type TagItem } from '../contract/envelope.ts';
import type { Dialect } from '../dialect/dialect.ts';
import { questionOf, type QuestionId } from '../dialect/questions.ts';
import { errorCodeSchema, memberTypeSchema, returnCodeSchema, shownCode } from './code-schemas.ts';
import { capital, documented, inferred, ref, type JsonNode } from './label.ts';

const ANYWHERE = ENDPOINT_IDS[0] as EndpointId;
const text = (description: string, section: string): JsonNode => ({
  type: 'string',
  description,
  ...documented(section),
});

/** The options of a question that a schema has to allow: the declared one, or all. */
const allows = (question: QuestionId, option: string, dialect: Dialect): boolean => {
  const declared = dialect.answer(question, ANYWHERE);
  return declared === undefined ? questionOf(question).options[option] === 'accepted' : declared === option;
};

/** A schema, and what may replace it where the document leaves that open. */
function orElse(schema: JsonNode, others: readonly JsonNode[]): JsonNode {
  return others.length === 0 ? schema : { anyOf: [schema, ...others] };
}

const orNull = (schema: JsonNode, question: QuestionId, dialect: Dialect): JsonNode =>
  orElse(schema, allows(question, 'null', dialect) ? [{ type: 'null', ...inferred(question) }] : []);

/** Where it has no data, `parameters` may also be empty. */
function parametersSchema(data: JsonNode, dialect: Dialect): JsonNode {
  const question = 'dataless.parameters';
  const empty = { type: 'object', maxProperties: 0, ...inferred(question) };
  return orElse(data, [
    ...(allows(question, 'null', dialect) ? [{ type: 'null', ...inferred(question) }] : []),
    ...(allows(question, 'empty', dialect) ? [empty] : []),
  ]);
}

const sharedSchemas = (dialect: Dialect): JsonNode => ({
  ReturnCode: returnCodeSchema(dialect),
  InvalidMemberType: memberTypeSchema(dialect),
  TagItem: {
    type: 'object',
    required: [ENVELOPE.key, ENVELOPE.value],
    properties: {
      [ENVELOPE.key]: text('The key of the tag.', '2.2'),
      [ENVELOPE.value]: text('Its value.', '2.2'),
    },
    ...documented('2.2'),
  },
  InfoResponseParameters: {
    type: 'object',
    properties: {
      [ENVELOPE.tags]: orElse(
        {
          type: 'array',
          items: ref('schemas', 'TagItem'),
          description: 'The tags that are assigned to the target now.',
          ...documented('2.3'),
        },
        allows('tags.none', 'null', dialect) || allows('notFound.info', '{tags: null}', dialect)
          ? [{ type: 'null', ...inferred('tags.none', 'notFound.info') }]
          : [],
      ),
    },
    ...documented('2.3'),
  },
  InvalidMember: {
    type: 'object',
    properties: {
      [ENVELOPE.memberCode]: text('The name of the invalid parameter.', '2.5'),
      [ENVELOPE.memberType]: ref('schemas', 'InvalidMemberType'),
    },
    ...documented('2.5'),
  },
});

function resourceSchemas(resource: Resource, dialect: Dialect): JsonNode {
  const prefix = capital(resource);
  const { word } = RESOURCE_FACTS[resource];
  return {
    [`${prefix}ErrorCode`]: errorCodeSchema(resource, dialect),
    [`${prefix}ResponseData`]: {
      type: 'object',
      description: `The tags of a ${word}, or that there is no such ${word}.`,
      required: [ENVELOPE.info],
      properties: {
        [ENVELOPE.errorCode]: orNull(ref('schemas', `${prefix}ErrorCode`), 'errorCode.success', dialect),
        [ENVELOPE.info]: ref('schemas', 'InfoResponseParameters'),
      },
      ...documented('2.4'),
    },
    [`${prefix}Reply`]: {
      type: 'object',
      description: 'Every reply, refusals too.',
      required: [ENVELOPE.returnCode],
      properties: {
        [ENVELOPE.returnCode]: ref('schemas', 'ReturnCode'),
        [ENVELOPE.debugMessage]: orNull(
          text('For developers; never for end users.', '4.4'),
          'dataless.debugMessage',
          dialect,
        ),
        [ENVELOPE.invalidRequestParameters]: orNull(
          {
            type: 'array',
            items: ref('schemas', 'InvalidMember'),
            description: 'Has data only where returnCode is InvalidRequestParameters.',
            ...documented('4.4'),
          },
          'dataless.invalidRequestParameters',
          dialect,
        ),
        [ENVELOPE.parameters]: parametersSchema(ref('schemas', `${prefix}ResponseData`), dialect),
      },
      ...documented('4.4'),
    },
  };
}

/** All schemas of replies. */
export function replySchemas(dialect: Dialect): JsonNode {
  return Object.assign(
    {},
    sharedSchemas(dialect),
    ...RESOURCES.map((resource) => resourceSchemas(resource, dialect)),
  );
}

const responseData = (errorCode: number | string, tags: readonly TagItem[]): JsonNode => ({
  [ENVELOPE.errorCode]: errorCode,
  [ENVELOPE.info]: { [ENVELOPE.tags]: tags },
});

/** One reply of each kind, by a word. */
export function replyExamples(resource: Resource, dialect: Dialect): JsonNode {
  const { idMember, word } = RESOURCE_FACTS[resource];
  const ok = shownCode('returnCode', 'Ok', dialect);
  return {
    tags: {
      summary: `The ${word} exists (§7.4)`,
      value: {
        [ENVELOPE.returnCode]: ok,
        [ENVELOPE.parameters]: responseData(shownCode('errorCode', 'Ok', dialect), [
          { key: 'vip', value: 'gold' },
        ]),
      },
    },
    notFound: {
      summary: `There is no such ${word} (§7.4)`,
      value: {
        [ENVELOPE.returnCode]: ok,
        [ENVELOPE.parameters]: responseData(shownCode('errorCode', NOT_FOUND_CODES[resource], dialect), []),
      },
    },
    invalidMember: {
      summary: 'A member of the request is invalid (§7.3)',
      value: {
        [ENVELOPE.returnCode]: shownCode('returnCode', 'InvalidRequestParameters', dialect),
        [ENVELOPE.invalidRequestParameters]: [
          {
            [ENVELOPE.memberCode]: idMember,
            [ENVELOPE.memberType]: shownCode('invalidMemberType', 'StringMinLength', dialect),
          },
        ],
      },
    },
    refused: {
      summary: 'The secret key is missing or wrong (§5.3)',
      value: { [ENVELOPE.returnCode]: shownCode('returnCode', 'SecretInvalid', dialect) },
    },
  };
}
