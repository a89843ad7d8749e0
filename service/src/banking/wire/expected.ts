import type { BankEntry } from '@specie/payments/camt.ts'
import { isScorReference } from '@specie/payments/reference.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { OwnAccount } from '../../base/ports/ports.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import type { BankCase } from '../reconciliation/cases.ts'
import type { KnownEntry } from '../file/entries.ts'

// Wires that pay what a provider owes us. They are known by a reference that we gave, and are nobody's deposit.

export type Expected = {
  /** A creditor reference (ISO 11649). */
  reference: string
  currency: OwnAccount['currency']
  amount: bigint
  kind: 'conversion' | 'rail'
  /** What it is for, and who is told. */
  subject: string
  provider: string
  /** The provider has sold, and owes it. */
  owed: boolean
}

/** Known here by name alone: who waits for the money stands a floor above. */
const jobOf: { readonly [kind in Expected['kind']]: string } = {
  conversion: 'issuance.conversions',
  rail: 'rails.payments',
}

/** From now on a wire with this reference is taken for what it is. Say so before the provider can send it. */
export async function expectWire(tx: Tx, expected: Omit<Expected, 'owed'>, at: Date): Promise<void> {
  const { reference, currency, amount, kind, subject, provider } = expected
  await tx.query(
    `insert into banking.expected (reference, currency, amount, kind, subject, provider, created_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [reference, currency, amount, kind, subject, provider, at],
  )
}

/** From now on it is owed: `journals` have it as the provider's debt. */
export async function bookOwed(env: Env, tx: Tx, reference: string, journals: readonly Journal[]): Promise<void> {
  // Before the accounts: the bank's import locks them in this order, and would wait for us in a circle.
  await tx.query('update banking.expected set owed = true where reference = $1', [reference])
  await postIn(env, tx, journals)
}

type Row = Expected & { entry_id: bigint | null }

export type Sorted<E> = {
  /** Entries that are just what we wait for. */
  expected: Map<E, Expected>
  /** Entries that quote such a reference and are not: again, or another amount. They are money of unknown purpose. */
  cases: BankCase[]
}

/** Looks among wires for those that we wait for; each is taken once. */
export async function sortExpected<E extends KnownEntry>(tx: Tx, arrived: readonly E[]): Promise<Sorted<E>> {
  const sorted: Sorted<E> = { expected: new Map(), cases: [] }
  const quoted = new Map(arrived.flatMap((one) => (referenceIn(one.entry) ? [[one, referenceIn(one.entry)!]] : [])))
  if (quoted.size === 0) return sorted
  const rows = await tx.query<Row>('select * from banking.expected where reference = any($1) for update', [
    [...quoted.values()],
  ])
  const rowOf = new Map(rows.map((row) => [row.reference, row]))
  const taken = new Set<string>()
  for (const [one, reference] of quoted) {
    const row = rowOf.get(reference)
    if (!row) continue
    const problem = taken.has(reference) ? `Another wire with ${reference} came.` : misfit(row, one.entry)
    if (problem === null) {
      taken.add(reference)
      sorted.expected.set(one, row)
    } else sorted.cases.push(caseOf(one, row, problem))
  }
  return sorted
}

/** Structured where the bank carries it so, otherwise somewhere in the text. */
export function referenceIn({ reference, unstructured }: BankEntry): string | null {
  if (reference.value !== null) return reference.value
  const words = unstructured?.toUpperCase().split(/[^A-Z0-9]+/) ?? []
  return words.find(isScorReference) ?? null
}

function misfit({ reference, currency, amount, entry_id }: Row, entry: BankEntry): string | null {
  if (entry_id !== null) return `The wire with ${reference} came before, and this is another one.`
  if (entry.currency !== currency || entry.amount !== amount)
    return `The wire with ${reference} should bring ${amount} ${currency} (minor units), not ${entry.amount} ${entry.currency}.`
  return null
}

const caseOf = ({ id, account, entry }: KnownEntry, { kind, subject }: Row, problem: string): BankCase => ({
  kind: 'unmatched_entry',
  cause: `${account}/${entry.bankref}`,
  entryId: id,
  detail: { bankref: entry.bankref, problem, [kind]: subject },
})

/** The provider has paid. Answers why the entry must wait instead: it may come before we know that it is owed. */
export async function bookExpected(
  env: Env,
  tx: Tx,
  expected: Expected,
  { id, entry }: KnownEntry,
): Promise<string | null> {
  const { reference, currency, amount, kind, subject, provider, owed } = expected
  if (!owed) return `The wire with ${reference} came, but ${provider} has not told us that it owes it.`
  await postIn(env, tx, [
    {
      key: `expected:${reference}`,
      kind: `${kind}_wired`,
      lines: [
        debit(account('client', 'bank', currency), amount),
        credit(account('client', 'provider_fiat', provider, currency), amount),
      ],
      meta: { ref: subject, bankref: entry.bankref, value: entry.valueDate },
    },
  ])
  await tx.query('update banking.expected set entry_id = $2 where reference = $1', [reference, id])
  env.jobs.wake(tx, jobOf[kind])
  return null
}
