import { type Machine, machines, statesOf } from '@specie/protocol/machines.ts'
import type { Db, Tx } from '@specie/service/base/database/db.ts'
import { inBulk } from '../orders/rows.ts'

// Rows for every list of one institution, in all states. Ids and times depend on the row's number only, so two runs give the
// same answers.

const uuid = (text: string) => `('00000000-0000-7000-8000-' || left(md5(${text}), 12))::uuid`
const id = (kind: string, n = 'n') => uuid(`'${kind}' || ${n}`)
const hash = (kind: string) => `'0x' || encode(sha256(('${kind}' || n)::bytea), 'hex')`
const at = `timestamptz '2026-11-01 12:00:00Z' - n * interval '1 minute'`
const later = `${at} + interval '30 seconds'`
const isHeld = 'n % 25 = 0'
const oneOf = (...values: string[]) => `('{${values.join(',')}}'::text[])[1 + n % ${values.length}]`
const stateOf = (machine: Machine, except: string[] = []) =>
  oneOf(...statesOf(machine).filter((state) => !except.includes(state)))
const party = `'{"partyname":{"name":"Acme Treasury AG"},"address":{"country":"CH"},"partytype":"company"}'::jsonb`

/** Filled at one price: hundreds of coins at 1.0001, or whole ether at 2000.50. */
const filled = {
  symbol: oneOf('VCHF/CHF', 'ETH/CHF'),
  qty: 'n * case n % 2 when 0 then 1e8 else 1e18 end',
  price: 'case n % 2 when 0 then 10001 else 200050 end',
  amount: 'n * case n % 2 when 0 then 10001 else 200050 end',
}

