import type { AssetCode } from '@specie/protocol/assets.ts'
import type { Tx } from '../../base/database/db.ts'
import { text } from '../document/figures.ts'
import { endOf } from '../document/period.ts'
import type { Row, Table } from '../document/report.ts'
import { accountAt, computed } from '../document/sources.ts'
import type { Books } from './books.ts'

// The bank's own closing balances of the reserve, next to the ledger's.

type Stated = { account: string; currency: AssetCode; bic: string; day: string; closing: bigint; message: bigint }

export async function statementsTable(tx: Tx, at: Books['at'], days: readonly string[]): Promise<Table> {
  const stated = await tx.query<Stated>(
    `select account, currency, bic, to_char(day, 'YYYY-MM-DD') as day, closing, message from banking.statement_closing
     where purpose = 'reserve' and day between $1::date and $2::date order by account, day`,
    [days[0], days.at(-1)],
  )
  const rows = stated.map(({ account, currency, bic, day, closing, message }): Row => {
    const inLedger = at('reserve/bank', currency, endOf(day))
    return {
      cells: [
        account,
        bic,
        currency,
        day,
        text(currency, closing),
        text(currency, inLedger.balance),
        text(currency, closing - inLedger.balance),
      ],
      sources: {
        stated: `statement ${message}`,
        ledger: accountAt(inLedger),
        difference: computed('stated - ledger'),
      },
    }
  })
  return {
    name: 'statements',
    title: 'Closing balances that the bank stated',
    columns: ['account', 'bank', 'currency', 'day', 'stated', 'ledger', 'difference'],
    rows,
  }
}
