import type { BankEntry } from '@specie/payments/camt.ts'
import { isScorReference, scorReference } from '@specie/payments/reference.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { wakeAfter } from '../../base/gather-rooms.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { account } from '../../ledger/chart.ts'
import { takeBack } from '../../compliance/take-back.ts'
import { overdraftFor } from '../account/overdraft.ts'
import { credit, debit, type Journal } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'
import type { BankCase } from '../reconciliation/cases.ts'
import type { KnownEntry } from '../entry/entries.ts'

// Wires in which a provider pays its debts to us. They come from an account of the provider and quote our reference; they
// are no institution's deposit. From another payer, a wire with that reference is an ordinary deposit.

export const expectedKinds = ['conversion', 'rail'] as const

export type Expected = {
  /** A creditor reference (ISO 11649). */
  reference: string
  currency: OwnAccount['currency']
  amount: bigint
  kind: (typeof expectedKinds)[number]
  /** The conversion or rail payment it is for. */
  subject: string
  institution_id: string
  provider: string
  /** The provider has sold, and owes the proceeds. */
  owed: boolean
}

/** A reference that cannot be guessed: 20 random capitals and digits after the first letter of its kind. */
export const newReference = ({ ids }: Pick<Env, 'ids'>, kind: Expected['kind']): string =>
  scorReference(
    kind.slice(0, 1).toUpperCase() +
      BigInt(`0x${ids.secret(16).toString('hex')}`)
        .toString(36)
        .toUpperCase()
        .padStart(20, '0')
        .slice(-20),
  )

/** Registers a reference, so that a wire with it is recognised. Must be called before the provider can send the wire. */
export async function expectWire(tx: Tx, expected: Omit<Expected, 'owed'>, at: Date): Promise<void> {
  const { reference, currency, amount, kind, subject, institution_id, provider } = expected
  await tx.query(
    `insert into banking.expected (reference, currency, amount, kind, subject, institution_id, provider, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [reference, currency, amount, kind, subject, institution_id, provider, at],
  )
}

/** Marks the wire as owed; `journals` book the provider's debt. */
export async function bookOwed(env: Env, tx: Tx, reference: string, journals: readonly Journal[]): Promise<void> {
  // This lock comes before those of the accounts, as in the import; the reverse order could deadlock.
  await tx.query('update banking.expected set owed = true where reference = $1', [reference])
  await postIn(env, tx, journals)
}

/** An expected wire, and an entry that quotes its reference. */
type Row = Expected & { entry_id: bigint | null; quoting_id: bigint; paid_by_provider: boolean }

export type Matched<E> = {
  /** Entries that match an expected wire exactly. */
  expected: Map<E, Expected>
  /** Entries that quote such a reference but do not match: a repetition, another amount, or another payer. */
  cases: BankCase[]
}

/** Finds the expected wires among these; each reference is matched once. */
export async function matchExpected<E extends KnownEntry>(tx: Tx, arrived: readonly E[]): Promise<Matched<E>> {
  const result: Matched<E> = { expected: new Map(), cases: [] }
  const quoted = new Map(arrived.flatMap((wire) => (referenceIn(wire.entry) ? [[wire, referenceIn(wire.entry)!]] : [])))
  if (quoted.size === 0) return result
  const rows = await tx.query<Row>(
    `select x.*, entry.id as quoting_id, banking.is_paid_by(x.provider, coalesce(reported_detail, reported)) as paid_by_provider
     from unnest($1::bigint[], $2::text[]) quoted (id, reference) join banking.expected x using (reference)
     join banking.entry on entry.id = quoted.id for update of x`,
    [[...quoted.keys()].map(({ id }) => id), [...quoted.values()]],
  )
  const rowOf = new Map(rows.map((row) => [row.quoting_id, row]))
  const matched = new Set<string>()
  for (const [wire, reference] of quoted) {
    const row = rowOf.get(wire.id)
    if (!row) continue
    const problem =
      mismatch(row, wire.entry) ?? (matched.has(reference) ? `Another wire with ${reference} arrived.` : null)
    if (problem === null) {
      matched.add(reference)
      result.expected.set(wire, row)
    } else result.cases.push(caseOf(wire, row, problem))
  }
  return result
}

/** The structured reference, or otherwise a reference found in the text. */
export function referenceIn({ reference, unstructured }: BankEntry): string | null {
  if (reference.value !== null) return reference.value
  const words = unstructured?.toUpperCase().split(/[^A-Z0-9]+/) ?? []
  return words.find(isScorReference) ?? null
}

function mismatch({ reference, currency, amount, provider, ...row }: Row, entry: BankEntry): string | null {
  if (!row.paid_by_provider) return `The wire with ${reference} was not paid from an account of ${provider}.`
  if (row.entry_id !== null) return `The wire with ${reference} arrived before, and this is another one.`
  if (entry.currency !== currency || entry.amount !== amount)
    return `The wire with ${reference} should be ${amount} ${currency} (minor units), not ${entry.amount} ${entry.currency}.`
  return null
}

const caseOf = ({ id, account, entry }: KnownEntry, { kind, subject }: Row, problem: string): BankCase => ({
  kind: 'unmatched_entry',
  cause: `${account}/${entry.bankref}`,
  entryId: id,
  detail: { bankref: entry.bankref, problem, [kind]: subject },
})

/** Books the provider's payment. Otherwise returns why the entry must wait. It may arrive before it is owed. */
export async function bookExpected(
  env: Env,
  tx: Tx,
  expected: Expected,
  { id, entry }: KnownEntry,
): Promise<string | null> {
  const { reference, currency, amount, kind, subject, provider, owed } = expected
  if (!owed) return `The wire with ${reference} arrived, but ${provider} has not confirmed that it owes it.`
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
  wakeAfter(env, tx, `expected_wire.${kind}`)
  return null
}

/**
 * The bank has paid a provider's wire back. The institution that received the money owes the part that it has spent. False
 * when there was no such wire.
 */
export async function reverseExpected(
  env: Env,
  tx: Tx,
  own: OwnAccount,
  debited: { id: bigint; original: string | null; amount: bigint },
): Promise<boolean> {
  const [expected] = await tx.query<Expected>(
    `select e.* from banking.expected e join banking.entry came on came.id = e.entry_id
     where came.account = $1 and came.end_to_end_id = $2 and e.amount = $3 and e.taken_back is null
     order by came.id desc limit 1 for update of e`,
    [own.iban, debited.original, debited.amount],
  )
  if (!expected) return false
  const { reference, currency, amount, kind, subject, institution_id: institutionId } = expected
  const key = `expected:${reference}`
  const journal = {
    key: `${key}:taken_back`,
    kind: `${kind}_taken_back`,
    lines: [
      debit(account('client', 'available', institutionId, currency), amount),
      credit(account('client', 'bank', currency), amount),
    ],
    meta: { ref: subject },
  }
  const overdraft = await overdraftFor(tx, currency, amount, reference)
  const taken = { institutionId, asset: currency, amount, key, kind, ref: subject }
  await takeBack(env, tx, taken, [...overdraft, journal])
  await tx.query('update banking.expected set taken_back = $2 where reference = $1', [reference, debited.id])
  return true
}
