import { audit } from '../../base/audit/audit.ts'
import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import type { OwnAccount } from '../../base/ports/ports.ts'

/** Our accounts at the bank, as the database knows them. */
export function ownAccounts(sql: Sql): Promise<OwnAccount[]> {
  return sql.query<OwnAccount>('select * from banking.bank_account order by iban')
}

/** The same, and no other import goes on until this transaction ends: two files of one account must not cross. */
export function lockOwnAccounts(tx: Tx): Promise<OwnAccount[]> {
  return tx.query<OwnAccount>('select * from banking.bank_account order by iban for update')
}

/** Takes over the bank's own list. An account that changes its IBAN is refused: a person must have a look. */
export const learnAccounts = ({ db }: Pick<Env, 'db'>, accounts: readonly OwnAccount[]): Promise<void> =>
  keepAccounts(db, accounts)

/** A person tells of an account; payers are shown what is told here, so it is in the audit chain. */
export function tellAccount({ db }: Pick<Env, 'db'>, own: OwnAccount, actor: string): Promise<void> {
  return db.tx(async (tx) => {
    await keepAccounts(tx, [own])
    const told = Object.fromEntries(Object.entries(own).map(([field, value]) => [field, value ?? '']))
    await audit(tx, { actor, action: 'bank_account.told', subject: own.iban, detail: told })
  })
}

async function keepAccounts(sql: Sql, accounts: readonly OwnAccount[]): Promise<void> {
  await sql.query(
    `insert into banking.bank_account (iban, purpose, currency, qriban, sortcode, account, bic, name)
     select * from jsonb_to_recordset($1) as told (iban text, purpose text, currency text, qriban text, sortcode text,
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
  const known = await find()
  if (known) return known
  if (env.bank !== null) await learnAccounts(env, await env.bank.accounts())
  const told = await find()
  if (!told) throw new Error(`No bank account for ${currency} is known: set BANK_URL, and see that the bank answers.`)
  return told
}

/** Finds the account that a file names: by IBAN, QR-IBAN, or sort code and account as MT940 writes them. */
export function namedAccount(accounts: readonly OwnAccount[], name: string): OwnAccount | undefined {
  const plain = name.replaceAll(/[\s/-]/g, '').toUpperCase()
  return accounts.find((own) => [own.iban, own.qriban, ukDigits(own)].includes(plain))
}

const ukDigits = ({ sortcode, account }: OwnAccount): string | null =>
  sortcode === null || account === null ? null : sortcode + account
