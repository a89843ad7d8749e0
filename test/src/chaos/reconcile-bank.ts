import { plain, shown } from './amounts.ts'
import type { BankFact, Claim, Difference, Facts, InstitutionFact, ProviderFact, Operation } from './facts.ts'

// The bank's own files, and the provider's books, against the lists: every entry has one cause, and every claim one entry.

type Payout = Extract<Claim, { at: 'bank' }>

export function bankDifferences(facts: Facts): Difference[] {
  return [...payouts(facts), ...strayDebits(facts), ...wires(facts), ...strayCredits(facts)]
}

/** Payments of this amount to this account, and how many of them have remained there. */
export function paid({ bank }: Pick<Facts, 'bank'>, claim: Payout): { debits: BankFact[]; stayed: number } {
  const debits = bank.filter(
    (one) =>
      one.direction === 'debit' &&
      !one.isReturn &&
      one.purpose === 'client_money' &&
      one.currency === claim.currency &&
      one.amount === claim.amount &&
      one.counterparty.account !== null &&
      plain(one.counterparty.account) === plain(claim.to),
  )
  const ids = new Set(debits.map(({ endToEndId }) => endToEndId))
  const back = bank.filter((one) => one.direction === 'credit' && one.isReturn && ids.has(one.returnOf))
  return { debits, stayed: debits.length - back.length }
}

const payoutsOf = (operation: Operation): Payout[] => operation.claims.filter((one) => one.at === 'bank')

type ClaimedPayout = { thing: Operation; claim: Payout }

/** Indistinguishable payments, such as a refused one and its repetition, count together. */
function payouts(facts: Facts): Difference[] {
  const request = facts.institutions.flatMap(({ things }) =>
    things.flatMap((operation) => payoutsOf(operation).map((claim): ClaimedPayout => ({ thing: operation, claim }))),
  )
  const alike = Map.groupBy(request, ({ claim }) => `${claim.currency} ${claim.amount} ${plain(claim.to)}`)
  return [...alike.values()].flatMap((some) => {
    const [{ claim, thing }] = some as [ClaimedPayout]
    const { debits, stayed } = paid(facts, claim)
    const ranges = some.map((one) => rangeOf(one))
    const [least, most] = [0, 1].map((at) => ranges.reduce((sum, range) => sum + range[at]!, 0)) as [number, number]
    if (stayed >= least && stayed <= most) return []
    const what = `${thing.kind} that is ${some.map((one) => one.thing.status).join(', ')}: ${shown(claim.amount, claim.currency)} to ${claim.to} left ${debits.length} times, ${stayed} stayed there`
    return [{ rule: 'at the bank', about: thing.id, what }]
  })
}

/** How many of its payments remain there, at least and at most. */
const rangeOf = ({ thing, claim }: ClaimedPayout): readonly [least: number, most: number] =>
  ({ done: [claim.stays, claim.stays], undone: [0, 0], open: [0, 1] } as const)[thing.end]

const isSweep = (facts: Facts, { code, counterparty }: BankFact): boolean =>
  code.endsWith('/BOOK') || facts.bank.some(({ account }) => account === counterparty.account)

function strayDebits(facts: Facts): Difference[] {
  const operations = facts.institutions.flatMap((one) => one.things)
  const claimed = new Set(operations.flatMap(payoutsOf).flatMap((claim) => paid(facts, claim).debits))
  const isReason = (one: BankFact) => facts.bank.some((credit) => isWire(facts, credit) && returns(one, credit))
  return facts.bank
    .filter((one) => one.direction === 'debit' && !one.isReturn && !isSweep(facts, one))
    .filter((one) => !claimed.has(one) && !isReason(one))
    .map((one) => stray(one, 'was paid and is in no list'))
}

const stray = ({ bankref, amount, currency, counterparty }: BankFact, why: string): Difference => ({
  rule: 'stray entry',
  about: bankref,
  what: `${shown(amount, currency)} (${counterparty.name ?? 'nobody named'}, ${counterparty.account ?? 'no account'}) ${why}`,
})

/** Every wire of a list is one credit at the bank, of this amount, for this institution; and no credit is in two. */
function wires(facts: Facts): Difference[] {
  const arrived = facts.bank.filter((one) => isWire(facts, one))
  const credits = new Map(arrived.map((one) => [`${one.bankref} ${one.currency}`, one]))
  const seen = new Map<string, string>()
  return facts.institutions.flatMap((institution) =>
    institution.things.flatMap((operation) => {
      const [claim] = operation.claims
      if (claim?.at !== 'wire') return []
      const key = `${claim.bankref} ${claim.currency}`
      const credit = credits.get(key)
      const problems = wireProblems(facts, institution, operation, credit)
      if (credit && credit.amount !== claim.amount) problems.push(`is ${shown(credit.amount, claim.currency)} there`)
      if (seen.has(key)) problems.push(`is in the lists twice: ${seen.get(key)}`)
      seen.set(key, operation.id)
      const subject = `wire ${claim.bankref} of ${shown(claim.amount, claim.currency)} that is ${operation.status}`
      return problems.map((what) => ({ rule: 'wire', about: operation.id, what: `${subject} ${what}` }))
    }),
  )
}

