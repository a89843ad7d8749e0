import type { AssetCode } from '@specie/protocol/assets.ts'
import { movementPhrase } from '@specie/protocol/portal/phrases.ts'
import { type Reference, referenceOf } from './references.ts'

// What a movement is: its operation, its counterparty, and the phrase for people. Statements, lists and the overview read it
// here.

/** The accounts of an institution (`$1`) whose total a movement changes. */
export const ownAccounts = `
  select account, asset, name, balance, version from ledger.balance
  where pool = 'client' and owner = $1 and name in ('available', 'pending', 'held')`

/** The part of a journal's key that is the id of its subject, where the key begins with this word. */
const idAfter = (word: string): string => `(case when j.key like '${word}:%' then split_part(j.key, ':', 2) end)::uuid`

/**
 * SQL of movements (asset, journal, amount) with their details, all of which never change. `own`: the payout of the
 * journal itself. `out`: the payout by which it leaves. `reported`: the wire as the bank first reported it.
 */
export const described = (moved: string, { more = '', bankref = 'out.debited' } = {}): string => `
  select moved.asset, moved.amount, j.journal, j.at, j.kind, j.key, own.kind as paid_kind,
    own.subject as paid_subject, meta ->> 'value' as value_date,
    coalesce(meta ->> 'bankref', ${bankref}) as bankref,
    coalesce(own.end_to_end_id, out.end_to_end_id, reported ->> 'endToEndId') as end_to_end_id,
    coalesce(out.creditor_name, reported #>> '{counterparty,name}') as party,
    coalesce(out.creditor_account, reported #>> '{counterparty,account}') as party_account,
    coalesce(out.creditor_name, own.creditor_name, reported #>> '{counterparty,name}', arrived.sender, wallet.address)
      as counterparty ${more}
  from (${moved}) moved join ledger.posted j using (journal)
  left join banking.payout_details own on own.id = ${idAfter('payout')}
  left join banking.payout_details out on out.kind = split_part(j.key, ':', 1) and out.subject =
    (case when j.kind in ('withdrawal_sent', 'redemption_paid_out') then split_part(j.key, ':', 2) end)::uuid
  left join transfers.unreferenced mark on mark.payout_id = out.id
  left join banking.wire_report w on w.wire = ${idAfter('wire')}
  left join transfers.deposit arrived on arrived.id = ${idAfter('deposit')}
  left join transfers.withdrawal sent on sent.id = ${idAfter('withdrawal')}
  left join destinations.address_label wallet on wallet.id = sent.address_id`

/** A row of `described`. */
export type Described = {
  asset: AssetCode
  amount: bigint
  journal: bigint
  at: Date
  kind: string
  key: string
  paid_kind: string | null
  paid_subject: string | null
  value_date: string | null
  bankref: string | null
  /** The bank's end-to-end id and the other party; null if no bank was involved. */
  end_to_end_id: string | null
  party: string | null
  party_account: string | null
  /** The other party, or its address on a chain. */
  counterparty: string | null
}

export type Named<Row> = Omit<Row, 'key' | 'paid_kind' | 'paid_subject'> & Reference & { phrase: string }

/** The row with its operation, and in the words of the client. */
export function named<
  Row extends Pick<Described, 'key' | 'paid_kind' | 'paid_subject' | 'kind' | 'asset' | 'amount' | 'counterparty'>,
>(row: Row): Named<Row> {
  const { key, paid_kind: kind, paid_subject: subject, ...rest } = row
  const reference = referenceOf(key, kind === null || subject === null ? null : { kind, subject })
  const { asset, amount, counterparty } = row
  const phrase = movementPhrase({
    kind: row.kind,
    reftype: reference.reftype,
    asset,
    isIn: amount > 0n,
    counterparty,
  })
  return { ...rest, ...reference, phrase }
}
