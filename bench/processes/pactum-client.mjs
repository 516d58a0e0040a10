/** pactum as its documentation shows it: a specification for each request, one after the other. */
import { readFileSync } from 'node:fs';
import pactum from 'pactum';

const { url, requests } = JSON.parse(readFileSync(process.argv[2], 'utf8'));
for (const { path, headers, body, tags } of requests)
  await pactum
    .spec()
    .post(url + path)
    .withHeaders(headers)
    .withBody(body)
    .expectStatus(200)
    .expectJson('returnCode', 1)
    .expectJson('parameters.infoResponseParameters.tags', tags);
