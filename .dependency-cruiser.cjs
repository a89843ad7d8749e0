// The floors of the house: a room stands above all that it imports. See ARCHITECTURE.md, whose tables a test
// compares with these. Floors by SQL are checked by
// tools/sql-floors.ts, circles of folders by tools/circles.ts.

const { floors, auditors, pages, calls } = require('./tools/floors.json')

const workspaces = require('./tools/workspaces.json')

const rooms = (names) => `^service/src/(${names.join('|')})(/|[.]ts$)`

/** The rooms of its own floor and of those above it, and the files that put the rooms together. An auditor reads the list of rooms. */
const upward = floors.flatMap((names, floor) =>
  names.map((name) => ({
    name: `${name}-imports-only-from-lower-floors`,
    comment: 'What two rooms need sinks a floor.',
    severity: 'error',
    from: { path: rooms([name]), pathNot: '[.]test[.]ts$' },
    to: {
      path: [
        rooms(
          floors
            .slice(floor)
            .flat()
            .filter((other) => other !== name),
        ),
        name in auditors ? '^service/src/(?!rooms[.]ts$)[^/]+[.]ts$' : '^service/src/[^/]+[.]ts$',
      ],
    },
  })),
)

/** Folders of the pages, and of the calls that they make: none imports from its own floor or from a higher one. */
const folders = (root, floorsOf) =>
  floorsOf.flatMap((names, floor) =>
    names.map((name) => ({
      name: `${root.replaceAll('/', '-')}-${name}-imports-only-from-lower-floors`,
      comment:
        'What two folders need sinks a floor: what portal and console share is in web/src/shared and protocol/src/web-api.',
      severity: 'error',
      from: { path: `^${root}/${name}/`, pathNot: '[.]test[.]tsx?$' },
      to: {
        path: `^${root}/(${floorsOf
          .slice(floor)
          .flat()
          .filter((other) => other !== name)
          .join('|')})/`,
      },
    })),
  )
const cut = [...folders('web/src', pages), ...folders('protocol/src', calls)].filter(
  ({ to }) => !to.path.includes('()'),
)

const ours = Object.keys(workspaces)

const workspace = Object.entries(workspaces).map(([name, allowed]) => ({
  name: `${name}-imports-only-${allowed.join('-and-') || 'nothing'}-of-ours`,
  severity: 'error',
  from: { path: `^${name}/`, pathNot: '[.]test[.]ts$' },
  to: {
    path: `^(${[...ours, 'test', 'tools'].join('|')})/`,
    pathNot: `^(${[name, ...allowed].join('|')})/`,
  },
}))

module.exports = {
  forbidden: [
    ...workspace,
    ...upward,
    ...cut,
    { name: 'no-circles', severity: 'error', from: {}, to: { circular: true } },
    { name: 'nothing-unresolved', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'protocol-is-pure',
      comment: 'It runs in a browser.',
      severity: 'error',
      // Lists are hashed with node:crypto.
      from: { path: '^(protocol|payments|travel-rule|screening)/src', pathNot: '[.]test[.]ts$|^screening/src/lists/' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'not-to-development-only',
      comment: 'The command line is built into one file, with all that it uses.',
      severity: 'error',
      from: { path: `^(${ours.join('|')})/src`, pathNot: '[.]test[.]ts$|^cli/' },
      to: { dependencyTypes: ['npm-dev'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '^(web|sdk|cli|local)/dist/' },
    tsPreCompilationDeps: true,
    tsConfig: { fileName: 'tsconfig.json' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default'],
      extensions: ['.ts', '.tsx', '.js', '.mjs', '.json'],
    },
  },
}
