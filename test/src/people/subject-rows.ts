import { randomUUID } from 'node:crypto'
import type { TestDatabase } from '../database.ts'

// Rows that requests for a second person are about, next to the sample rows. Written by the owner of the database, without
// triggers: no booking belongs to them.

const ours = 'CH5604835012345678009'
const theirs = 'CH9300762011623852957'

const reported = (bankref: string) => ({
  bankref,
  direction: 'credit',
  amount: '2500000',
  currency: 'CHF',
  bookingDate: '2026-11-18',
  valueDate: '2026-11-18',
  code: 'PMNT/RCDT/ESCT',
  reversal: false,
  endToEndId: null,
  instructionId: null,
  reference: { type: 'none', value: 'Invoice 4711' },
  unstructured: null,
  creditorAccount: null,
  counterparty: { name: 'Northwind AG', account: theirs, bic: null },
  returnReason: null,
  format: 'camt.053',
})

export type SubjectRows = {
  wire: string
  entry: string
  line: string
  file: string
  /** A deposit without an owner. */
  deposit: string
  withdrawal: string
  redemption: string
  hold: string
  /** A version of a list. */
  refusedVersion: string
}

export async function addSubjectRows(
  { owner }: TestDatabase,
  institution: string,
  { account, deposit: held, rail }: { account: string; deposit: string; rail: string },
): Promise<SubjectRows> {
  const [wire, deposit, withdrawal, redemption, hold, refusedVersion] = Array.from({ length: 6 }, () =>
    randomUUID(),
  ) as [string, string, string, string, string, string]
  const file = 'ab'.repeat(32)
  const line = JSON.stringify(reported('LINE-1'))
  return owner.tx(async (tx) => {
    await tx.query('set local session_replication_role = replica')
    await tx.query(
      `insert into banking.bank_account (iban, purpose, currency, bic, name)
       values ($1, 'client_money', 'CHF', 'CRESCHZZ', 'Specie AG')`,
      [ours],
    )
    const [entry] = await tx.query<{ id: bigint }>(
      `insert into banking.entry (account, bankref, direction, amount, booking_date, reported, notified_by, reported_by, booked_at)
       values ($1, 'BANK-1', 'credit', 2500000, '2026-11-18', $2, 1, '{1}', now()) returning id`,
      [ours, JSON.stringify(reported('BANK-1'))],
    )
    await tx.query(
      `insert into banking.wire (id, entry_id, bankref, currency, amount, value_date, sender_name, sender_account, reference,
         state, created_at, updated_at)
       values ($1, $2, 'BANK-1', 'CHF', 2500000, '2026-11-18', 'Northwind AG', $3, 'Invoice 4711', 'unidentified', now(), now())`,
      [wire, entry!.id, theirs],
    )
    const [unclear] = await tx.query<{ id: bigint }>(
      `insert into banking.unclear_line (message_id, place, account, format, booking_date, value_date, amount, reported, entries)
       values (1, 0, $1, 'camt.053', '2026-11-18', '2026-11-18', 2500000, $2, $3) returning id`,
      [ours, line, [entry!.id]],
    )
    await tx.query(
      `insert into banking.manual_file (sha256, content, taken_by, why, taken_at, taken_on)
       values ($1, 'x', 'service', 'the bank sent it by mail', now(), '2026-11-18')`,
      [file],
    )
    await tx.query(
      `insert into banking.manual_line (id, file, account, currency, format, bankref, direction, amount, booking_date, reported,
         state, created_at, updated_at)
       values (gen_random_uuid(), $1, $2, 'CHF', 'camt.053', 'LINE-1', 'credit', 2500000, '2026-11-18', $3, 'waiting', now(), now())`,
      [file, ours, line],
    )
    await tx.query(
      `insert into transfers.deposit (id, asset, blockchain, txid, index, block, height, sender, address, quantity, state,
         created_at, updated_at)
       values ($1, 'VCHF', 'ETH', '0xfeed', 0, '0xb', 1, '0xabc', '0xdef', 5000000, 'held', now(), now())`,
      [deposit],
    )
    await tx.query(
      `insert into transfers.withdrawal (id, institution_id, asset, quantity, bank_account_id, state, created_at, updated_at,
         on_hold, second_person)
       values ($1, $2, 'CHF', 10000, $3, 'requested', now(), now(), true, true)`,
      [withdrawal, institution, account],
    )
    await tx.query(
      `insert into issuance.redemption (id, institution_id, asset, blockchain, quantity, charge, bank_account_id,
         asked_settlement, state, created_at, updated_at, second_person)
       values ($1, $2, 'VCHF', 'ETH', 1000000, 0, $3, now(), 'requested', now(), now(), true)`,
      [redemption, institution, account],
    )
    await tx.query(
      `insert into compliance.hold (id, institution_id, subject_kind, subject_id, reason, state, created_at, updated_at)
       values ($1, $2, 'deposit', $3, 'aml_review', 'placed', now(), now())`,
      [hold, institution, held],
    )
    await tx.query(
      `insert into state.history (subject, machine, from_state, to_state, actor, why, at)
       values ($1, 'hold', null, 'placed', 'service', 'the sender is new', now())`,
      [hold],
    )
    await tx.query(
      `insert into compliance.switch (what, reason, actor, at) values ('mint:VGBP', 'a test', 'service', now())`,
    )
    await tx.query(
      `insert into compliance.list_version (id, list, format, source, sha256, state, refusal, refused_because, entries, counts,
         created_at)
       values ($1, 'un', 'un_xml', '/srv/lists/un.xml', $2, 'refused', 'shorter', 'The list has 20 entries', 20, '{}', now())`,
      [refusedVersion, file],
    )
    await tx.query(`update transfers.deposit set txid = '0xbeef' where id = $1`, [held])
    await tx.query(`update rails.rail set state = 'suspended' where id = $1`, [rail])
    return {
      wire,
      entry: String(entry!.id),
      line: String(unclear!.id),
      file,
      deposit,
      withdrawal,
      redemption,
      hold,
      refusedVersion,
    }
  })
}