function wireProblems(
  { bank }: Facts,
  { references, name }: InstitutionFact,
  operation: Operation,
  credit: BankFact | undefined,
): string[] {
  if (!credit) return ['is not at the bank']
  const problems: string[] = []
  if (!isFor(references, credit)) problems.push(`was not sent to ${name}`)
  const isBack = isTakenBack(bank, credit) || isSentBack(bank, credit)
  if (isBack && operation.end === 'done') problems.push('was taken back by the bank, or sent back')
  if (!isBack && operation.end === 'undone') problems.push('was neither taken back by the bank nor sent back')
  return problems
}

/** The sender's bank has recalled a wire. */
export const isTakenBack = (bank: readonly BankFact[], { endToEndId }: BankFact): boolean =>
  endToEndId !== null && bank.some((one) => one.direction === 'debit' && one.isReturn && one.returnOf === endToEndId)

/** We have returned it to its account, and it did not arrive from there again. */
export const isSentBack = (bank: readonly BankFact[], credit: BankFact): boolean =>
  bank.some((one) => returns(one, credit) && !hasComeBack(bank, one))

const hasComeBack = (bank: readonly BankFact[], { endToEndId }: BankFact): boolean =>
  bank.some((one) => one.direction === 'credit' && one.isReturn && one.returnOf === endToEndId)

const returns = (debit: BankFact, { bankref, amount, currency, counterparty }: BankFact): boolean =>
  debit.direction === 'debit' &&
  debit.text?.split(' ').at(-1) === bankref &&
  debit.amount === amount &&
  debit.currency === currency &&
  debit.counterparty.account === counterparty.account

export const isFor = (references: readonly string[], { reference, paidTo }: BankFact): boolean =>
  references.some((one) => one === reference || (paidTo !== null && paidTo.endsWith(one)))

/** External money on the client money account that is neither the provider's nor a return. */
export function isWire(facts: Facts, one: BankFact): boolean {
  const { direction, purpose, isReturn, code, endToEndId } = one
  return (
    direction === 'credit' &&
    purpose === 'client_money' &&
    !isReturn &&
    !code.endsWith('/BOOK') &&
    !isOfProvider(facts, one) &&
    !(endToEndId ?? '').startsWith('UAT-')
  )
}

/** The account decides, not the name. The bank names a British one by its sort code and number. */
export function isOfProvider(
  { providerAccounts }: Pick<Facts, 'providerAccounts'>,
  { counterparty }: BankFact,
): boolean {
  const account = counterparty.account?.replaceAll(/[ -]/g, '')
  return account !== undefined && providerAccounts.some((iban) => iban === account || iban.slice(8) === account)
}

function strayCredits(facts: Facts): Difference[] {
  const listed = new Set(
    facts.institutions.flatMap(({ things }) =>
      things.flatMap(({ claims }) => claims.flatMap((one) => (one.at === 'wire' ? [one.bankref] : []))),
    ),
  )
  const references = facts.institutions.flatMap((one) => one.references)
  return (
    facts.bank
      // Recalled before it was credited, it never had an owner.
      .filter(
        (one) =>
          isWire(facts, one) && isFor(references, one) && !listed.has(one.bankref) && !isTakenBack(facts.bank, one),
      )
      .map((one) => stray(one, 'has come in for an institution and is in no list'))
  )
}

export function providerDifferences(facts: Facts): Difference[] {
  const payments = facts.institutions.flatMap(({ things }) => things.filter(({ kind }) => kind === 'onramp'))
  const byArrival = Map.groupBy(payments, ({ row }) => (row as { legs: { ref: string }[] }).legs[0]!.ref)
  const missing = facts.provider
    .filter(({ id }) => byArrival.get(id)?.length !== 1)
    .map(({ id, amount, currency }) => ({
      rule: 'at the provider',
      about: id,
      what: `${shown(amount, currency)} arrived, and there are ${byArrival.get(id)?.length ?? 0} payments of it`,
    }))
  return [...missing, ...payments.flatMap((payment) => arrivalDiffers(facts.provider, payment))]
}

function arrivalDiffers(provider: readonly ProviderFact[], payment: Operation): Difference[] {
  return payment.claims.flatMap((claim) => {
    if (claim.at !== 'provider') return []
    const arrival = provider.find(({ id }) => id === claim.arrival)
    const { settlements = 0, returns = 0, net = null } = arrival ?? {}
    const [does, others] = claim.outcome === 'settled' ? [settlements, returns] : [returns, settlements]
    const isOnce = payment.end === 'done' ? does === 1 && others === 0 : does <= 1 && settlements + returns <= 1
    const isSame = claim.net === null || net === null || claim.net === net
    if (isOnce && isSame) return []
    const what = `payment that is ${payment.status}: settled ${settlements} times (net ${net ?? 'none'}), returned ${returns} times; its own net is ${claim.net ?? 'unknown'}`
    return [{ rule: 'at the provider', about: payment.id, what }]
  })
}
