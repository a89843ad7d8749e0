import { formatAccountId } from '@specie/payments/account.ts'
import { amountText } from '@specie/protocol/money.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { normalName } from '../../base/party-names.ts'
import { code, counted, evidence, type Fact, money, moneyChange, text, thing, time, words } from '../../base/facts.ts'
import { institutionFact } from '../../directory/facts.ts'
import { institutionNames } from '../../directory/institutions.ts'
import { balanceOf } from '../../ledger/balances.ts'
import { account, type Account } from '../../ledger/chart.ts'
import { lotAccount, lotOf, type Wire } from './row.ts'
import { returnTarget } from './send-back.ts'

// An incoming wire for the people who decide on it.

/** Who sent what, to which of our accounts. */
export async function wireFacts(sql: Sql, wire: Wire): Promise<Fact[]> {
  const { currency: asset, amount: minor, id } = wire
  return [
    thing('Wire', `${amountText({ asset, minor })} from ${wire.sender_name ?? 'an unknown sender'}`, 'wire', id),
    text('Sender', wire.sender_name ?? 'not named'),
    code('Sender’s account', wire.sender_account, { note: wire.sender_bic }),
    text('Reference', wire.reference),
    money('Amount', { asset, minor }),
    time('Value date', wire.value_date),
    code('Our account', ...(await ownAccountOf(sql, wire))),
    code('Bank’s reference', wire.bankref),
    text('State', words(wire.state), { note: wire.reason }),
  ]
}

async function ownAccountOf(sql: Sql, { entry_id, paid_to }: Wire): Promise<[string | null, { note: string | null }]> {
  const [own] = await sql.query<{ iban: string; purpose: string; currency: string }>(
    `select b.iban, b.purpose, b.currency from banking.entry e join banking.bank_account b on b.iban = e.account
     where e.id = $1`,
    [entry_id],
  )
  const note = own ? `${words(own.purpose)} in ${own.currency}` : null
  return [paid_to ?? own?.iban ?? null, { note }]
}

export async function wireFactsById(_env: Env, sql: Sql, id: string): Promise<Fact[]> {
  const wire = await wireOf(sql, id)
  return wire ? [...(await wireFacts(sql, wire)), ...(await senderFacts(sql, wire))] : []
}

async function wireOf(sql: Sql, id: string): Promise<Wire | undefined> {
  const [wire] = await sql.query<Wire>('select * from banking.wire where id = $1', [id])
  return wire
}

/** What the service knows of the sender. */
async function senderFacts(sql: Sql, wire: Wire): Promise<Fact[]> {
  const earlier = await sql.query<{ institution_id: string; wires: bigint }>(
    `select institution_id, count(*) as wires from banking.wire
     where sender_account = $1 and id <> $2 and state = 'credited' group by institution_id order by 2 desc limit 5`,
    [wire.sender_account, wire.id],
  )
  const [reference] = await sql.query<{ institution_id: string }>(
    'select institution_id from banking.reference where (value, currency) = ($1, $2)',
    [wire.reference, wire.currency],
  )
  const ids = [...earlier, ...(reference ? [reference] : [])].map((row) => row.institution_id)
  const names = await institutionNames(sql, ids)
  const credited = earlier.map((row) => `${counted(row.wires, 'wire')} for ${names.get(row.institution_id)}`)
  return [
    evidence(text('Earlier wires from this account', credited.join(', ') || null)),
    evidence(text('The reference belongs to', reference ? names.get(reference.institution_id)! : 'no institution')),
  ]
}

/** `bank.send_back`: the sender gets it back, and the balance that has it now is debited. */
export async function sendBackFacts(_env: Env, sql: Sql, { wireid }: PayloadOf<'bank.send_back'>): Promise<Fact[]> {
  const wire = await wireOf(sql, wireid)
  if (!wire) return [text('Wire', 'not found')]
  const target = returnTarget(wire)
  const paid =
    'problem' in target ? text('Returned to', target.problem) : returned(wire, formatAccountId(target.account))
  return [
    ...(await wireFacts(sql, wire)),
    ...(wire.institution_id === null ? [] : [await institutionFact(sql, wire.institution_id, 'Owner')]),
    { ...paid, part: 'effect' },
    ...(await balanceFacts(sql, wire)),
    ...(await senderFacts(sql, wire)),
  ]
}

const returned = ({ sender_name }: Wire, number: string): Fact =>
  code('Returned to', number, { note: sender_name ?? null })

async function balanceFacts(sql: Sql, wire: Wire): Promise<Fact[]> {
  const lot = lotOf[wire.state]
  if (lot === null) return [text('Balance', 'It has already left the balance of its owner.', { part: 'effect' })]
  const from = lotAccount(lot, wire)
  return [await balanceChange(sql, await balanceLabel(sql, wire, lot), from, -wire.amount)]
}

async function balanceLabel(sql: Sql, { institution_id }: Wire, lot: string): Promise<string> {
  if (lot === 'unallocated' || institution_id === null) return unowned
  return `${lot === 'held' ? 'Held' : 'Pending'} balance of ${(await institutionNames(sql, [institution_id])).get(institution_id)}`
}

const unowned = 'Money without an owner'

async function balanceChange(sql: Sql, label: string, at: Account, by: bigint): Promise<Fact> {
  const now = await balanceOf(sql, at)
  return moneyChange(label, at.asset, now, now + by)
}

/** `wire.assign`: the institution becomes its owner. */
export async function assignmentFacts(
  _env: Env,
  sql: Sql,
  { wireid, institutionid }: PayloadOf<'wire.assign'>,
): Promise<Fact[]> {
  const wire = await wireOf(sql, wireid)
  const owner = await institutionFact(sql, institutionid, 'New owner')
  if (!wire) return [text('Wire', 'not found'), owner]
  const { currency, amount, sender_name } = wire
  const isSame = sender_name !== null && normalName(sender_name) === normalName(owner.value)
  return [
    ...(await wireFacts(sql, wire)),
    { ...owner, part: 'effect' },
    await balanceChange(sql, unowned, account('client', 'unallocated', currency), -amount),
    await balanceChange(
      sql,
      `Pending balance of ${owner.value}`,
      account('client', 'pending', institutionid, currency),
      amount,
    ),
    evidence(text('The sender’s name and the owner’s', isSame ? 'the same' : 'different')),
    ...(await senderFacts(sql, wire)),
  ]
}
