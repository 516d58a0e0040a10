/** Express doing only the bare work. */
import express from 'express';
import { announce, argumentsOf, envelopeOf, PATH } from './lookup.mjs';

const { port, players, secrets } = argumentsOf(process.argv);
const app = express();
app.use(express.json());
app.post(PATH, (request, response) => {
  response.json(envelopeOf(players, request.headers['secret-key'], secrets, request.body));
});
const server = app.listen(port, '127.0.0.1', () => announce(server.address().port));
