import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { unavailable } from '../../base/http/errors.ts'
import type { OwnAccount } from '../../base/ports/bank.ts'

/** Our accounts at the bank, from the database. */
export function ownAccounts(sql: Sql): Promise<OwnAccount[]> {
  return sql.query<OwnAccount>('select * from banking.bank_account order by iban')
}

/** The same, locked until the transaction ends. Imports run one after the other. */
export function lockOwnAccounts(tx: Tx): Promise<OwnAccount[]> {
  return tx.query<OwnAccount>('select * from banking.bank_account order by iban for update')
}

/** Stores the bank's list of accounts. An account that changes its IBAN is refused. An operator must look at it. */
export const storeBankAccounts = ({ db }: Pick<Env, 'db'>, accounts: readonly OwnAccount[]): Promise<void> =>
  storeAccounts(db, accounts)

export async function storeAccounts(sql: Sql, accounts: readonly OwnAccount[]): Promise<void> {
  await sql.query(
    `insert into banking.bank_account (iban, purpose, currency, qriban, sortcode, account, bic, name)
     select * from jsonb_to_recordset($1) as listed (iban text, purpose text, currency text, qriban text, sortcode text,
       account text, bic text, name text)
     on conflict (iban) do update set qriban = excluded.qriban, sortcode = excluded.sortcode,
       account = excluded.account, bic = excluded.bic, name = excluded.name`,
    [JSON.stringify(accounts)],
  )
}

/** The account that receives clients' money in a currency. */
export async function clientAccount(
  env: Pick<Env, 'bank' | 'db'>,
  currency: OwnAccount['currency'],
): Promise<OwnAccount> {
  const find = async () =>
    (await ownAccounts(env.db)).find((own) => own.purpose === 'client_money' && own.currency === currency)
  const stored = await find()
  if (stored) return stored
  if (env.bank !== null) await storeBankAccounts(env, await env.bank.accounts())
  const details = await find()
  if (!details)
    throw unavailable(
      `Our bank account for ${currency} is not registered yet. Set BANK_URL, and check that the bank answers.`,
    )
  return details
}

/** Finds the account that a file names: by IBAN, QR-IBAN, or sort code and account as MT940 writes them. */
export function namedAccount(accounts: readonly OwnAccount[], name: string): OwnAccount | undefined {
  const plain = name.replaceAll(/[\s/-]/g, '').toUpperCase()
  return accounts.find((own) => [own.iban, own.qriban, ukDigits(own)].includes(plain))
}

const ukDigits = ({ sortcode, account }: OwnAccount): string | null =>
  sortcode === null || account === null ? null : sortcode + account
