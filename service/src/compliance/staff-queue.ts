import { type HeldKind, type HoldReason, holdReasonWords } from '@specie/protocol/holds.ts'
import type { Env } from '../base/env.ts'
import { amountText } from '@specie/protocol/money.ts'
import { type QueueRow, staffQueue } from '../base/staff-queue.ts'
import { holdDetailsOf, type HoldDetails } from './held-items.ts'

type Row = QueueRow & { subject_kind: HeldKind; subject_id: string; reason: HoldReason }

/**
 * Holds that staff must decide. Left out: a hold on a next item waits for that item; a hold caused by another one is
 * decided together with it; the institution itself decides `approval_required`; `account_suspended` follows its
 * standing.
 */
export const openHolds = staffQueue<Row>({
  kind: 'hold',
  decidedOnItsPage: true,
  select: `
    select id::text, institution_id, coalesce(hit_at, created_at) as since, null::timestamptz as due, state, subject_kind,
      subject_id, reason
    from compliance.hold
    where state in ('placed', 'under_review') and subject_id is not null and subject_kind is not null
      and cause is null and reason not in ('approval_required', 'account_suspended')`,
  titles: heldTitles,
})

async function heldTitles(env: Env, rows: readonly Row[]): Promise<string[]> {
  const facts = new Map<string, HoldDetails>()
  for (const [kind, some] of Map.groupBy(rows, (row) => row.subject_kind)) {
    const found = await holdDetailsOf(
      env,
      kind,
      some.map((row) => row.subject_id),
    )
    for (const [id, one] of found) facts.set(id, one)
  }
  return rows.map(({ subject_kind, subject_id, reason }) => {
    const what = heldTitle(subject_kind, facts.get(subject_id))
    return `${what} on hold: ${holdReasonWords[reason]}`
  })
}

/** `Withdrawal of 180,000.00 VGBP` */
export function heldTitle(kind: HeldKind, facts: HoldDetails | undefined): string {
  const name = kind[0]!.toUpperCase() + kind.slice(1)
  if (!facts || facts.asset === null || facts.amount === null) return name
  return `${name} of ${amountText({ asset: facts.asset, minor: facts.amount })}`
}
