import type { Module, Mutant } from './mutant.ts'
import { roomModules } from './rooms.ts'
import { guards, rights, views } from './sql-mutants.ts'

const inFolder = (folder: string, ...names: string[]): string[] => names.map((name) => `${folder}/${name}.ts`)
const testsIn = (folder: string, ...names: string[]): string[] => names.map((name) => `${folder}/${name}.test.ts`)

const protocol = 'protocol/src'
const payments = 'payments/src'
const trading = 'service/src/trading'
const ledger = 'service/src/ledger'
const audit = 'service/src/base/audit'
const checks = 'service/src/checks'
const banking = 'service/src/banking'
const chains = 'service/src/chains'
const treasury = 'service/src/treasury'

const module = (name: string, files: string[], tests: string[]): Module => ({ name, files, tests })

/**
 * The code of money, signatures and rights, file by file; the rooms are in rooms.ts. A test file is listed for a module that it
 * covers; running it shows which mutants each file reaches. Tests that start the service as a process would work as well (it
 * gets the mutant, too), but take longer.
 */
const chosen: Module[] = [
  module('money', inFolder(protocol, 'money'), testsIn(protocol, 'money')),
  module('json', inFolder(protocol, 'encoding/json'), testsIn(protocol, 'encoding/json')),
  module('signing', inFolder(protocol, 'signing/signing'), testsIn(protocol, 'signing/signing', 'signing/nearmiss')),
  module('form', inFolder(protocol, 'encoding/form'), testsIn(protocol, 'encoding/form')),
  module('fields', inFolder(protocol, 'fields'), testsIn(protocol, 'fields')),
  module('machines', inFolder(protocol, 'machines'), [
    ...testsIn(protocol, 'machines', 'tables'),
    ...testsIn('test/src', 'states', 'database-rights/states'),
  ]),
  module('fok', inFolder(trading, 'market/fill-or-kill'), testsIn(trading, 'market/fill-or-kill', 'order/model')),
  module(
    'desk price',
    inFolder(trading, 'market/desk-price', 'market/desk'),
    testsIn(trading, 'market/desk-price', 'market/desk', 'market/rounding'),
  ),
  module(
    'pair',
    inFolder(trading, 'market/pair'),
    testsIn(
      trading,
      'market/pair',
      'market/fill-or-kill',
      'market/desk',
      'market/desk-price',
      'market/rounding',
      'conversion/pairs',
      'order/request',
    ),
  ),
  module('order', inFolder(trading, 'order/row'), [
    ...testsIn(trading, 'order/row', 'market/fill-or-kill', 'order/request', 'order/model'),
    ...testsIn('service/src/access', 'events/events'),
  ]),
  module(
    'journals',
    inFolder(trading, 'order/journals'),
    testsIn(
      trading,
      'order/journals',
      'order/request',
      'conversion/firm-quotes',
      'conversion/request',
      'market/exposure',
    ),
  ),
  module(
    'ledger',
    [
      ...inFolder(
        ledger,
        'posting/account-ids',
        'balances',
        'chart',
        'posting/close-period',
        'posting/retry-on-connection-loss',
        'posting/journal',
        'posting/post',
        'posting/post-batch',
        'journal-stream',
      ),
      ...inFolder(audit, 'sealed-stream', 'seals', 'signed-head', 'verify-heads'),
      ...inFolder(checks, 'audit', 'ledger', 'ownership', 'rule'),
    ],
    [
      ...testsIn(
        ledger,
        'posting/journal',
        'posting/retry-on-connection-loss',
        'chart',
        'posting/post',
        'posting/batches',
        'posting/property',
        'rights',
      ),
      ...testsIn(audit, 'seals', 'signed-head'),
      ...testsIn(checks, 'ledger', 'ownership'),
      ...testsIn('test/src', 'audit', 'check/rules', 'database-rights/heads'),
    ],
  ),
  module(
    'expected',
    inFolder(banking, 'wire/expected'),
    testsIn(banking, 'wire/expected', 'wire/wires', 'file/import', 'file/shuffle'),
  ),
  module(
    'entries',
    inFolder(banking, 'entry/entries'),
    testsIn(
      banking,
      'entry/entries',
      'file/import',
      'reconciliation/missing-reports',
      'file/duplicate-reports',
      'file/duplicate-days',
      'file/manual-import',
      'file/shuffle',
    ),
  ),
  module(
    'reconcile',
    inFolder(banking, 'reconciliation/reconcile'),
    testsIn(
      banking,
      'reconciliation/reconcile',
      'reconciliation/missing-reports',
      'file/import',
      'file/duplicate-reports',
      'file/duplicate-days',
      'file/manual-import',
      'file/shuffle',
      'reconciliation/unconfirmed',
    ),
  ),
  module('entry', inFolder(payments, 'entry'), testsIn(payments, 'entry', 'camt', 'match-entries')),
  module('camt', inFolder(payments, 'camt'), testsIn(payments, 'camt', 'entry', 'match-entries')),
  module('mt940', inFolder(payments, 'mt940', 'mt940-narrative'), testsIn(payments, 'mt940', 'match-entries')),
  module('calendar', inFolder(payments, 'calendar', 'holidays'), testsIn(payments, 'calendar')),
  module('policy', inFolder(chains, 'adapters/evm/policy', 'adapters/solana/policy'), [
    ...testsIn(chains, 'adapters/evm/policy', 'adapters/solana/policy', 'adapters/evm/chain', 'adapters/solana/chain'),
  ]),
  module(
    'chain fees',
    inFolder(chains, 'adapters/evm/fees'),
    testsIn(chains, 'adapters/evm/fees', 'adapters/evm/chain'),
  ),
  module('coverage', inFolder(treasury, 'coverage'), testsIn(treasury, 'coverage-ratio', 'coverage-rules', 'coverage')),
  module('gate', inFolder('service/src/access', 'gate'), testsIn('service/src/access', 'gate')),
]

