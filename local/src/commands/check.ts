import { checkBank } from '@specie/service/banking/check.ts'
import { checkChains } from '@specie/service/chains/check.ts'
import { systemClock } from '@specie/service/base/clock.ts'
import { check, formatCheck } from '@specie/service/ledger/check.ts'
import { checkRails } from '@specie/service/rails/check.ts'
import { checkTrading } from '@specie/service/trading/check.ts'
import { checkTreasury } from '@specie/service/treasury/check.ts'
import { withChains } from './chains.ts'
import type { Command } from './command.ts'
import { withDatabase } from './database.ts'

export const checkLedger: Command = {
  takes: '',
  does: 'verify ledger (L1 to L6), orders (O1), bank and chains (L7); exit code 1 on a break',
  run: () =>
    withDatabase(async (db) => {
      const chains = await withChains(db, (chains) => checkChains({ db, chains }))
      const own = [await check(db), await checkTreasury(db), await checkTrading(db)]
      const rooms = [...own, await checkRails(db), await checkBank(db, systemClock.now())]
      const rows = [...rooms.flat(), ...chains]
      console.log(formatCheck(rows))
      return rows.every((row) => row.ok) ? 0 : 1
    }),
}
