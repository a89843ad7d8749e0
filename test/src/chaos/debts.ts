import { randomUUID } from 'node:crypto'
import { sandbox } from '../client.ts'
import { oneOf } from '../seeded-random.ts'
import { amountFrom } from './actors.ts'
import { minor, plainText } from './amounts.ts'
import { pass } from './deaths.ts'
import { deskOf, done, listed } from './desk.ts'
import { balancesOf, seenThings } from './lists.ts'
import { markOf } from './marks.ts'
import { ask, count, type Institution, isStopped, note, patiently, type World } from './world.ts'

// Money recalled after it was spent: a debt, covered by the next incoming money; meanwhile two people review all outgoing
// money.

const idOf = ({ client }: Institution): string => client.institutionid

/** A wire arrives, almost everything is spent, and the sender's bank recalls the wire. */
export async function recallSpent(world: World): Promise<void> {
  const { uat, pick } = world
  const one = oneOf(
    pick,
    world.institutions.filter((institution) => !isStopped(institution)),
  )
  const currency = oneOf(pick, ['CHF', 'GBP'])
  const amount = amountFrom(world, 20_000, 40_000)
  const wire = { institutionid: idOf(one), currency, amount }
  const { status, body } = await patiently(() => sandbox(uat.service.origin, 'wires', wire))
  if (status !== 200) return count(world, `spent and recalled: no wire, ${status}`)
  await pass(world, 3_600)
  const spent = await spendMost(world, one, currency, minor(amount, currency))
  if (pick(2) === 0) await pass(world, 2 * 3_600) // otherwise it is still on its way out
  const recall = await recalled(world, body.bankref)
  count(world, `spent and recalled: ${spent}, ${recall}`)
  note(world, `${one.name} spent (${spent}) ${amount} ${currency} of wire ${body.bankref}: ${recall}`)
}

/** Less than half of the wire is left. */
async function spendMost(world: World, one: Institution, asset: string, wire: bigint): Promise<string> {
  const has = (await balancesOf(world, one)).available[asset]!
  const left = BigInt(world.pick(Number(wire / 2n)))
  if (has <= left) return 'nothing to spend'
  const quantity = plainText(has - left, asset)
  const fields = { asset, quantity, destination: `payout ${asset}`, clreqid: randomUUID() }
  const { status, body } = await ask(world, one, 'withdraw', fields)
  return status === 200 ? 'taken' : `${status} ${body.code}`
}

/** The bank refuses if our account no longer covers it. */
async function recalled({ uat }: World, bankref: string): Promise<string> {
  const response = await patiently(() =>
    fetch(`${uat.counterparts.origin}/bank/control/next`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ next: 'recall', bankref }),
    }),
  )
  return response.ok ? 'recalled' : `not recalled: ${response.status}`
}

/** Records the current debts. */
export async function lookAtDebts(world: World): Promise<void> {
  const support = await deskOf(world, 'support')
  for (const one of world.institutions) {
    const ended = await markOf(world)
    const { owed } = await done('the institution', support('GET', `/institutions/${idOf(one)}`))
    for (const { asset, since, amount } of owed) await seen(world, one, { asset, since, amount }, ended)
  }
}

type ReportedDebt = { asset: string; since: string; amount: string }

async function seen(
  world: World,
  one: Institution,
  { asset, since, amount }: ReportedDebt,
  ended: DebtMark,
): Promise<void> {
  const institution = idOf(one)
  const at = world.debts.findIndex((debt) => debt.since === since && debt.asset === asset)
  if (at >= 0) {
    world.debts[at] = { ...world.debts[at]!, ended }
    return
  }
  const known = Object.keys(await seenThings(world, one))
  const began = await markOf(world)
  world.debts.push({ institution, asset, since, began, ended: began, known, released: [] })
  count(world, 'debt: arose')
  note(world, `${one.name} owes ${amount} ${asset} since ${since}`)
}

type DebtMark = Awaited<ReturnType<typeof markOf>>

/** Two people decide an operation that waits because of a debt. Other holds are left alone. */
export async function reviewDebts(world: World, most = 1): Promise<void> {
  const holds = await listed(await deskOf(world, 'compliance'), '/holds?reason=debt_review&state=placed')
  for (const { holdid, on, institutionid } of holds.filter((one) => !world.touched.has(one.on)).slice(0, most)) {
    const decision = oneOf(world.pick, ['release', 'reject'])
    if (decision === 'release')
      world.debts.forEach((debt, at) => {
        if (debt.institution === institutionid) world.debts[at] = { ...debt, released: [...debt.released, on] }
      })
    const { status, body } = await patiently(() => sandbox(world.uat.service.origin, `holds/${holdid}/${decision}`, {}))
    count(world, `debt review: ${decision} ${status === 200 ? 'done' : (body.message ?? status)}`)
  }
}

/** A wire that covers debts: a part of each, or more than that. Returns the number of wires. */
export async function coverDebts(world: World, isWhole: boolean): Promise<number> {
  let many = 0
  const support = await deskOf(world, 'support')
  for (const one of world.institutions.filter((institution) => !isStopped(institution))) {
    const { owed } = await done('the institution', support('GET', `/institutions/${idOf(one)}`))
    for (const { asset, amount } of owed) {
      const debt = minor(amount, asset)
      const covered = isWhole ? debt + BigInt(100_000 + world.next()) : debt / 2n + BigInt(world.next())
      const wire = { institutionid: idOf(one), currency: asset, amount: plainText(covered, asset) }
      const { status } = await patiently(() => sandbox(world.uat.service.origin, 'wires', wire))
      count(world, `debt: a wire ${isWhole ? 'for all of it' : 'for a part of it'} ${status}`)
      many += 1
    }
  }
  return many
}
