/** Statements that may read a growing table as a whole, and why. */
export const allowed: readonly { readonly table: string; readonly statement: RegExp; readonly why: string }[] = [
  {
    table: 'key_use',
    statement: /^update institutions.key_use set next_at/,
    why: 'the test itself: it waits for no turn',
  },
  {
    table: 'deposit_address',
    statement: /^select index, address from chains.deposit_address where family = \$1 and index > \$2/,
    why: 'a process that starts reads all addresses, once',
  },
  {
    table: 'payment',
    statement: /^select source, kind, amount from \( select source, split_part/,
    why: 'what a provider has not told yet is looked for once for each of its days',
  },
  {
    table: 'rail',
    statement: /^select 1 from rails.rail where funding ->> 'reference' is not null limit 1$/,
    why: 'the first row that has one ends it',
  },
]