/** By table: each column and its value; `n` counts the rows. Times are added if the table has them. */
const rows: { readonly [table: string]: { readonly [column: string]: string } } = {
  'destinations.address': {
    id: id('address'),
    institution_id: 'institution',
    blockchain: oneOf('ETH', 'BASE', 'SOL', 'BTC'),
    address: hash('address'),
    label: `'wallet ' || n`,
    ownership: oneOf('self_hosted', 'vasp'),
    custody: oneOf('self', 'custodian'),
    vasp: `case n % 2 when 1 then 'Custody AG' end`,
    proof: `'{}'`,
    usable_from: `case n % 3 when 0 then ${later} end`,
    state: stateOf(machines.withdrawal_address),
  },
  'destinations.bank_account': {
    id: id('account'),
    institution_id: 'institution',
    label: `'account ' || n`,
    currency: oneOf('CHF', 'GBP'),
    identifier: `'CH' || lpad(n::text, 19, '0')`,
    name: `'Acme Treasury AG'`,
    accepted: 'n % 7 <> 0',
    disabled_at: `case n % 5 when 0 then ${later} end`,
  },
  'banking.wire': {
    id: id('wire'),
    institution_id: 'institution',
    entry_id: '-n',
    bankref: `'W' || n`,
    currency: oneOf('CHF', 'GBP'),
    amount: 'n * 10007',
    value_date: `'2026-11-01'`,
    state: stateOf(machines.wire),
    on_hold: isHeld,
  },
  'transfers.deposit': {
    id: id('deposit'),
    institution_id: 'institution',
    asset: oneOf('VCHF', 'ETH', 'USDC'),
    blockchain: `'ETH'`,
    txid: hash('deposit'),
    index: '0',
    block: `'b'`,
    height: 'n',
    address: hash('own'),
    quantity: 'n * 1000000',
    state: stateOf(machines.deposit),
    on_hold: isHeld,
  },
  'transfers.withdrawal': {
    id: id('withdrawal'),
    institution_id: 'institution',
    clreqid: `'w-' || n`,
    asset: oneOf('CHF', 'VCHF'),
    quantity: 'n * 10007',
    bank_account_id: `case n % 2 when 0 then ${id('account')} end`,
    blockchain: `case n % 2 when 1 then 'ETH' end`,
    address_id: `case n % 2 when 1 then ${id('address')} end`,
    due_at: `case n % 2 when 1 then ${later} end`,
    fee: 'n % 2',
    state: stateOf(machines.withdrawal),
    on_hold: isHeld,
  },
  'banking.payout': {
    id: id('payout'),
    institution_id: 'institution',
    kind: oneOf('withdrawal', 'redemption'),
    subject: `case n % 2 when 0 then ${id('withdrawal')} else ${id('redemption')} end`,
    purpose: `'client_money'`,
    currency: `'CHF'`,
    amount: 'n * 10007',
    creditor_name: `'Acme Treasury AG'`,
    creditor_account: `'CH' || n`,
    end_to_end_id: `'E' || n`,
    order_id: id('order'),
    debited: `case n % 3 when 0 then 'P' || n end`,
    state: `'booked'`,
  },
  'issuance.mint': {
    id: id('mint'),
    institution_id: 'institution',
    clreqid: `'m-' || n`,
    asset: oneOf('VCHF', 'VGBP'),
    blockchain: `'ETH'`,
    quantity: 'n * 10000',
    fulfilment: oneOf('issuance', 'issuance', 'trade'),
    destination: `case n % 4 when 0 then 'wallet ' || n end`,
    address: hash('wallet'),
    cost: '1000000',
    charge: 'n',
    funding_currency: oneOf('CHF', 'GBP', 'ETH'),
    spent: '1000000 + n',
    asked_settlement: at,
    settled_at: `case when ${stateOf(machines.mint)} = 'settled' then ${later} end`,
    max_spent: `case n % 6 when 0 then 2000000 end`,
    state: stateOf(machines.mint),
    on_hold: isHeld,
  },
  'issuance.redemption': {
    id: id('redemption'),
    institution_id: 'institution',
    asset: oneOf('VCHF', 'VGBP'),
    blockchain: `'ETH'`,
    quantity: 'n * 10000',
    charge: 'n % 2',
    bank_account_id: `case n % 3 when 0 then ${id('account')} end`,
    asked_settlement: at,
    settled_at: `case when ${stateOf(machines.redemption)} = 'settled' then ${later} end`,
    state: stateOf(machines.redemption),
    on_hold: isHeld,
  },
  'chains.operation': {
    id: id('operation'),
    chain: `'ETH'`,
    key: `'minter'`,
    purpose: oneOf('mint', 'withdrawal', 'redemption'),
    subject: `case n % 3 when 0 then ${id('mint')} when 1 then ${id('withdrawal')} else ${id('redemption')} end`,
    kind: `'mint'`,
    asset: `'VCHF'`,
    amount: 'n',
    request_id: hash('request'),
    txid: `case n % 2 when 0 then ${hash('attempt')} end`,
    state: `'final'`,
  },
  'chains.transaction': { id: id('transaction'), chain: `'ETH'`, key: `'minter'`, nonce: 'n', state: `'final'` },
  'chains.carried': { operation_id: id('operation'), transaction_id: id('transaction') },
  'chains.attempt': {
    chain: `'ETH'`,
    hash: hash('attempt'),
    transaction_id: id('transaction'),
    number: '1',
    raw: `'\\x00'`,
    terms: `'{}'`,
  },
  'rails.rail': {
    id: id('rail'),
    institution_id: 'institution',
    clreqid: `'r-' || n`,
    railtype: oneOf('FiatToStablecoin', 'StablecoinToFiat'),
    sender: party,
    recipient: `case n % 3 when 0 then ${party} end`,
    asset: `'VCHF'`,
    currency: `'CHF'`,
    blockchain: `'ETH'`,
    destination: hash('wallet'),
    address_id: `case n % 2 when 0 then ${id('address')} end`,
    funding: `case n % 2 when 0
      then jsonb_build_object('iban', 'CH93', 'bic', 'UATBCHZZXXX', 'accountname', 'Specie', 'reference', 'R' || n, 'currency', 'CHF')
      else jsonb_build_object('address', 'a' || n, 'memo', null, 'blockchain', 'ETH', 'asset', 'VCHF', 'min_amount', '1') end`,
    state: stateOf(machines.payment_rail),
    on_hold: isHeld,
  },
  'rails.payment': {
    id: id('payment'),
    institution_id: 'institution',
    rail_id: id('rail', 'n % 50'),
    source: `'ETH/' || ${hash('payment')} || '/' || n`,
    received: 'n * 10007',
    received_currency: oneOf('CHF', 'VCHF'),
    sent: `case n % 3 when 0 then n * 10001 end`,
    sent_currency: oneOf('VCHF', 'CHF'),
    commission: 'n',
    spread: 'n % 10',
    blockchain: `case n % 2 when 1 then 'ETH' end`,
    txid: `case n % 4 when 0 then ${hash('attempt')} end`,
    bankref: `case n % 4 when 1 then 'B' || n end`,
    legs: `'[{"leg":"received","status":"completed","at":"2026-11-01T12:00:00.000Z","ref":"R1"},
      {"leg":"conversion","status":"completed","at":"2026-11-01T12:00:01.000Z","ref":null},
      {"leg":"delivered","status":"completed","at":"2026-11-01T12:00:02.000Z","ref":"D1"}]'::jsonb`,
    completed_at: `case when ${stateOf(machines.payment)} = 'completed' then ${later} end`,
    state: stateOf(machines.payment),
    on_hold: isHeld,
  },
  'trading.client_order': {
    id: id('order'),
    institution_id: 'institution',
    clordid: `'o-' || n`,
    symbol: filled.symbol,
    side: oneOf('Buy', 'Sell', 'Sell'),
    qty: filled.qty,
    price: filled.price,
    amount: filled.amount,
    fee: 'n % 50',
    fills: `'[]'`,
    error: `case n % 6 when 5 then 'insufficient_balance' end`,
    trade_id: `case n % 6 when 5 then null else ${id('order')} end`,
    state: oneOf('Filled', 'Filled', 'Filled', 'Filled', 'Filled', 'Rejected'),
  },
  'trading.conversion': {
    id: id('conversion'),
    institution_id: 'institution',
    clreqid: `'c-' || n`,
    symbol: filled.symbol,
    side: oneOf('Buy', 'Sell', 'Sell'),
    qty: `case n % 6 when 5 then 0 else ${filled.qty} end`,
    amount: `case n % 6 when 5 then 0 else ${filled.amount} end`,
    fee: 'case n % 6 when 5 then 0 else n % 50 end',
    status: oneOf('completed', 'completed', 'completed', 'completed', 'completed', 'rejected'),
    reason: `case n % 6 when 5 then 'insufficient_balance' end`,
  },
}

