import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Module } from './mutant.ts'

// Whole folders as modules: the code of money, access and outcomes. Their files are found, not listed, so a new file is mutated
// from its first day.

const root = fileURLToPath(new URL('../../', import.meta.url))

type Folder = {
  readonly name: string
  /** Files, as patterns. */
  readonly files: readonly string[]
  /** Test files that hold it, in addition to those next to it or importing one of its files. */
  readonly tests?: readonly string[]
}

const service = (name: string, ...tests: string[]): Folder => ({
  name,
  files: [`service/src/${name}/*.ts`],
  tests: ['service/src/rooms.test.ts', `service/src/${name.split('/')[0]}/*.test.ts`, ...tests],
})

const overHttp = (...names: string[]): string[] => names.map((name) => `test/src/http/${name}.test.ts`)
const onChains = 'test/src/chains/*.test.ts'
const ofPeople = (...names: string[]): string[] => names.map((name) => `test/src/people/${name}.test.ts`)

const folders: readonly Folder[] = [
  service('banking/file', 'service/src/banking/**/*.test.ts', 'test/src/banking/*.test.ts'),
  service('banking/wire', 'service/src/banking/**/*.test.ts', 'test/src/banking/*.test.ts'),
  service(
    'banking/payout',
    'service/src/banking/**/*.test.ts',
    'service/src/rails/offramp/*.test.ts',
    ...overHttp('transfers'),
  ),
  service('banking/account', 'service/src/banking/**/*.test.ts'),
  service('banking/reconciliation', 'service/src/banking/**/*.test.ts', 'test/src/standing/money-out.test.ts'),
  service('chains/watcher', 'service/src/transfers/deposit/*.test.ts', 'service/src/rails/offramp/*.test.ts', onChains),
  service('chains/outbox', 'service/src/chains/watcher/*.test.ts', 'service/src/issuance/**/*.test.ts', onChains),
  service('chains/allow-list', 'service/src/chains/allow-list/*.test.ts', 'test/src/chains/allow-lists.test.ts'),
  service('chains/trouble', 'service/src/chains/watcher/*.test.ts', onChains),
  service('chains/deposit-address', 'service/src/transfers/deposit/*.test.ts', ...overHttp('transfers'), onChains),
  {
    name: 'agreement of nodes',
    files: ['service/src/chains/adapters/*.ts'],
    tests: ['service/src/chains/adapters/**/*.test.ts', 'service/src/chains/watcher/*.test.ts'],
  },
  service('chains/adapters/evm'),
  service('chains/adapters/solana'),
  service('chains/adapters/bitcoin'),
  service(
    'compliance',
    'service/src/rails/processing/*.test.ts',
    'service/src/transfers/withdrawal/stopped.test.ts',
    'test/src/holds/*.test.ts',
    ...overHttp('transfers'),
    ...ofPeople('payments', 'payments-by-people', 'standing'),
  ),
  service('stopping', 'test/src/standing/*.test.ts', ...ofPeople('standing')),
  service(
    'issuance',
    'service/src/issuance/**/*.test.ts',
    'service/src/treasury/coverage.test.ts',
    'test/src/holds/*.test.ts',
    onChains,
  ),
  service('issuance/history', 'service/src/issuance/**/*.test.ts', ...ofPeople('movements')),
  service('issuance/mint', 'service/src/issuance/**/*.test.ts', onChains),
  service('issuance/redemption', 'service/src/issuance/**/*.test.ts', onChains),
  service('issuance/mint/funding', 'service/src/issuance/**/*.test.ts'),
  service('transfers', 'service/src/transfers/**/*.test.ts', 'test/src/holds/*.test.ts', ...overHttp('transfers')),
  service('transfers/deposit', ...overHttp('transfers'), onChains),
  service('transfers/withdrawal', ...overHttp('transfers'), onChains),
  service('transfers/statement', 'test/src/statement/*.test.ts', ...overHttp('transfers')),
  service('trading/order', 'service/src/trading/**/*.test.ts', 'test/src/trading/*.test.ts'),
  service('trading/quote', 'service/src/trading/**/*.test.ts'),
  service('trading/conversion', 'service/src/trading/**/*.test.ts'),
  service('trading/market', 'service/src/trading/**/*.test.ts'),
  service('trading/execution', 'service/src/trading/**/*.test.ts', 'test/src/trading/*.test.ts'),
  service('rails', 'service/src/rails/**/*.test.ts', 'test/src/rails/*.test.ts'),
  service('rails/rail', 'service/src/rails/**/*.test.ts', 'test/src/rails/*.test.ts'),
  service('rails/payment', 'service/src/rails/**/*.test.ts', 'test/src/rails/*.test.ts'),
  service('rails/processing', 'service/src/rails/**/*.test.ts', 'test/src/rails/*.test.ts'),
  service('rails/onramp', 'service/src/rails/**/*.test.ts', 'test/src/rails/*.test.ts'),
  service('rails/offramp', 'service/src/rails/**/*.test.ts', 'test/src/rails/*.test.ts'),
  service('treasury'),
  service('markets/provider', 'service/src/markets/**/*.test.ts'),
  service('markets/venue', 'service/src/markets/**/*.test.ts'),
  service('markets/rate', 'service/src/markets/**/*.test.ts'),
  service('keys'),
  service(
    'access',
    'service/src/access/**/*.test.ts',
    'service/src/issuance/history/steps.test.ts',
    ...overHttp('admission', 'endpoints'),
    ...ofPeople('payments', 'redemptions-by-two'),
  ),
  service('access/admission', ...overHttp('admission', 'authenticate', 'entry')),
  service('access/api-key', ...overHttp('admission', 'authenticate', 'endpoints'), ...ofPeople('keys')),
  service('access/events', ...overHttp('events')),
  service('destinations/address', ...ofPeople('addresses', 'addresses-and-bank-accounts')),
  service('destinations/address/proof', ...ofPeople('addresses')),
  service('destinations/bank-account', ...ofPeople('addresses-and-bank-accounts')),
  service('onboarding/kyb', ...ofPeople('kyb', 'kyb-documents', 'kyb-review')),
  service('onboarding', ...overHttp('endpoints'), ...ofPeople('agreements', 'standing', 'kyb')),
  service('onboarding/agreement', ...ofPeople('agreements', 'agreement-signature')),
  service('people', 'service/src/people/**/*.test.ts', ...ofPeople('doors', 'matrix')),
  service('people/session', ...ofPeople('sessions', 'sign-in')),
  service('people/sign-in', ...ofPeople('sessions', 'sign-in')),
  service('people/factor', ...ofPeople('sign-in', 'passkeys')),
  service('people/person', ...ofPeople('members', 'approvers', 'passkeys')),
  service('people/approval', ...ofPeople('approvals', 'payments', 'races')),
  service('base/idempotency', 'service/src/transfers/**/*.test.ts', 'test/src/intents.test.ts'),
  service(
    'base/jobs',
    'service/src/base/**/*.test.ts',
    'service/src/trading/execution/*.test.ts',
    'service/src/rails/onramp/*.test.ts',
    'test/src/intents.test.ts',
    'test/src/work.test.ts',
  ),
  service(
    'base/state-machine',
    'service/src/transfers/withdrawal/*.test.ts',
    'service/src/trading/execution/*.test.ts',
    'test/src/states.test.ts',
    'test/src/database-rights/states.test.ts',
    ...ofPeople('movements'),
  ),
  { name: 'sdk/call', files: ['sdk/src/call/*.ts'], tests: ['test/src/sdk/*.test.ts'] },
  { name: 'sdk/pace', files: ['sdk/src/pace/*.ts'], tests: ['test/src/sdk/*.test.ts'] },
  { name: 'sdk/key', files: ['sdk/src/key/*.ts', 'sdk/src/decimal.ts'], tests: ['sdk/src/decimal.test.ts'] },
  { name: 'cli outcomes', files: ['cli/src/integrator/outcome.ts', 'cli/src/integrator/typed-fields.ts'] },
  {
    name: 'web figures',
    files: [
      'web/src/shared/prices/figures.ts',
      'web/src/shared/prices/price-points.ts',
      'web/src/portal/statements/period.ts',
      'web/src/portal/rails/stations.ts',
      'web/src/kit/form/amount.ts',
      'web/src/api/error.ts',
    ],
  },
]

