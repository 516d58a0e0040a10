/** json-server as a module, with a route of our own, as its documentation shows it: `node json-server.mjs PORT DATABASE PATH`. */
import jsonServer from 'json-server';

const [, , port, database, path] = process.argv;
const app = jsonServer.create();
const router = jsonServer.router(database);
app.use(jsonServer.defaults({ logger: false }), jsonServer.bodyParser);
app.post(path, (request, response) => {
  const { tags } = router.db.get('players').find({ id: request.body.userId }).value();
  response.json({ returnCode: 1, parameters: { errorCode: 1, infoResponseParameters: { tags } } });
});
app.use(router);
app.listen(Number(port), '127.0.0.1');
