import type { AssetCode } from '@specie/protocol/assets.ts'
import { batcher } from '../base/database/batcher.ts'
import type { Env } from '../base/env.ts'
import { type InProcess, perProcess } from '../base/per-process.ts'
import { type Admission, type AdmissionRequest, admissionColumns } from './admission/admission.ts'
import type { DeferredAdmission } from './admission/deferred-admission.ts'

/** In minor units, by asset; an asset that was never used is missing. `pending`: in transit or on hold. */
export type Balances = Map<AssetCode, { available: bigint; pending: bigint }>

type BalanceRequest = { readonly institutionId: string; readonly asked: AdmissionRequest | null }
type BalancesAnswer = { readonly refusal: Admission | null; readonly balances: Balances }

/**
 * The balances of the caller's institution, read by the statement that admits the caller. Credits known only from a
 * manually imported file are not in the ledger; they are shown as pending.
 */
export async function ownBalances(env: InProcess, institutionId: string, entry: DeferredAdmission): Promise<Balances> {
  const { refusal, balances } = await batcherOf(env).submit({ institutionId, asked: entry.pendingRequest() })
  entry.applyResult(refusal)
  return balances
}

const maxBatch = 256

const batcherOf = perProcess((env) => batcher<BalanceRequest, BalancesAnswer>((batch) => read(env, batch), maxBatch))

type Row = {
  n: bigint
  refusal: Exclude<Admission['outcome'], 'admitted'> | null
  highest_nonce: bigint
  retry_ms: number
  asset: AssetCode | null
  available: bigint
  pending: bigint
}

async function read({ db }: Env, batch: readonly BalanceRequest[]): Promise<BalancesAnswer[]> {
  const rows = await db.query<Row>({
    name: 'access.own_balances',
    text: `
      select o.n, a.refusals[o.n] as refusal, a.highest[o.n] as highest_nonce, a.waits[o.n] as retry_ms,
        b.asset, b.available, b.pending
      from access.admit($1, $2, $3) a cross join unnest($4::text[]) with ordinality o (owner, n)
      left join lateral (
        select asset, sum(available) as available, sum(pending) as pending from (
          select asset, case name when 'available' then balance else 0 end as available,
            case name when 'available' then 0 else balance end as pending
          from ledger.balance
          where pool = 'client' and owner = o.owner and name in ('available', 'pending', 'held')
          union all
          select currency, 0, amount from banking.unconfirmed_credit where institution_id = o.owner::uuid
        ) has group by asset
      ) b on a.refusals[o.n] is null`,
    values: [...admissionColumns(batch.map(({ asked }) => asked)), batch.map(({ institutionId }) => institutionId)],
  })
  const answers: BalancesAnswer[] = batch.map(() => ({ refusal: null, balances: new Map() }))
  for (const { n, refusal, highest_nonce, retry_ms, asset, available, pending } of rows) {
    const place = Number(n) - 1
    if (refusal !== null) {
      const { balances } = answers[place]!
      answers[place] = { refusal: { outcome: refusal, highestNonce: highest_nonce, retryMs: retry_ms }, balances }
    } else if (asset !== null) answers[place]!.balances.set(asset, { available, pending })
  }
  return answers
}
