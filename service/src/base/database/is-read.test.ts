import { expect, test } from 'vitest'
import { isRead } from './is-read.ts'

test.each([
  'select 1',
  ' select id, updated_at from chains.operation where state = $1 order by created_at limit 5',
  'with due as (select id from rails.payment) select count(*), max(id) from due',
])('%s only reads', (text) => expect(isRead(text)).toBe(true))

test.each([
  'update banking.payout set state = $1',
  'insert into work.intent values ($1)',
  'select id from rails.payment for update skip locked',
  'select id from rails.payment for key share',
  'with gone as (delete from trading.quote returning id) select count(*) from gone',
  'select work.take_claim($1, $2)',
  'select pg_advisory_xact_lock(1)',
  "select pg_notify('specie_jobs', 'x')",
  'begin',
  'call something()',
])('%s may write', (text) => expect(isRead(text)).toBe(false))
