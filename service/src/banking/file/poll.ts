import { BankFileError } from '@specie/payments/bankfile.ts'
import type { Env } from '../../base/env.ts'
import type { Job } from '../../base/jobs/runner.ts'
import type { Bank, BankFile } from '../../base/ports/ports.ts'
import { openCase } from '../reconciliation/cases.ts'
import { importFile } from './import.ts'
import { learnAccounts } from '../account/own-accounts.ts'

/** Fetches what the bank has written since we last asked. */
export const pollBank: Job = {
  name: 'banking.poll',
  everyMs: 1_000,
  run: (env) => (env.bank === null ? Promise.resolve(0) : poll(env, env.bank)),
}

async function poll(env: Env, bank: Bank): Promise<number> {
  const [feed] = await env.db.query<{ last: bigint }>('select last from banking.feed')
  const { files } = await bank.files(Number(feed!.last))
  if (files.length === 0 && feed!.last > 0n) return 0
  await learnAccounts(env, await bank.accounts())
  for (const file of files) await take(env, bank, file)
  return files.length
}

/** One after the other; a crash before the number is noted only means that the file is looked at once more. */
async function take(env: Env, bank: Bank, file: BankFile): Promise<void> {
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
