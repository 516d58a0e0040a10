/** pactum as its documentation shows it: a specification for each request, one after the other. */
import pactum from 'pactum';
import { table } from './table.mjs';

const { url, requests } = table();
for (const { path, headers, body, tags } of requests)
  await pactum
    .spec()
    .post(url + path)
    .withHeaders(headers)
    .withBody(body)
    .expectStatus(200)
    .expectJson('returnCode', 1)
    .expectJson('parameters.infoResponseParameters.tags', tags);
