# tagproof: `docker run --rm -p 4020:4020 tagproof` serves the simulator; `docker run --rm tagproof run --target URL` tests a backend.
FROM node:24-alpine3.22 AS build
WORKDIR /app
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts --no-audit --no-fund
COPY tsconfig.json tsconfig.build.json ./
COPY src ./src
COPY simulator ./simulator
COPY scripts ./scripts
COPY suites ./suites
COPY fixtures ./fixtures
RUN npm run build && npm prune --omit=dev --ignore-scripts --no-audit --no-fund

FROM node:24-alpine3.22
ENV NODE_ENV=production
WORKDIR /app
COPY --from=build /app/node_modules ./node_modules
COPY --from=build /app/dist ./dist
COPY package.json LICENSE openapi.yaml ./
COPY suites ./suites
COPY fixtures ./fixtures
USER node
EXPOSE 4020
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s \
  CMD ["node", "-e", "fetch('http://127.0.0.1:4020/_tagproof/healthz').then((reply) => process.exit(reply.ok ? 0 : 1), () => process.exit(1))"]
ENTRYPOINT ["node", "/app/dist/src/cli/bin.js"]
# All addresses of the container: -p decides which of them can be reached.
CMD ["simulate", "--host", "0.0.0.0"]
