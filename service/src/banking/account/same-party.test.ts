import { expect, test } from 'vitest'
import { sameParty } from './same-party.ts'

test.each([
  ['ACME TREASURY AG', 'Acme Treasury AG'],
  ['Acme Treasury', 'Acme Treasury Ltd.'],
  ['ZURCHER GELD GMBH', 'Zürcher Geld GmbH'],
  ['Strasse Holding S.A.', 'Straße Holding SA'],
  ['Lefèvre & Cie S.à r.l.', 'LEFEVRE AND CIE SARL'],
  ['SMITH, JONES + CO', 'Smith Jones and Company Limited'],
  ['O’Neill Capital L.L.C.', "O'Neill Capital LLC"],
  [`${'A very long name '.repeat(5)}of a bank`.slice(0, 70), `${'A very long name '.repeat(5)}of a bank`],
])('%s is %s', (sender, institution) => {
  expect(sameParty(sender, institution)).toBe(true)
})

test.each([
  ['Acme Trading AG', 'Acme Treasury AG'],
  ['Acme', 'Acme Treasury AG'],
  ['Uncle Bob', 'Acme Treasury AG'],
  ['', 'AG'],
  ['SA', 'AG'],
  ['...', '!!!'],
  [null, 'Acme Treasury AG'],
])('%s is not %s', (sender, institution) => {
  expect(sameParty(sender, institution)).toBe(false)
})
