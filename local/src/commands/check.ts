import { checkBank } from '@specie/service/banking/check.ts'
import { check, formatCheck } from '@specie/service/ledger/check.ts'
import type { Command } from './command.ts'
import { withDatabase } from './database.ts'

export const checkLedger: Command = {
  takes: '',
  does: 'verify ledger (L1 to L6) and bank (L7); exit code 1 on a break',
  run: () =>
    withDatabase(async (db) => {
      const rows = [...(await check(db)), ...(await checkBank(db))]
      console.log(formatCheck(rows))
      return rows.every((row) => row.ok) ? 0 : 1
    }),
}