/** Fills each list of this institution with this number of rows. */
export async function fillLists(owner: Db, institutionId: string, many: number): Promise<void> {
  await inBulk(owner, async (tx) => {
    for (const [table, columns] of Object.entries(rows)) await fill(tx, table, columns, institutionId, many)
    await tx.query(
      `insert into compliance.hold (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at)
       select gen_random_uuid(), $1, kind, ${uuid('kind || n')}, 'aml_review', 'placed', ${at}, ${at}
       from generate_series(0, $2::int, 25) n,
         unnest('{mint,redemption,withdrawal,deposit,wire,rail,payment}'::text[]) kind`,
      [institutionId, many],
    )
  })
  await owner.query('vacuum analyze')
}

const times: { readonly [column: string]: string } = { created_at: at, updated_at: later }

async function fill(
  tx: Tx,
  table: string,
  columns: { readonly [column: string]: string },
  institutionId: string,
  many: number,
): Promise<void> {
  const found = await tx.query<{ name: string }>(
    `select attname as name from pg_attribute
     where attrelid = $1::regclass and attname in ('created_at', 'updated_at') and attnum > 0`,
    [table],
  )
  const all = { ...columns, ...Object.fromEntries(found.map(({ name }) => [name, times[name]!])) }
  await tx.query(
    `insert into ${table} (${Object.keys(all).join(', ')}) select ${Object.values(all).join(', ')}
     from (select $1::uuid) institution (institution), generate_series(1, $2::int) n`,
    [institutionId, many],
  )
}
