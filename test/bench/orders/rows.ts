import { systemClock } from '@specie/service/base/clock.ts'
import type { Db, Tx } from '@specie/service/base/database/db.ts'
import { account } from '@specie/service/ledger/chart.ts'
import { house } from '@specie/service/ledger/house.ts'
import { credit, debit } from '@specie/service/ledger/posting/journal.ts'
import { post } from '../../src/post.ts'
import { check } from '../../src/checks.ts'

// The rows of the database before the first order, and the invariants after the last.

/** Ids in chronological order, like those made from the time. */
export const institutionId = (n: number): string => `00000000-0000-7000-9000-${n.toString(16).padStart(12, '0')}`
const idOf = (n: string) => `('00000000-0000-7000-9000-' || lpad(to_hex(${n}), 12, '0'))::uuid`

/** In bulk, past the triggers that keep a history of every step. */
export const inBulk = (owner: Db, work: (tx: Tx) => Promise<unknown>): Promise<void> =>
  owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await work(tx)
  })

/** Continues up to this number: approved, with both agreements and a key without an owner. */
export async function foundInstitutions(owner: Db, many: number, from = 0): Promise<void> {
  await inBulk(owner, async (tx) => {
    const range = [from, many - 1]
    await tx.query(
      `insert into directory.institution (id, name, created_at)
       select ${idOf('n')}, 'Institution ' || n, now() from generate_series($1::int, $2::int) n`,
      range,
    )
    await tx.query(
      `insert into onboarding.kyb_case (id, institution_id, state, created_at, updated_at)
       select gen_random_uuid(), ${idOf('n')}, 'approved', now(), now() from generate_series($1::int, $2::int) n`,
      range,
    )
    await tx.query(
      `insert into onboarding.agreement (id, institution_id, product, version, state, created_at, updated_at)
       select gen_random_uuid(), ${idOf('n')}, product, '1', 'active', now(), now()
       from generate_series($1::int, $2::int) n, unnest('{stablecoin_issuance,crypto_conversion}'::text[]) product`,
      range,
    )
    await tx.query(
      `with made as (
         insert into access.api_key (id, institution_id, spki, label, scopes, state, created_at, updated_at)
         select gen_random_uuid(), ${idOf('n')}, sha512(n::text::bytea), 'idle', '{read}', 'active', now(), now()
         from generate_series($1::int, $2::int) n returning id
       )
       insert into access.key_use (key_id) select id from made`,
      range,
    )
  })
}

/** Distributes the keys among all institutions; the service must be restarted, because it caches them. */
export async function giveKeys(owner: Db, keys: readonly string[]): Promise<void> {
  await inBulk(owner, async (tx) => {
    const [row] = await tx.query<{ many: bigint }>(`select count(*) as many from onboarding.kyb_case`)
    await tx.query(
      `with made as (
         insert into access.api_key (id, institution_id, spki, label, scopes, state, proven_at, created_at, updated_at)
         select gen_random_uuid(), ${idOf('((n * greatest(1, $2::bigint / cardinality($1::text[]))) % $2::bigint)')},
           decode(key, 'base64'), 'bench', '{read,trade}', 'active', now(), now(), now()
         from unnest($1::text[]) with ordinality k (key, n)
         on conflict (spki) where proven_at is not null do update set institution_id = excluded.institution_id returning id
       )
       insert into access.key_use (key_id) select id from made on conflict do nothing`,
      [keys, row!.many],
    )
  })
}

const inventory = { CHF: 10n ** 17n, VCHF: 10n ** 21n }
const each = { CHF: 10n ** 11n, VCHF: 10n ** 15n }
/** The number that one journal may contain without taking seconds. */
const atOnce = 5_000

/** The house and every institution from `from` on get francs and coins. */
export async function fund(app: Db, many: number, from = 0): Promise<void> {
  for (let first = from; first < many; first += atOnce) {
    const ids = Array.from({ length: Math.min(atOnce, many - first) }, (_, i) => institutionId(first + i))
    const lots = ids.map((id) => ({ id, ...each }))
    if (first === 0) lots.push({ id: house, ...inventory })
    const total = (asset: 'CHF' | 'VCHF') => lots.reduce((sum, lot) => sum + lot[asset], 0n)
    await post(
      { db: app, clock: systemClock },
      {
        key: `endowment:${first}`,
        kind: 'bench',
        lines: [
          debit(account('client', 'bank', 'CHF'), total('CHF')),
          debit(account('client', 'omnibus', 'ETH', 'VCHF'), total('VCHF')),
          ...lots.flatMap((lot) => [
            credit(account('client', 'available', lot.id, 'CHF'), lot.CHF),
            credit(account('client', 'available', lot.id, 'VCHF'), lot.VCHF),
          ]),
        ],
      },
    )
  }
}

/** The market stands still: the house fills every order at the same price. */
export async function setBook(owner: Db): Promise<void> {
  await owner.query(
    `insert into trading.pair (symbol, book, updated_at) values
     ('VCHF/CHF', '{"bids":[["0.9999","1000000"]],"asks":[["1.0001","1000000"]]}', now())`,
  )
}

/** Throws unless the books hold and every order is one trade, one journal and the change of the balances. */
export async function verified(app: Db, answered: number): Promise<void> {
  const broken = (await check(app)).filter((row) => !row.ok)
  if (broken.length > 0) throw new Error(`The ledger broke under load: ${JSON.stringify(broken)}`)
  const [row] = await app.query<Counted>(`
    with moved as (
      select institution_id::text as owner,
        case side when 'Buy' then -amount else amount end as chf,
        case side when 'Buy' then qty else -qty end as vchf
      from trading.client_order where state = 'Filled'
    ), clients as (
      select owner, sum(chf) as chf, sum(vchf) as vchf from moved group by owner
      union all select '${house}', -sum(chf), -sum(vchf) from moved
    ), booked as (
      select a.owner, sum(-e.amount) filter (where a.asset = 'CHF') as chf,
        sum(-e.amount) filter (where a.asset = 'VCHF') as vchf
      from ledger.entry e join ledger.account a on a.id = e.account_id join ledger.journal j on j.id = e.journal_id
      where j.kind = 'order_filled' group by a.owner
    )
    select (select count(*) from moved) as orders,
      (select count(distinct trade_id) from trading.client_order) as trades,
      (select count(*) from ledger.journal where kind = 'order_filled') as journals,
      (select count(*) from trading.client_order where state <> 'Filled') as rejected,
      (select count(*) from clients full join booked using (owner)
       where (clients.chf, clients.vchf) is distinct from (booked.chf, booked.vchf)) as differences`)
  const { orders, trades, journals, rejected, differences } = row!
  const wanted = BigInt(answered)
  if (orders !== wanted || trades !== wanted || journals !== wanted || rejected > 0n || differences > 0n) {
    throw new Error(
      `${answered} orders were answered as filled, but the books have ${orders} orders, ${trades} trades and ` +
        `${journals} journals, ${rejected} were rejected and ${differences} balances do not agree.`,
    )
  }
}

type Counted = { orders: bigint; trades: bigint; journals: bigint; rejected: bigint; differences: bigint }
