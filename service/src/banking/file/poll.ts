import { BankFileError } from '@specie/payments/bankfile.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { Bank, BankFile } from '../../base/ports/bank.ts'
import { openCase } from '../reconciliation/cases.ts'
import { importFile } from './import.ts'
import { storeBankAccounts } from '../account/own-accounts.ts'

/** Fetches the bank's files since the last poll. */
export const pollBank: Job = {
  name: 'banking.poll',
  everyMs: 1_000,
  run: (env) => (env.bank === null ? Promise.resolve(0) : poll(env, env.bank)),
}

async function poll(env: Env, bank: Bank): Promise<number> {
  const [feed] = await env.db.query<{ last: bigint }>('select last from banking.feed')
  const { files } = await bank.files(Number(feed!.last))
  if (files.length === 0 && feed!.last > 0n) return 0
  await storeBankAccounts(env, await bank.accounts())
  for (const file of files) await importOne(env, bank, file)
  return files.length
}

/** After a crash before the number is stored, the file is imported again, which changes nothing. */
async function importOne(env: Env, bank: Bank, file: BankFile): Promise<void> {
  try {
    await importFile(env, await bank.file(file.name))
  } catch (error) {
    if (!(error instanceof BankFileError)) throw error
    env.log.error({ file: file.name, problem: error.message }, 'a file of the bank was refused')
    const detail = { file: file.name, problem: error.message }
    await openCase(env.db, { kind: 'unreadable_file', cause: file.name, detail }, env.clock.now())
  }
  await env.db.query('update banking.feed set last = greatest(last, $1)', [file.number])
}
