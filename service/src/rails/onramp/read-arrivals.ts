import { machines } from '@specie/protocol/machines.ts'
import { openCase } from '../../banking/reconciliation/cases.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { withFaultPoint } from '../../base/faults.ts'
import { setActor } from '../../base/state-machine/move.ts'
import type { Arrival, Provider } from '../../base/ports/provider.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { receivedJournal } from './journals.ts'
import { isNew, type Payment } from '../payment/row.ts'
import type { Rail } from '../rail/row.ts'

// Arrivals at the provider become payments.

/**
 * Reads the arrivals since the last reading; returns how many there were. Without a collecting rail the provider is not
 * called.
 */
export async function readArrivals(env: Env, provider: Provider): Promise<number> {
  if (!(await isCollecting(env.db))) return 0
  for (let total = 0; ;) {
    const after = await readUpTo(env.db, provider)
    const arrivals = (await provider.arrivals(after)).filter((one) => one.number > after)
    if (arrivals.length === 0) return total
    await withFaultPoint(env, 'payment.received', () => env.db.tx((tx) => store(env, tx, provider, arrivals)))
    total += arrivals.length
  }
}

export async function isCollecting(sql: Sql): Promise<boolean> {
  const rows = await sql.query(
    `select 1 from rails.rail where funding ->> 'reference' is not null order by funding ->> 'reference' limit 1`,
  )
  return rows.length > 0
}

async function readUpTo(sql: Sql, { name }: Provider): Promise<number> {
  const [row] = await sql.query<{ number: bigint }>('select number from rails.cursor where provider = $1', [name])
  return Number(row?.number ?? 0)
}

/** Payments, their journals and the read position, in one transaction. No arrival is lost or taken twice. */
async function store(env: Env, tx: Tx, provider: Provider, arrivals: readonly Arrival[]): Promise<void> {
  const at = env.clock.now()
  // First: a concurrent reader of the same arrivals waits here, and then finds them stored.
  await tx.query(
    `insert into rails.cursor (provider, number) values ($1, $2)
     on conflict (provider) do update set number = greatest(cursor.number, excluded.number)`,
    [provider.name, Math.max(...arrivals.map((one) => one.number))],
  )
  const rails = await collecting(tx, arrivals)
  const payments = arrivals.flatMap((arrival) => {
    const rail = rails.get(arrival.reference)
    return rail && isReadable(arrival) ? [rowOf(env, provider, arrival, rail, at)] : []
  })
  await setActor(tx, { actor: 'provider', why: 'fiat has arrived', at })
  const begun = await tx.query<Payment>(
    `insert into rails.payment (id, institution_id, rail_id, source, received, received_currency, sent_currency, payer, legs,
       state, created_at, updated_at)
     select id, institution_id, rail_id, source, received, received_currency, sent_currency, payer, legs, $2, $3, $3
     from jsonb_to_recordset($1) as arrivals (id uuid, institution_id uuid, rail_id uuid, source text, received numeric,
       received_currency text, sent_currency text, payer jsonb, legs jsonb)
     where ${isNew} on conflict (source) do nothing returning *`,
    [JSON.stringify(payments), machines.payment.initial, at],
  )
  await postIn(
    env,
    tx,
    begun.map((payment) => receivedJournal(payment)),
  )
  for (const arrival of arrivals) {
    if (!isReadable(arrival)) await raise(tx, arrival, unreadable(provider, arrival), at)
    else if (!rails.has(arrival.reference)) await raise(tx, arrival, unknown(provider, arrival), at)
  }
}

type Readable = Arrival & { [part in 'currency' | 'amount' | 'payer']: NonNullable<Arrival[part]> }

const isReadable = (arrival: Arrival): arrival is Readable =>
  arrival.currency !== null && arrival.payer !== null && arrival.amount !== null && arrival.amount > 0n

type Collecting = Pick<Rail, 'id' | 'institution_id' | 'asset'> & { reference: string }

/** The rails of these collections, in any state. The money is theirs. */
async function collecting(tx: Tx, arrivals: readonly Arrival[]): Promise<Map<string, Collecting>> {
  const rows = await tx.query<Collecting>(
    `select id, institution_id, asset, funding ->> 'reference' as reference from rails.rail
     where railtype = 'FiatToStablecoin' and funding ->> 'reference' = any($1)`,
    [arrivals.map((one) => one.reference)],
  )
  return new Map(rows.map((row) => [row.reference, row]))
}

/** Amounts are text: JSON has no bigint. */
function rowOf(env: Env, { name }: Provider, arrival: Readable, rail: Collecting, at: Date) {
  return {
    id: env.ids.uuid(at),
    institution_id: rail.institution_id,
    rail_id: rail.id,
    source: `${name}/${arrival.id}`,
    received: String(arrival.amount),
    received_currency: arrival.currency,
    sent_currency: rail.asset,
    payer: arrival.payer,
    legs: [{ leg: 'received', status: 'arrived', at: at.toISOString(), ref: arrival.id }],
  }
}

/** The reference belongs to none of our rails. An operator finds the owner and asks the provider to return the money. */
const unknown = ({ name }: Provider, { reference, currency, amount, payer }: Readable): string =>
  `${amount} ${currency} (minor units) of ${payer.name} arrived at ${name} with the reference ${reference}, which belongs to no rail.`

/** An operator asks the provider about it. */
const unreadable = ({ name }: Provider, { reference, payer }: Arrival): string =>
  `Money of ${payer?.name ?? 'an unknown payer'} arrived at ${name} for ${reference || 'no reference'}, but its amount is zero, or the provider’s message is unreadable.`

/** It is not in our books. */
async function raise(tx: Tx, { id, reference }: Arrival, problem: string, at: Date): Promise<void> {
  await openCase(tx, { kind: 'provider_statement', cause: id, detail: { arrival: id, reference, problem } }, at)
}
