import { chains } from '@specie/protocol/chains.ts'
import { amountText } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { code, counted, evidence, type Fact, money, moneyChange, text, thing, time, words } from '../../base/facts.ts'
import { institutionFact } from '../../directory/facts.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { account } from '../../ledger/chart.ts'
import type { Deposit } from './row.ts'

// A deposit for the people who decide on it.

export async function depositFactsById(_env: Env, sql: Sql, id: string): Promise<Fact[]> {
  const deposit = await depositOf(sql, id)
  return deposit ? [...depositFacts(deposit), await senderFact(sql, deposit)] : []
}

async function depositOf(sql: Sql, id: string): Promise<Deposit | undefined> {
  const [deposit] = await sql.query<Deposit>('select * from transfers.deposit where id = $1', [id])
  return deposit
}

function depositFacts({
  id,
  asset,
  quantity: minor,
  blockchain,
  sender,
  address,
  txid,
  state,
  created_at,
}: Deposit): Fact[] {
  return [
    thing('Deposit', `${amountText({ asset, minor })} on ${chains[blockchain].name}`, 'deposit', id),
    money('Amount', { asset, minor }),
    text('Chain', chains[blockchain].name),
    code('Sent from', sender ?? 'no sender, because the coins were minted there'),
    code('Our address', address),
    code('Transaction', txid),
    time('Arrived', created_at),
    text('State', words(state)),
  ]
}

/** Who else has been sent money from the same address. */
async function senderFact(sql: Sql, { sender, id }: Deposit): Promise<Fact> {
  const earlier = await sql.query<{ institution_id: string; deposits: bigint }>(
    `select institution_id, count(*) as deposits from transfers.deposit
     where lower(sender) = lower($1) and id <> $2 and state = 'credited' and institution_id is not null
     group by institution_id order by 2 desc limit 5`,
    [sender, id],
  )
  const names = await institutionNames(
    sql,
    earlier.map((row) => row.institution_id),
  )
  const listed = earlier.map((row) => `${counted(row.deposits, 'deposit')} for ${names.get(row.institution_id)}`)
  return evidence(text('Earlier deposits from this address', listed.join(', ') || null))
}

/** `deposit.assign`: the institution becomes its owner. */
export async function assignmentFacts(
  _env: Env,
  sql: Sql,
  { depositid, institutionid }: PayloadOf<'deposit.assign'>,
): Promise<Fact[]> {
  const deposit = await depositOf(sql, depositid)
  const owner = await institutionFact(sql, institutionid, 'New owner')
  if (!deposit) return [text('Deposit', 'not found'), owner]
  const { asset, quantity } = deposit
  const [unowned, pending] = await Promise.all([
    balanceOf(sql, account('client', 'unallocated', asset)),
    balanceOf(sql, account('client', 'pending', institutionid, asset)),
  ])
  return [
    ...depositFacts(deposit),
    { ...owner, part: 'effect' },
    moneyChange('Coins without an owner', asset, unowned, unowned - quantity),
    moneyChange(`Pending balance of ${owner.value}`, asset, pending, pending + quantity),
    await senderFact(sql, deposit),
  ]
}
