/** What the graph of imports must not contain; who may import whom at all is in tools/boundaries.mjs. */
module.exports = {
  forbidden: [
    {
      name: 'no-cycles',
      severity: 'error',
      comment: 'Two files that need each other are one idea or need a third.',
      from: {},
      to: { circular: true, viaOnly: { dependencyTypesNot: ['type-only'] } },
    },
    {
      name: 'browser-reaches-no-executor',
      severity: 'error',
      comment:
        'What the browser loads of the nodes must not pull an executor or the engine in, however far away.',
      from: { path: '^libs/nodes/src/registry(\\.web)?\\.ts$' },
      to: { reachable: true, path: '(^libs/engine/|/executor\\.ts$)' },
    },
    {
      name: 'no-unresolvable',
      severity: 'error',
      comment: 'An import that leads nowhere.',
      from: {},
      to: { couldNotResolve: true, pathNot: '^virtual:|\\?' },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^|/)dist/' },
    tsPreCompilationDeps: 'specify',
    // Only for the web app's alias `@/`; the resolver wants it relative to the folder it runs in.
    tsConfig: { fileName: 'tsconfig.imports.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['heddle-source', 'import', 'require', 'node', 'default', 'types'],
      extensions: ['.ts', '.vue', '.mjs', '.js', '.cjs', '.json', '.css'],
      mainFields: ['module', 'main', 'types'],
    },
    combinedDependencies: true,
  },
};
