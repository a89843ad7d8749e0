import { formatAccountId, formatUkAccount, parseAccountId } from '@specie/payments/account.ts'
import { qrReference } from '@specie/payments/reference.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'
import { ownAccounts } from '../account/own-accounts.ts'
import { wiresJob } from './row.ts'

/**
 * The reference that an institution's payers quote (CHF: a QR reference for our QR-IBAN) or the account that they pay to
 * (GBP: a virtual account at our sort code). Created at the first request, and never changed.
 */
export async function fundingReference(
  env: Pick<Env, 'clock'>,
  tx: Tx,
  institutionId: string,
  currency: OwnAccount['currency'],
): Promise<string> {
  const find = () =>
    tx.query<{ value: string }>('select value from banking.reference where institution_id = $1 and currency = $2', [
      institutionId,
      currency,
    ])
  const [existing] = await find()
  if (existing) return existing.value
  const value = currency === 'CHF' ? qrReference(await nextNumber(tx)) : await virtualAccount(tx)
  await tx.query(
    `insert into banking.reference (institution_id, currency, value, created_at) values ($1, $2, $3, $4)
     on conflict (institution_id, currency) do nothing`,
    [institutionId, currency, value, env.clock.now()],
  )
  // A concurrent request may have inserted its own first.
  return (await find())[0]!.value
}

async function nextNumber(sql: Sql): Promise<string> {
  const [row] = await sql.query<{ number: bigint }>(`select nextval('banking.reference_number') as number`)
  return String(row!.number)
}

/** Payers' banks check the digits (modulus), and about nine numbers in ten fail, so the next valid one is taken. */
async function virtualAccount(sql: Sql): Promise<string> {
  const accounts = (await ownAccounts(sql)).filter((own) => own.currency === 'GBP')
  const sortcode = accounts.find((own) => own.purpose === 'client_money')?.sortcode
  if (!sortcode)
    throw new Error('No GBP account with a sort code is registered yet. Import the bank’s list of accounts first.')
  for (;;) {
    const number = await nextNumber(sql)
    const text = formatUkAccount(sortcode, number)
    if (parseAccountId(text) !== null && accounts.every((own) => own.account !== number)) return text
  }
}

/**
 * Registers an account from which an institution sends wires. Unidentified wires from it are then attributed. The service's
 * login has no right to write here (0030). An endpoint needs a function that requires an approval.
 * @public
 */
export async function registerSender(
  env: Pick<Env, 'clock' | 'jobs'>,
  tx: Tx,
  institutionId: string,
  account: string,
): Promise<void> {
  const id = parseAccountId(account)
  if (id === null) throw new Error(`${account} is neither an IBAN nor a sort code with an account number.`)
  await tx.query(
    `insert into banking.sender (account, institution_id, created_at) values ($1, $2, $3)
     on conflict (account) do nothing`,
    [formatAccountId(id), institutionId, env.clock.now()],
  )
  const [row] = await tx.query<{ institution_id: string }>(
    'select institution_id from banking.sender where account = $1',
    [formatAccountId(id)],
  )
  if (row!.institution_id !== institutionId) throw new Error(`${account} is registered by another institution.`)
  env.jobs.wake(tx, wiresJob)
}
