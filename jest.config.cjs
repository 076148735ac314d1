/** Settings that every jest project of the repository shares. */
const shared = {
  testEnvironment: 'node',
  transform: { '^.+\\.(m?[jt]s)$': ['@swc/jest', { ...require('./tools/swc-for-jest.cjs') }] },
  // NestJS 12, file-type and what some Fastify packages bring are ESM only; jest on Node 20 needs them transformed.
  transformIgnorePatterns: [
    '/node_modules/(?!(?:.*/node_modules/)?(@nestjs|content-disposition|cookie|dify-client|file-type|strtok3|uint8array-extras|token-types|@tokenizer|@borewit)/)',
  ],
  moduleNameMapper: {
    '^@heddle/nodes/server$': '<rootDir>/libs/nodes/src/registry.server.ts',
    '^@heddle/nodes$': '<rootDir>/libs/nodes/src/registry.ts',
    '^@heddle/(model|contracts|engine|sandbox|testing|dify|memory)$': '<rootDir>/libs/$1/src/index.ts',
  },
};

const onServers = process.env.HEDDLE_TEST_DATABASE_URL && process.env.HEDDLE_TEST_REDIS_URL;

module.exports = {
  projects: [
    {
      ...shared,
      displayName: 'unit',
      rootDir: __dirname,
      testMatch: ['<rootDir>/{libs,apps/server/src,tools}/**/*.spec.ts'],
      // Components are tested with vitest: see apps/web/vite.config.ts.
      testPathIgnorePatterns: ['/node_modules/', '<rootDir>/libs/ui/', '\\.web\\.spec\\.ts$'],
    },
    {
      ...shared,
      displayName: 'api',
      rootDir: __dirname,
      testMatch: ['<rootDir>/apps/server/test/**/*.spec.ts'],
      // What needs a Postgres server and a Redis runs where they are: .ci/run.
      testPathIgnorePatterns: ['/node_modules/', ...(onServers ? [] : ['\\.servers\\.spec\\.ts$'])],
    },
    {
      ...shared,
      displayName: 'browser',
      rootDir: __dirname,
      testMatch: ['<rootDir>/apps/web-e2e/src/**/*.spec.ts'],
    },
  ],
};
