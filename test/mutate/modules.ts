import type { Mutant } from './mutant.ts'
import { guards, rights, views } from './sql-mutants.ts'

/** What is mutated together, and the tests that must notice. */
export type Module = { name: string; files: string[]; tests: string[] }

const inFolder = (folder: string, ...names: string[]): string[] => names.map((name) => `${folder}/${name}.ts`)
const testsIn = (folder: string, ...names: string[]): string[] => names.map((name) => `${folder}/${name}.test.ts`)

const protocol = 'protocol/src'
const payments = 'payments/src'
const trading = 'service/src/trading'
const ledger = 'service/src/ledger'
const banking = 'service/src/banking'
const chains = 'service/src/chains'
const treasury = 'service/src/treasury'

const module = (name: string, files: string[], tests: string[]): Module => ({ name, files, tests })

/**
 * What holds money, signatures and rights. A test file is here for a module that it holds; which of its mutants each file
 * reaches is found out by running it. Tests that start the service as
 * a process would do as well (it gets the mutant, too), but take longer.
 */
export const modules: Module[] = [
  module('money', inFolder(protocol, 'money'), testsIn(protocol, 'money')),
  module('json', inFolder(protocol, 'json'), testsIn(protocol, 'json')),
  module('signing', inFolder(protocol, 'signing'), testsIn(protocol, 'signing', 'nearmiss')),
  module('form', inFolder(protocol, 'form'), testsIn(protocol, 'form')),
  module('fields', inFolder(protocol, 'fields'), testsIn(protocol, 'fields')),
  module('machines', inFolder(protocol, 'machines'), [
    ...testsIn(protocol, 'machines', 'tables'),
    ...testsIn('test/src', 'states', 'insiders/states'),
  ]),
  module('fok', inFolder(trading, 'fok'), testsIn(trading, 'fok', 'model')),
  module('desk price', inFolder(trading, 'desk-price', 'desk'), testsIn(trading, 'desk-price', 'desk', 'rounding')),
  module(
    'pair',
    inFolder(trading, 'pair'),
    testsIn(trading, 'pair', 'fok', 'desk', 'desk-price', 'rounding', 'convert-pairs', 'add-order'),
  ),
  module('order', inFolder(trading, 'order'), testsIn(trading, 'order', 'fok', 'add-order', 'model')),
  module('journals', inFolder(trading, 'journals'), testsIn(trading, 'journals', 'add-order', 'convert', 'exposure')),
  module(
    'ledger',
    inFolder(
      ledger,
      'accounts',
      'balances',
      'chart',
      'check',
      'check-heads',
      'check-seals',
      'close',
      'durably',
      'journal',
      'mirror',
      'owned',
      'post',
      'seals',
      'send',
      'signed-head',
    ),
    [
      ...testsIn(ledger, 'journal', 'durably', 'signed-head', 'chart', 'check', 'owned', 'post', 'property', 'rights'),
      ...testsIn(ledger, 'seals'),
      ...testsIn('test/src', 'audit', 'check/rules', 'insiders/heads'),
    ],
  ),
  module('expected', inFolder(banking, 'expected'), testsIn(banking, 'expected', 'wires', 'import', 'shuffle')),
  module(
    'entries',
    inFolder(banking, 'entries'),
    testsIn(banking, 'entries', 'import', 'tellings', 'retold', 'retold-days', 'by-hand', 'shuffle'),
  ),
  module(
    'reconcile',
    inFolder(banking, 'reconcile'),
    testsIn(banking, 'reconcile', 'tellings', 'import', 'retold', 'retold-days', 'by-hand', 'shuffle', 'unconfirmed'),
  ),
  module('entry', inFolder(payments, 'entry'), testsIn(payments, 'entry', 'camt', 'same')),
  module('camt', inFolder(payments, 'camt'), testsIn(payments, 'camt', 'entry', 'same')),
  module('mt940', inFolder(payments, 'mt940', 'mt940-narrative'), testsIn(payments, 'mt940', 'same')),
  module('calendar', inFolder(payments, 'calendar', 'holidays'), testsIn(payments, 'calendar')),
  module('policy', inFolder(chains, 'evm/policy', 'solana/policy'), [
    ...testsIn(chains, 'evm/policy', 'solana/policy', 'evm/chain', 'solana/chain'),
  ]),
  module('chain fees', inFolder(chains, 'evm/fees'), testsIn(chains, 'evm/fees', 'evm/chain')),
  module('coverage', inFolder(treasury, 'coverage'), testsIn(treasury, 'coverage-ratio', 'coverage-rules', 'coverage')),
  module('gate', inFolder('service/src/institutions', 'gate'), testsIn('service/src/institutions', 'gate')),
  module('parties', inFolder('service/src/compliance', 'parties'), testsIn('service/src/compliance', 'parties')),
]

/** Tests that use the functions, triggers and checks of the database; which use what is found out by running them. */
const sqlTests: string[] = [
  ...testsIn('test/src/insiders', 'claims', 'refusals', 'retention', 'states', 'stopped'),
  ...testsIn('test/src', 'states', 'audit', 'check/kept', 'check/retention', 'check/rules', 'work'),
  ...testsIn(ledger, 'batches', 'chart', 'check', 'post', 'property', 'rights', 'seals'),
  ...testsIn(
    trading,
    'add-order',
    'check',
    'conversions-list',
    'convert',
    'count-desk',
    'exposure',
    'model',
    'place',
    'positions',
    'refused-journal',
  ),
  ...testsIn(
    banking,
    'by-hand',
    'expected',
    'fee-sweeps',
    'import',
    'payouts',
    'retold',
    'shuffle',
    'unconfirmed',
    'wires',
  ),
  ...testsIn(treasury, 'coverage', 'crypto', 'promises', 'views'),
  ...testsIn('service/src/institutions', 'addresses', 'admission', 'events'),
  ...testsIn('service/src/compliance', 'holds', 'parties'),
  ...testsIn(chains, 'own-addresses', 'reliable'),
  ...testsIn('service/src/issuance', 'conversions'),
  ...testsIn('service/src/markets', 'rates'),
  ...testsIn('service/src/rails', 'rails', 'reconcile'),
  ...testsIn(
    'service/src/transfers',
    'deposits',
    'deposits-assign',
    'statement-final',
    'withdrawals',
    'withdrawals-chain',
  ),
  ...testsIn('test/src/http', 'admission'),
  ...testsIn('test/src/holds', 'race'),
]

/** Where the database cannot tell which test has used what. */
const testsByKind: Record<string, string[]> = {
  [rights]: testsIn('test/src/insiders', 'rights'),
  [guards]: testsIn('test/src/insiders', 'guards'),
  [views]: testsIn(treasury, 'coverage', 'crypto', 'promises', 'views'),
  // A call that ends in an error is not counted, and all of theirs do.
  'base.append_only': testsIn('test/src/insiders', 'states'),
  'trading.quote_stays': testsIn('test/src/insiders', 'refusals'),
}

/** The tests that hold it; of those not named for it alone only the ones that reach it will be run. */
export function testsHolding({ module, how }: Mutant): { tests: readonly string[]; named: boolean } {
  if ('switch' in how) return { tests: modules.find(({ name }) => name === module)?.tests ?? [], named: false }
  const named = testsByKind[how.object]
  return named ? { tests: named, named: true } : { tests: sqlTests, named: false }
}
