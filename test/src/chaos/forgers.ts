import { oneOf } from '../seeded-random.ts'
import { plainText } from './amounts.ts'
import type { ForgedFact } from './facts-of-people.ts'
import { markOf } from './marks.ts'
import { callControl } from './control.ts'
import { count, note, type World } from './world.ts'

// A payer impersonates the provider: with the reference that we gave it, and from another account. Such a reference cannot be
// guessed; the forger reads it from our tables: of an expected wire, or of one that has arrived.

type Expected = { reference: string; currency: string; amount: bigint; kind: string; subject: string }

const names = ['UAT Conversion Provider AG', 'Somebody Else Ltd']
const accounts = { CHF: ['CH5604835012345678009', null], GBP: ['GB29NWBK60161331926819', null] } as const

export async function forge(world: World): Promise<void> {
  const { pick, uat } = world
  const expected = await uat.database.owner.query<Expected>(
    `select reference, currency, amount, kind, subject from banking.expected
     order by entry_id is null desc, created_at desc, reference limit 6`,
  )
  if (expected.length === 0) return count(world, 'forged payer: nothing is expected')
  const { reference, currency, amount, kind, subject } = oneOf(pick, expected)
  const sender = { sendername: oneOf(pick, names), senderiban: oneOf(pick, accounts[currency as 'CHF' | 'GBP']) }
  const wire = { currency, amount: plainText(amount, currency), reference, ...sender }
  const { bankref } = await callControl(world, 'bank/control/wires', wire)
  world.forged.push({ bankref, thing: subject })
  world.marks.push(await markOf(world))
  count(world, `forged payer of a ${kind}: ${sender.sendername}`)
  note(world, `forged payer: ${JSON.stringify(wire)} for ${kind} ${subject}, bankref ${bankref}`)
}

/** With every reference that was ever given for the claimed payment. */
export const forgedFacts = ({ uat, forged }: Pick<World, 'uat' | 'forged'>): Promise<ForgedFact[]> =>
  Promise.all(
    forged.map(async (one) => {
      const rows = await uat.database.owner.query<Expected>('select * from banking.expected where subject = $1', [
        one.thing,
      ])
      return { ...one, references: rows.map(({ reference }) => reference) }
    }),
  )
