import { assets } from '@specie/protocol/assets.ts'
import { chains } from '@specie/protocol/chains.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import type { Sql } from '../base/database/db.ts'
import type { Env } from '../base/env.ts'
import { change, code, counted, evidence, type Fact, text, time } from '../base/facts.ts'
import { historyOf, pulledNow } from '../compliance/switch/row.ts'
import { actorText } from '../directory/facts.ts'

// The requests about chains for the people who decide on them.

/** `chain.resume`: what stopped the reading, and what is read again. */
export async function resumeFacts(
  _env: Env,
  sql: Sql,
  { blockchain, from }: PayloadOf<'chain.resume'>,
): Promise<Fact[]> {
  const [cursor] = await sql.query<{ final: bigint; read_at: Date; problem: string | null }>(
    'select final, read_at, problem from chains.cursor where chain = $1',
    [blockchain],
  )
  const [known] = await sql.query<{ movements: bigint }>(
    `select count(*) as movements from chains.movement where chain = $1 and state = 'final' and height > $2`,
    [blockchain, from],
  )
  const halted = (await pulledNow(sql)).flatMap(({ what }) => (what.startsWith('mint:') ? what.slice(5) : []))
  return [
    text('Chain', chains[blockchain].name),
    text('Reading', cursor?.problem == null ? 'not stopped' : 'stopped'),
    text('Problem', cursor?.problem ?? null),
    time('Last read', cursor?.read_at ?? null),
    change('Read up to block', cursor === undefined ? null : String(cursor.final), from),
    text('Outcome', 'Movements that are gone from the chain are reversed, missing ones are added.', { part: 'effect' }),
    evidence(text('Final movements above that block', counted(known!.movements, 'movement'))),
    text('Minting halted', halted.join(', ') || 'no coin', { part: 'unchanged' }),
  ]
}

/** `mint.resume`: who halted the coin, when and why. */
export async function mintResumeFacts(_env: Env, sql: Sql, { asset, halt }: PayloadOf<'mint.resume'>): Promise<Fact[]> {
  const last = await historyOf(sql, `mint:${asset}`)
  return [
    text('Coin', asset),
    ...(last
      ? [
          text('Reason of the halt', last.reason),
          text('Halted by', await actorText(sql, last.actor)),
          time('Halted', last.at),
        ]
      : []),
    change('Minting', last && !last.lifted ? 'halted' : 'allowed', 'allowed'),
    evidence(text('This halt', last?.at.toISOString() === halt ? 'is the current one' : 'is not the current one')),
    evidence(text('Halts so far', counted(last?.times ?? 0n, 'halt'))),
  ]
}

/** `chain.contract`: the contract, and those of the same coin elsewhere. */
export async function contractFacts(
  _env: Env,
  sql: Sql,
  { blockchain, asset, address }: PayloadOf<'chain.contract'>,
): Promise<Fact[]> {
  const recorded = await sql.query<{ chain: keyof typeof chains; address: string }>(
    'select chain, address from chains.contract where asset = $1 order by chain',
    [asset],
  )
  const known = recorded.find(({ chain }) => chain === blockchain)
  return [
    text('Coin', asset, { note: assets[asset].name }),
    text('Chain', chains[blockchain].name),
    code('Contract', address, { part: 'effect', before: known?.address ?? 'none' }),
    text('Outcome', 'Its transfers to our addresses are credited. A contract is never replaced.', { part: 'effect' }),
    ...recorded
      .filter(({ chain }) => chain !== blockchain)
      .map((one) => evidence(code(`Contract on ${chains[one.chain].name}`, one.address))),
  ]
}
