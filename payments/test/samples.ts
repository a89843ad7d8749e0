import fc from 'fast-check'
import type { AccountId } from '../src/account.ts'
import type { BankEntry, Notification, Statement } from '../src/camt.ts'
import type { Payment, PaymentOrder, PaymentStatus } from '../src/pain.ts'
import { qrReference, scorReference } from '../src/reference.ts'

// All possible messages of a bank and of ours, for tests of general properties.

const ids = fc.stringMatching(/^[A-Z0-9][A-Za-z0-9+?:().,' -]{0,34}$/)
/** Possible text: letters of all kinds, characters that XML must escape, and one outside the basic plane. */
const texts = (max: number) =>
  fc
    .array(fc.constantFrom(...Array.from('abzÄéß€ł <>&"\'/-.,0189𝄞')), { minLength: 1, maxLength: max })
    .map((parts) => parts.join(''))
/** Possible text of a payment: Latin letters only. */
const latin = (max: number) =>
  fc
    .array(fc.constantFrom(...Array.from('abzÄéßł€ț <>&"\'/-.,0189')), { minLength: 1, maxLength: max })
    .map((parts) => parts.join(''))
const maybe = <T>(of: fc.Arbitrary<T>) => fc.option(of, { nil: null })
const currencies = fc.constantFrom('CHF' as const, 'GBP' as const)
const amounts = fc.oneof(fc.bigInt(1n, 200n), fc.bigInt(1n, 10n ** 17n))
const dates = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString().slice(0, 10))
const times = fc
  .date({ min: new Date('2000-01-01'), max: new Date('2100-12-31'), noInvalidDate: true })
  .map((date) => date.toISOString())
const ibans = fc.constantFrom('CH9300762011623852957', 'GB29NWBK60161331926819', 'DE89370400440532013000')
const ukAccounts = fc.constantFrom('20-00-00 55779911', '04-00-80 88837491')
const bics = fc.constantFrom('UATBCHZZXXX', 'UATBGB2L')
const qrReferences = fc.bigInt(0n, 10n ** 26n - 1n).map((body) => qrReference(String(body)))
const scorReferences = fc.stringMatching(/^[A-Z0-9]{1,21}$/).map(scorReference)

const references = fc.oneof(
  fc.record({ type: fc.constant('QRR' as const), value: qrReferences }),
  fc.record({ type: fc.constant('SCOR' as const), value: scorReferences }),
  fc.constant({ type: 'none' as const, value: null }),
)

const entryParts = fc.record({
  direction: fc.constantFrom('credit' as const, 'debit' as const),
  amount: amounts,
  bookingDate: dates,
  valueDate: dates,
  code: fc.constantFrom('PMNT/RCDT/ESCT', 'PMNT/ICDT/DMCT', 'NTRF'),
  reversal: fc.boolean(),
  endToEndId: maybe(ids),
  instructionId: maybe(ids),
  reference: references,
  unstructured: maybe(texts(140)),
  creditorAccount: maybe(fc.oneof(ibans, ukAccounts)),
  counterparty: fc.record({
    name: maybe(texts(140)),
    account: maybe(fc.oneof(ibans, ukAccounts, fc.constant('0532013000X'))),
    bic: maybe(bics),
  }),
  returned: maybe(fc.record({ code: fc.constantFrom('AC04', 'MS03'), info: maybe(texts(105)) })),
})

/** The credited account of ours is known only if we are the creditor. */
function entryOf(
  parts: typeof entryParts extends fc.Arbitrary<infer P> ? P : never,
  currency: 'CHF' | 'GBP',
  n: number,
) {
  const { returned, ...entry } = parts
  const weAreCreditor = (entry.direction === 'credit') === (returned === null)
  return {
    ...entry,
    bankref: `BANK-${n}`,
    currency,
    creditorAccount: weAreCreditor ? entry.creditorAccount : null,
    returnReason: returned && { ...returned, originalEndToEndId: entry.endToEndId },
  } satisfies BankEntry
}

const headings = fc
  .record({
    messageId: ids,
    createdAt: times,
    account: ibans,
    currency: currencies,
    sequence: fc.bigInt(0n, 10n ** 18n - 1n),
    parts: fc.array(entryParts, { maxLength: 4 }),
  })
  .map(({ parts, ...heading }) => ({
    ...heading,
    entries: parts.map((part, index) => entryOf(part, heading.currency, index)),
  }))

export const notifications: fc.Arbitrary<Notification> = headings.map((heading) => ({ kind: 'camt.054', ...heading }))

export const statements: fc.Arbitrary<Statement> = fc
  .tuple(
    headings,
    fc.record({
      statementId: ids,
      from: dates,
      to: dates,
      opening: fc.bigInt(-(10n ** 16n), 10n ** 16n),
      closing: fc.bigInt(-(10n ** 16n), 10n ** 16n),
    }),
  )
  .map(([heading, own]) => ({ kind: 'camt.053', ...heading, ...own }))

const iban = (iban: string): AccountId => ({ kind: 'iban', iban })
const uk: AccountId = { kind: 'uk', sortcode: '200000', account: '55779911' }

/** Account and reference that are compatible in the currency. */
const payees = (currency: 'CHF' | 'GBP'): fc.Arbitrary<{ account: AccountId; reference: string | null }> => {
  const plain = currency === 'CHF' ? ibans.map(iban) : fc.oneof(ibans.map(iban), fc.constant(uk))
  return fc.oneof(
    fc.record({ account: fc.constant(iban('CH4431999123000889012')), reference: qrReferences }),
    fc.record({ account: plain, reference: maybe(scorReferences) }),
  )
}

const addresses = fc
  .record({ country: fc.constantFrom('CH', 'GB'), town: latin(35) })
  .chain((base) =>
    fc
      .record({ street: latin(70), number: latin(16), postcode: latin(16) }, { requiredKeys: [] })
      .map((rest) => ({ ...base, ...rest })),
  )

const payments = (currency: 'CHF' | 'GBP') =>
  fc
    .record({
      amount: amounts,
      payee: payees(currency),
      name: latin(140),
      bic: maybe(bics),
      address: maybe(addresses),
      remittance: maybe(latin(140)),
    })
    .map(({ amount, payee, name, bic, address, remittance }) => ({
      amount,
      currency,
      creditor: { name, account: payee.account, bic, address },
      remittance,
      reference: payee.reference,
    }))

export const orders: fc.Arbitrary<PaymentOrder> = currencies.chain((currency) =>
  fc
    .record({
      messageId: ids,
      createdAt: times.map((time) => new Date(time)),
      initiator: latin(70),
      debtor: fc.record({
        name: latin(70),
        account: currency === 'CHF' ? ibans.map(iban) : fc.oneof(ibans.map(iban), fc.constant(uk)),
        bic: bics,
      }),
      executionDate: dates,
      batchId: ids,
      list: fc.array(payments(currency), { minLength: 1, maxLength: 5 }),
    })
    .map(({ list, ...order }) => ({
      ...order,
      payments: list.map((payment, n): Payment => ({ ...payment, endToEndId: `E2E-${n}`, instructionId: `I/${n}` })),
    })),
)

const reasons = maybe(fc.record({ code: fc.constantFrom('AC04', 'AM04', 'OWNCODE'), info: maybe(texts(105)) }))

export const statuses: fc.Arbitrary<PaymentStatus> = fc.record(
  {
    messageId: ids,
    createdAt: times,
    originalMessageId: ids,
    originalBatchId: ids,
    group: fc.constantFrom('ACTC', 'ACCP', 'ACSC', 'PART', 'RJCT', 'PDNG'),
    reason: reasons,
    transactions: fc.array(
      fc.record({
        endToEndId: ids,
        status: fc.constantFrom('ACCP', 'ACSC', 'RJCT', 'PDNG'),
        reason: reasons,
      }),
      { maxLength: 4 },
    ),
  },
  { requiredKeys: ['messageId', 'createdAt', 'originalMessageId', 'group', 'reason', 'transactions'] },
)
