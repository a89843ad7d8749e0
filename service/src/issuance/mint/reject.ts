import { idsOf, moveWherePossible, moveRows, byService, type Work } from '../../base/state-machine/transitions.ts'
import { isWithSender, progressOf, takeBack } from '../../chains/outbox/operations.ts'
import { conclude, rejectedRows, rejectionWords } from '../../compliance/screening.ts'
import { postIn } from '../../ledger/posting/post.ts'
import { failed, isConverted, type Mint, mintMachine, rejected, refunded } from './row.ts'

// Mints rejected after review, in any state. Money is released while nothing is signed. Existing coins belong to the
// institution: their mint continues. The outcome of a signed transaction is awaited, since it may never be mined. A mint in
// conversion is rejected in funding/reject.ts.

export const rejectMints: Work = async (env, tx) => {
  const rows = await rejectedRows<Mint>(tx, mintMachine, `state <> 'funding'`)
  if (rows.length === 0) return 0
  const progress = await progressOf(tx, 'mint', idsOf(rows))
  const ready = await conclude(
    env,
    tx,
    rows.filter((mint) => !isWithSender(progress(mint))),
  )
  const isQueued = (mint: Mint) => progress(mint) === 'queued'
  const queued = ready.filter(isQueued)
  const before = ready.filter((mint) => ['held', 'funded', 'waiting_reserve'].includes(mint.state))
  const wordsOf = await rejectionWords(tx, ready)
  for (const [reason, some] of Map.groupBy(queued, wordsOf)) await takeBack(env, tx, 'mint', idsOf(some), reason)
  await postIn(env, tx, [...queued.map(failed), ...before.flatMap(journalsOf)])
  const by = byService(env, 'reject decided')
  const sending = await moveWherePossible(tx, mintMachine, queued, 'replace', by)
  for (const [reason, some] of Map.groupBy([...before, ...sending], wordsOf))
    await moveRows(tx, mintMachine, some, 'reject', by, { reason })
  return ready.length
}

/** A held mint that must be converted first has no money on hold. */
function journalsOf(mint: Mint) {
  if (mint.state !== 'held') return [refunded(mint)]
  return isConverted(mint) ? [] : [rejected(mint)]
}
