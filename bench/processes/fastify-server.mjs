/** Fastify doing only the bare work. */
import fastify from 'fastify';
import { announce, argumentsOf, envelopeOf, PATH } from './lookup.mjs';

const { port, players, secrets } = argumentsOf(process.argv);
const app = fastify({ logger: false });
app.post(PATH, (request, reply) => {
  reply.send(envelopeOf(players, request.headers['secret-key'], secrets, request.body));
});
await app.listen({ port, host: '127.0.0.1' });
announce(app.server.address().port);