export const modules: Module[] = [...chosen, ...roomModules(new Set(chosen.flatMap(({ files }) => files)))]

/** Tests that use the functions, triggers and checks of the database; running them shows which. */
const sqlTests: string[] = [
  ...testsIn(
    'test/src/database-rights',
    'claims',
    'refusals',
    'retention',
    'same-rules',
    'standing',
    'states',
    'stopped',
    'views',
  ),
  ...testsIn('test/src', 'states', 'audit', 'check/kept', 'check/retention', 'check/rules', 'intents', 'work'),
  ...testsIn(ledger, 'balances', 'posting/batches', 'chart', 'posting/post', 'posting/property', 'rights'),
  ...testsIn(audit, 'seals'),
  ...testsIn(checks, 'ledger', 'trading'),
  ...testsIn(
    trading,
    'order/request',
    'conversion/firm-quotes',
    'conversion/list',
    'conversion/request',
    'market/count-desk',
    'market/exposure',
    'order/model',
    'order/store-orders',
    'market/positions',
    'order/refused-journal',
  ),
  ...testsIn(
    banking,
    'file/manual-import',
    'wire/expected',
    'payout/fee-sweeps',
    'file/import',
    'payout/payouts',
    'file/duplicate-reports',
    'file/shuffle',
    'reconciliation/unconfirmed',
    'wire/wires',
  ),
  ...testsIn(treasury, 'coverage', 'crypto', 'promises', 'views'),
  ...testsIn('service/src/access', 'admission/admission', 'api-key/keys', 'events/events'),
  ...testsIn('service/src/destinations', 'address/address'),
  ...testsIn(
    'service/src/people',
    'approval/approvals',
    'approval/evidence',
    'gate',
    'person/bootstrap',
    'person/set-roles',
  ),
  ...testsIn(
    'test/src/people',
    'addresses',
    'addresses-and-bank-accounts',
    'agreements',
    'approvals',
    'bootstrap',
    'kyb',
    'kyb-documents',
    'kyb-review',
    'market-commands',
    'members',
    'overview',
    'payments',
    'payments-amounts',
    'races',
    'sessions',
  ),
  ...testsIn('service/src/compliance', 'holds'),
  ...testsIn('test/src/screening', 'institution', 'wallets', 'wires', 'withdrawals'),
  ...testsIn('test/src/lists', 'at-once', 'load'),
  ...testsIn(chains, 'own-addresses', 'trouble/reliable'),
  ...testsIn('service/src/issuance', 'mint/funding/conversions', 'mint/mints'),
  ...testsIn('service/src/markets', 'rate/rates'),
  ...testsIn('service/src/rails', 'rail/rails', 'reconcile'),
  ...testsIn(
    'service/src/transfers',
    'deposit/deposits',
    'deposit/assign',
    'statement/final',
    'withdrawal/withdrawals',
    'withdrawal/on-chain',
  ),
  ...testsIn('test/src/http', 'admission'),
  ...testsIn('test/src/holds', 'race'),
]

/** Objects whose use the database cannot attribute to a test. */
const testsByKind: Record<string, string[]> = {
  [rights]: testsIn('test/src/database-rights', 'rights'),
  [guards]: testsIn('test/src/database-rights', 'guards'),
  [views]: [
    ...testsIn(treasury, 'coverage', 'crypto', 'promises', 'views'),
    ...testsIn('test/src/database-rights', 'views'),
  ],
  // A failing call is not counted, and all of theirs fail.
  'base.append_only': testsIn('test/src/database-rights', 'states'),
  'trading.assert_quote_expired': testsIn('test/src/database-rights', 'refusals'),
  'base.never_falls': testsIn('test/src/database-rights', 'refusals'),
  // The planner expands them: no call is counted.
  'state.is_open': testsIn('test/src/database-rights', 'same-rules'),
  'destinations.usability': testsIn('test/src/database-rights', 'same-rules'),
}

/** The tests that cover it; of the general ones only those that reach it run. */
export function testsHolding({ module, how }: Mutant): { tests: readonly string[]; named: boolean } {
  if ('switch' in how) return { tests: modules.find(({ name }) => name === module)?.tests ?? [], named: false }
  const named = testsByKind[how.object]
  return named ? { tests: named, named: true } : { tests: sqlTests, named: false }
}
