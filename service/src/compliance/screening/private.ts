import type { Sql, Tx } from '../../base/database/db.ts'
import type { Env } from '../../base/env.ts'
import { subjectKey, subjectKeys } from '../../base/personal-data.ts'

// Data of parties as it is stored: sealed for a natural person of a KYB case, clear for companies and for the parties of
// payments, whose rows are clear too.

export type Stored = { readonly content: unknown; readonly sealed: Buffer | null }

/** `sealedFor`: the person whose key seals it; null: not sealed. */
export async function stored(
  env: Env,
  tx: Tx,
  sealedFor: string | null,
  context: string,
  content: object,
): Promise<Stored> {
  if (sealedFor === null) return { content: JSON.stringify(content), sealed: null }
  const key = await subjectKey(env, tx, sealedFor)
  return { content: null, sealed: key.seal(context, Buffer.from(JSON.stringify(content))) }
}

type Sealable = Stored & { readonly sealed_for: string | null }

/** The content of each row; null once its person was erased. */
export async function opened<T>(
  env: Env,
  sql: Sql,
  rows: readonly Sealable[],
  contextOf: (row: number) => string,
): Promise<(T | null)[]> {
  const persons = [...new Set(rows.flatMap(({ sealed_for }) => sealed_for ?? []))]
  const keys = persons.length === 0 ? new Map<string, never>() : await subjectKeys(env, sql, persons)
  return rows.map(({ content, sealed, sealed_for }, row) => {
    if (sealed === null || sealed_for === null) return content as T
    const key = keys.get(sealed_for)
    return key === undefined ? null : (JSON.parse(key.open(contextOf(row), sealed).toString()) as T)
  })
}
