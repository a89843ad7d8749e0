import { execFile } from 'node:child_process'
import { readdir } from 'node:fs/promises'
import { promisify } from 'node:util'
import type { Db } from '@specie/service/base/database/db.ts'
import type { Measured } from './measure.ts'

const exec = promisify(execFile)

/** PostgreSQL's own benchmark, if installed (the binaries from npm do not include it). */
export async function findPgbench(): Promise<string | null> {
  const versions = await readdir('/usr/lib/postgresql').catch(() => [])
  const candidates = ['pgbench', ...versions.map((version) => `/usr/lib/postgresql/${version}/bin/pgbench`)]
  for (const candidate of candidates) {
    const works = await exec(candidate, ['--version']).then(
      () => true,
      () => false,
    )
    if (works) return candidate
  }
  return null
}

export async function preparePgbench(pgbench: string, url: string): Promise<void> {
  await exec(pgbench, ['--initialize', '--scale=10', '--quiet', url])
}

/** TPC-B: three updates, a select and an insert in one transaction. */
export async function tpcb(pgbench: string, url: string, seconds: number): Promise<Measured> {
  const whole = String(Math.max(1, Math.round(seconds)))
  const { stdout } = await exec(pgbench, [
    '--client=16',
    '--jobs=2',
    '--protocol=prepared',
    '--no-vacuum',
    '-T',
    whole,
    url,
  ])
  return { perSecond: Number(/tps = ([\d.]+)/.exec(stdout)![1]) }
}

/** The number of signatures that one core verifies per second, if openssl is installed. */
export async function opensslVerifications(seconds: number): Promise<Measured | null> {
  const whole = String(Math.max(1, Math.round(seconds / 2))) // it signs for as long as it verifies
  const answer = await exec('openssl', ['speed', '-elapsed', '-mr', '-seconds', whole, 'ecdsap256']).catch(() => null)
  const perSecond = answer && /^\+F4:\d+:256:[\d.]+:([\d.]+)$/m.exec(answer.stdout)?.[1]
  return perSecond ? { perSecond: Number(perSecond) } : null
}

/** The same tables as the ledger's, without its function: a reasonable first implementation. */
export const plainSchema = (accounts: number) => `
  create schema plain;
  create table plain.account (
    id bigint generated always as identity primary key,
    balance numeric(38, 0) not null check (balance >= 0),
    version bigint not null
  ) with (fillfactor = 50);
  create table plain.journal (
    id bigint generated always as identity primary key,
    key text not null unique,
    kind text not null,
    at timestamptz not null
  );
  create table plain.entry (
    account_id bigint not null,
    version bigint not null,
    journal_id bigint not null,
    amount numeric(38, 0) not null,
    balance numeric(38, 0) not null,
    primary key (account_id, version)
  );
  create index on plain.entry (journal_id);
  insert into plain.account (balance, version) select 1e15, 0 from generate_series(1, ${accounts});
  analyze plain.account`

type PlainLine = { account: number; amount: bigint }

/** BEGIN, lock in order, compute, write, COMMIT: five statements, each prepared, each a round trip. */
export function plainTransaction(db: Db, key: string, lines: readonly PlainLine[]): Promise<void> {
  return db.tx(async (tx) => {
    const ids = [...new Set(lines.map((line) => line.account))]
    const rows = await tx.query<{ id: bigint; balance: bigint; version: bigint }>({
      name: 'plain.lock',
      text: 'select id, balance, version from plain.account where id = any($1) order by id for no key update',
      values: [ids],
    })
    const held = new Map(rows.map((row) => [Number(row.id), row]))
    const entries = lines.map(({ account, amount }) => {
      const row = held.get(account)!
      row.balance -= amount
      row.version += 1n
      if (row.balance < 0n) throw new Error('insufficient')
      return { account, amount, balance: row.balance, version: row.version }
    })
    const [journal] = await tx.query<{ id: bigint }>({
      name: 'plain.journal',
      text: `insert into plain.journal (key, kind, at) values ($1, 'bench', now()) returning id`,
      values: [key],
    })
    await tx.query({
      name: 'plain.entries',
      text: `insert into plain.entry (journal_id, account_id, version, amount, balance)
             select $1, * from unnest($2::bigint[], $3::bigint[], $4::numeric[], $5::numeric[])`,
      values: [
        journal!.id,
        entries.map((entry) => entry.account),
        entries.map((entry) => entry.version),
        entries.map((entry) => entry.amount),
        entries.map((entry) => entry.balance),
      ],
    })
    await tx.query({
      name: 'plain.update',
      text: `update plain.account set balance = moved.balance, version = moved.version
             from unnest($1::bigint[], $2::numeric[], $3::bigint[]) moved (id, balance, version)
             where account.id = moved.id`,
      values: [rows.map((row) => row.id), rows.map((row) => row.balance), rows.map((row) => row.version)],
    })
  })
}
