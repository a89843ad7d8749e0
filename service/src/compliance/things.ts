import { type Machine, machines } from '@specie/protocol/machines.ts'
import type { Tx } from '../base/database/db.ts'

// What a hold can lie on: where it is kept, and the job that carries it on; known by name alone, for it stands a floor
// above.

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

/** The thing with this id, whatever it is, locked. Ids are never given twice. */
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

/** A hold on `whole` stops this part of it, too: for what moves by several operations, each with an id of its own. */
export async function stopTogether(tx: Tx, part: string, whole: string): Promise<void> {
  await tx.query('insert into compliance.part (id, whole) values ($1, $2)', [part, whole])
}