const found = (patterns: readonly string[]): string[] =>
  [...new Set(patterns.flatMap((pattern) => globSync(pattern, { cwd: root })))].toSorted()

const isTest = (file: string): boolean => file.endsWith('.test.ts')
/**
 * Without generated files, and without the manifest of a room, most of which the database holds: a runner's database was
 * prepared with the original manifest.
 */
const isSource = (file: string): boolean =>
  !isTest(file) && !file.endsWith('.gen.ts') && !/^service\/src\/\w+\/room\.ts$/.test(file)

const everyTest = found([
  'service/src/**/*.test.ts',
  'sdk/src/**/*.test.ts',
  'cli/src/**/*.test.ts',
  'test/src/**/*.test.ts',
])

/** The files of ours that a test imports itself. */
const importsOf = (test: string): string[] =>
  [...readFileSync(join(root, test), 'utf8').matchAll(/ from '([^']+)'/g)].map(([, from]) =>
    from!.startsWith('.') ? join(dirname(test), from!) : from!.replace(/^@specie\/(\w+)\//, '$1/src/'),
  )
const imported = new Map(everyTest.map((test) => [test, importsOf(test)]))

/** The folders as modules, without the files that are a module already: a file counts once. */
export function roomModules(taken: ReadonlySet<string>): Module[] {
  return folders.map(({ name, files, tests = [] }) => {
    const sources = found(files).filter((file) => isSource(file) && !taken.has(file))
    const beside = files.map((pattern) => pattern.replace(/[^/]*\.ts$/, '*.test.ts'))
    const importing = everyTest.filter((test) => imported.get(test)!.some((file) => sources.includes(file)))
    return {
      name,
      files: sources,
      tests: found([...beside, ...tests, ...importing]).filter(
        (file) => isTest(file) && !file.endsWith('.slow.test.ts'),
      ),
    }
  })
}
