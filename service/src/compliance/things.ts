import { type Machine, machines } from '@specie/protocol/machines.ts'
import type { Tx } from '../base/database/db.ts'

// The things that can be put on hold: their table, and the job that continues them. Jobs are named by text only, because
// they belong to rooms above this one.

export const things = {
  mint: { table: 'issuance.mint', machine: machines.mint, job: 'issuance.mints' },
  redemption: { table: 'issuance.redemption', machine: machines.redemption, job: 'issuance.redemptions' },
  withdrawal: { table: 'transfers.withdrawal', machine: machines.withdrawal, job: 'transfers.withdrawals' },
  deposit: { table: 'transfers.deposit', machine: machines.deposit, job: 'transfers.deposits' },
  wire: { table: 'banking.wire', machine: machines.wire, job: 'banking.wires' },
  rail: { table: 'rails.rail', machine: machines.payment_rail, job: 'rails.rails' },
  payment: { table: 'rails.payment', machine: machines.payment, job: 'rails.payments' },
} as const satisfies Record<string, { table: string; machine: Machine; job: string }>

export type HeldKind = keyof typeof things
export const heldKinds = Object.keys(things) as HeldKind[]

export const jobOf = Object.fromEntries(heldKinds.map((kind) => [kind, things[kind].job])) as Record<HeldKind, string>

export type Thing = { kind: HeldKind; id: string; institution_id: string | null; state: string }

/** Finds the thing with this id, of any kind, and locks it. Ids are unique across kinds. */
export async function lockThing(tx: Tx, id: string): Promise<Thing | null> {
  for (const kind of heldKinds) {
    const [row] = await tx.query<Omit<Thing, 'kind'>>(
      `select id, institution_id, state from ${things[kind].table} where id = $1 for update`,
      [id],
    )
    if (row) return { kind, ...row }
  }
  return null
}

/** A hold on `whole` also stops this part: for things that move by several operations with their own ids. */
export async function addPart(tx: Tx, part: string, whole: string): Promise<void> {
  await tx.query('insert into compliance.part (id, whole) values ($1, $2)', [part, whole])
}
