import { test } from 'vitest'
import { live, openWalk } from '../walks/world.ts'
import { writeFileSync } from 'node:fs'
test('x', async () => {
  const uat = await openWalk({ LIQUIDITY: 'both' })
  await live(uat)
  const { owner } = uat.database
  const tables = await owner.query<{
    name: string
  }>(`select format('%I.%I', n.nspname, c.relname) as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind in ('r', 'p') and not c.relispartition and n.nspname !~ '^pg_|^information_schema$' order by 1`)
  const out: any = {}
  for (const { name } of tables) {
    const [row] = await owner.query<any>(
      `select count(*)::int as n, (select to_jsonb(t) from ${name} t limit 1) as one from ${name}`,
    )
    const cols = await owner.query<any>(
      `select column_name, data_type, is_identity from information_schema.columns where format('%I.%I', table_schema, table_name) = $1 order by ordinal_position`,
      [name],
    )
    const idx = await owner.query<any>(
      `select indexdef from pg_indexes where format('%I.%I', schemaname, tablename) = $1`,
      [name],
    )
    out[name] = {
      n: row.n,
      one: row.one,
      cols: cols.map((c: any) => `${c.column_name}:${c.data_type}${c.is_identity === 'YES' ? ':id' : ''}`),
      idx: idx.map((i: any) => i.indexdef.replace(/CREATE /, '').replace(/ USING btree/, '')),
    }
    if (cols.some((c: any) => c.column_name === 'state'))
      out[name].states = await owner.query(`select state, count(*)::int as n from ${name} group by 1`)
  }
  writeFileSync(
    '/tmp/longdays/tables.json',
    JSON.stringify(out, (_k, v) => (typeof v === 'bigint' ? String(v) : v), 1),
  )
  await uat.end()
}, 300000)
