import type { BankEntry } from '@specie/payments/camt.ts'
import type { Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { wakeAfter } from '../../base/gather-rooms.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { account } from '../../ledger/chart.ts'
import { credit, debit } from '../../ledger/posting/journal.ts'
import { postIn } from '../../ledger/posting/post.ts'

/** The mark of a payment of the issuer's own money into the reserve. Valid only from an account of the issuer. */
export const isTopUp = ({ unstructured, reference }: BankEntry): boolean =>
  [unstructured, reference.value].some((text) => text?.trimStart().toUpperCase().startsWith('RESERVE TOP-UP'))

/** Books it as excess of the reserve. */
export async function bookTopUp(env: Env, tx: Tx, own: OwnAccount, entry: BankEntry): Promise<null> {
  await postIn(env, tx, [
    {
      key: `reserve:${own.iban}/${entry.bankref}:topped_up`,
      kind: 'reserve_topped_up',
      lines: [
        debit(account('reserve', 'bank', own.currency), entry.amount),
        credit(account('reserve', 'excess', own.currency), entry.amount),
      ],
      meta: { bankref: entry.bankref, value: entry.valueDate },
    },
  ])
  wakeAfter(env, tx, 'reserve.topped_up')
  return null
}
