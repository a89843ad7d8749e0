import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { rooms } from './rooms.ts'

/** Checks of dependencies between columns. They name some of a column's values, not the whole list. */
const dependencies: { readonly [check: string]: string } = {
  'banking.message.message_check1': 'which formats a kind of message has',
  'banking.payout.sent_by_an_order': 'the states without an order',
  'banking.wire.wire_check': 'the states without an owner',
  'compliance.hold.four_eyes': 'the states that two people decide on',
  'chains.movement.movement_check': 'the kinds that have a verdict',
  'chains.operation.operation_amount_check': 'the kinds that move no coins',
  'destinations.address.proved': 'the states before a proof',
  'issuance.conversion.conversion_check1': 'the states after a sale',
  'issuance.conversion.conversion_underway': 'the states before a provider is chosen',
  'issuance.conversion.fiat_is_paid': 'what is sold is fiat, and the states after the sale',
}

/** Lists that only SQL writes and reads. */
const ofSql: { readonly [check: string]: string } = {
  'state.history.history_hold_check': 'written by compliance.mark_held_item',
}

type ListCheck = { readonly name: string; readonly text: string }

/** The checks of a schema that contain a list of texts. */
function listChecks(schema: string): ListCheck[] {
  const tables = schema.split(/^create table /m).slice(1)
  return tables.flatMap((text) => {
    const table = /^\S+/.exec(text)![0]
    const checks = text.matchAll(/^ {2}constraint (\S+) CHECK \((.*)\),?$/gm)
    return [...checks]
      .map(([, name, check]) => ({ name: `${table}.${name!}`, text: check! }))
      .filter((check) => check.text.includes(`ARRAY['`))
  })
}

/** As PostgreSQL prints the checks that are generated. */
const generated = Object.entries(rooms.values).flatMap(([table, columns]) =>
  Object.entries(columns).map(([column, values]): ListCheck => {
    const list = values.map((value) => `'${value}'::text`).join(', ')
    return { name: `${table}.${table.split('.')[1]!}_${column}_check`, text: `(${column} = ANY (ARRAY[${list}]))` }
  }),
)

function unknownLists(schema: string): ListCheck[] {
  const known = new Set(generated.map(({ name, text }) => `${name} ${text}`))
  return listChecks(schema).filter(
    ({ name, text }) => !known.has(`${name} ${text}`) && !(name in dependencies) && !(name in ofSql),
  )
}

const schema = await readFile(new URL('../sql/schema.sql', import.meta.url), 'utf8')

test('a list of texts in a check of the database is generated from the code', () => {
  expect(unknownLists(schema)).toEqual([])
})

test('each generated check, and each exception, is in the schema', () => {
  const names = new Set(listChecks(schema).map(({ name }) => name))
  const expected = [...generated.map(({ name }) => name), ...Object.keys(dependencies), ...Object.keys(ofSql)]
  expect(expected.filter((name) => !names.has(name))).toEqual([])
})

test('a list in a migration is detected, and so is one that differs from the code', () => {
  const planted = `create table base.planted (
  colour text,
  constraint planted_colour_check CHECK ((colour = ANY (ARRAY['red'::text, 'blue'::text]))),
  constraint planted_pkey PRIMARY KEY (colour)
);`
  expect(unknownLists(schema + planted).map(({ name }) => name)).toEqual(['base.planted.planted_colour_check'])
  const changed = schema.replace(`ARRAY['Buy'::text, 'Sell'::text]`, `ARRAY['Buy'::text, 'Hold'::text]`)
  expect(unknownLists(changed).map(({ name }) => name)).toEqual(['trading.client_order.client_order_side_check'])
})
