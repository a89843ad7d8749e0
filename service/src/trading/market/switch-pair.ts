import { assets } from '@specie/protocol/assets.ts'
import type { PayloadOf } from '@specie/protocol/people/approvals/payloads.ts'
import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { badRequest } from '../../base/http/errors.ts'
import { forgetPinnedRanges } from '../../markets/rate/refresh.ts'
import type { By } from '../../base/state-machine/move.ts'
import { haltedAgain } from '../../people/approval/refusal.ts'
import type { ApprovalActor, Description } from '../../base/approvable.ts'
import { type Pair, pairOf } from './pair.ts'

/**
 * Takes a pair off the market, with a reason; one person is enough. It takes effect in every process with the commit,
 * because an order names the version that it was decided on. Returns false when nothing changed.
 */
export function haltPair({ db }: Pick<Env, 'db'>, symbol: string, { actor, why, at, from }: By): Promise<boolean> {
  pairOf(symbol)
  return db.tx(async (tx) => {
    const halted = await tx.query(halt, [symbol, at, why])
    if (halted.length === 0) return false
    audit(tx, { actor, action: 'pair.halted', subject: symbol, detail: { why, ...from } })
    return true
  })
}

export async function isHalted(sql: Sql, symbol: string): Promise<boolean> {
  const found = await sql.query('select 1 from trading.pair where symbol = $1 and halted is not null', [
    pairOf(symbol).symbol,
  ])
  return found.length > 0
}

/** The act of an approved `pair.resume`: the pair trades again. */
export async function resumePair(
  _env: Env,
  tx: Tx,
  { symbol, halt: seen }: PayloadOf<'pair.resume'>,
  { maker, checker, why, at }: ApprovalActor,
): Promise<void> {
  const pair = pairOf(symbol)
  const [resumed] = await tx.query<{ halt: string }>(resume, [symbol, at])
  if (!resumed) throw badRequest('halted', `${symbol} is not halted.`, 'symbol')
  if (resumed.halt !== seen) throw haltedAgain(symbol, 'symbol')
  await forgetPrices(tx, pair)
  audit(tx, { actor: checker, action: 'pair.resumed', subject: symbol, detail: { maker, why } })
}

/** The halt to end. */
export async function completePairResume(
  _env: Env,
  tx: Tx,
  payload: PayloadOf<'pair.resume'>,
): Promise<PayloadOf<'pair.resume'>> {
  const [pair] = await tx.query<{ halt: string }>('select version::text as halt from trading.pair where symbol = $1', [
    payload.symbol,
  ])
  return { ...pair, ...payload }
}

export const describePairResume = async (
  _env: Env,
  _sql: Sql,
  { symbol }: PayloadOf<'pair.resume'>,
): Promise<Description> => ({ title: `Resume trading of ${symbol}`, institutionId: null })

/**
 * Called when two members of staff have reviewed the trades and the price of a pair. From then on, fills are not valued at
 * a price from before the reference jumped. The desk's counts also start again (trading.assert_pair_resumed).
 */
async function forgetPrices(tx: Tx, { base, quote }: Pair): Promise<void> {
  const [one, other] = [base, quote].map((asset) => assets[asset].fiat ?? asset)
  await forgetPinnedRanges(tx, [`${one}/${other}`, `${other}/${one}`])
}

const halt = `
  insert into trading.pair as pair (symbol, updated_at, halted) values ($1, $2, $3)
  on conflict (symbol) do update
    set halted = excluded.halted, version = pair.version + 1, updated_at = excluded.updated_at
    where pair.halted is distinct from excluded.halted
  returning 1`

const resume = `
  update trading.pair set halted = null, version = version + 1, updated_at = $2
  where symbol = $1 and halted is not null returning (version - 1)::text as halt`
