import type { Db, Sql } from '../../base/database/db.ts'

/** Pays its own money into the reserve. */
export const issuer = 'issuer'

/**
 * Stores the accounts from which each payer pays us, as the owner of the database. A wire counts as the provider's or the
 * issuer's only when it comes from one of them. Accounts missing from the list stop counting.
 */
export async function storePayerAccounts(
  owner: Db,
  accounts: Readonly<Record<string, readonly string[]>>,
): Promise<void> {
  for (const [payer, listed] of Object.entries(accounts)) {
    if (await isStored(owner, payer, listed)) continue
    await owner.tx(async (tx) => {
      await tx.query('update banking.payer_account set active = false where payer = $1 and account <> all($2)', [
        payer,
        listed,
      ])
      await tx.query(
        `insert into banking.payer_account (payer, account) select distinct $1, unnest($2::text[])
         on conflict (payer, account) do update set active = true`,
        [payer, listed],
      )
    })
  }
}

/** Unchanged accounts need no write, so the service's login needs no right to write. */
async function isStored(sql: Sql, payer: string, listed: readonly string[]): Promise<boolean> {
  const stored = await sql.query<{ account: string }>(
    'select account from banking.payer_account where payer = $1 and active',
    [payer],
  )
  const known = new Set(stored.map(({ account }) => account))
  return known.size === new Set(listed).size && listed.every((account) => known.has(account))
}
