import fc from 'fast-check'
import { expect, test } from 'vitest'
import { orders, statuses } from '../test/samples.ts'
import { BankFileError } from './bankfile.ts'
import { type Payment, type PaymentOrder, readPain001, readPain002, writePain001, writePain002 } from './pain.ts'

const qrBill: Payment = {
  endToEndId: 'PAYOUT-1',
  instructionId: 'PAYOUT-1-A',
  amount: 1_050n,
  currency: 'CHF',
  creditor: {
    name: 'Alpine Räder AG',
    account: { kind: 'iban', iban: 'CH4431999123000889012' },
    bic: null,
    address: { country: 'CH', town: 'Zug', street: 'Bahnhofstrasse', number: '7', postcode: '6300' },
  },
  remittance: null,
  reference: '210000000003139471430009017',
}
const francs: Payment = {
  ...qrBill,
  endToEndId: 'PAYOUT-2',
  instructionId: 'PAYOUT-2-A',
  amount: 99_999_999n,
  creditor: { ...qrBill.creditor, account: { kind: 'iban', iban: 'CH9300762011623852957' }, address: null },
  remittance: 'Withdrawal 2',
  reference: null,
}
const pounds: Payment = {
  ...francs,
  currency: 'GBP',
  creditor: { ...francs.creditor, name: 'Alder Ltd', account: { kind: 'uk', sortcode: '200000', account: '55779911' } },
}
const order: PaymentOrder = {
  messageId: 'MSG-1',
  createdAt: new Date('2026-04-02T10:00:00Z'),
  initiator: 'Specie AG',
  debtor: { name: 'Specie AG', account: { kind: 'iban', iban: 'CH9300762011623852957' }, bic: 'UATBCHZZXXX' },
  executionDate: '2026-04-07',
  batchId: 'BATCH-1',
  payments: [qrBill, francs],
}

test('a written order is read back unchanged', () => {
  fc.assert(
    fc.property(orders, (value) => {
      expect(readPain001(writePain001(value))).toEqual(value)
    }),
  )
  fc.assert(
    fc.property(statuses, (value) => {
      expect(readPain002(writePain002(value))).toEqual(value)
    }),
  )
})

test('an order carries its number and its sum, to the cent, once for the message and once for the batch', () => {
  const xml = writePain001(order)
  expect(xml.match(/<NbOfTxs>2<\/NbOfTxs><CtrlSum>1000010\.49<\/CtrlSum>/g)).toHaveLength(2)
})

test('a UK account is identified by its number, and its bank by the sort code', () => {
  const xml = writePain001({ ...order, payments: [pounds] })
  expect(xml).toContain('<ClrSysMmbId><ClrSysId><Cd>GBDSC</Cd></ClrSysId><MmbId>200000</MmbId></ClrSysMmbId>')
  expect(xml).toContain('<CdtrAcct><Id><Othr><Id>55779911</Id></Othr></Id></CdtrAcct>')
  const withScheme = xml.replace('<Id>55779911</Id>', '<Id>55779911</Id><SchmeNm><Cd>BBAN</Cd></SchmeNm>')
  expect(readPain001(withScheme)).toEqual(readPain001(xml))
})

const tx = 'Document/CstmrCdtTrfInitn/PmtInf/CdtTrfTxInf'

test.each<[string, string | RegExp, string, string, string]>([
  [
    'a control sum that is off',
    '<CtrlSum>1000010.49<',
    '<CtrlSum>1000010.50<',
    'Document/CstmrCdtTrfInitn/GrpHdr/CtrlSum',
    'differs',
  ],
  [
    'a control sum of the batch that is off',
    /(<PmtInf>.*<CtrlSum>)1000010.49/,
    '$11.00',
    'Document/CstmrCdtTrfInitn/PmtInf/CtrlSum',
    'differs',
  ],
  [
    'a number that is off',
    '<NbOfTxs>2<',
    '<NbOfTxs>3<',
    'Document/CstmrCdtTrfInitn/GrpHdr/NbOfTxs',
    'is 3 but there are 2',
  ],
  ['a second batch', '</PmtInf>', '</PmtInf><PmtInf></PmtInf>', 'Document/CstmrCdtTrfInitn/PmtInf', 'more than once'],
  ['an end-to-end id twice', '>PAYOUT-2<', '>PAYOUT-1<', `${tx}[2]/PmtId/EndToEndId`, 'used twice'],
  ['an instruction id twice', '>PAYOUT-2-A<', '>PAYOUT-1-A<', `${tx}[2]/PmtId/InstrId`, 'used twice'],
  ['an id with a doubled slash', '>PAYOUT-2<', '>PAYOUT//2<', `${tx}[2]/PmtId/EndToEndId`, 'not an id'],
  ['an id with an umlaut', '>PAYOUT-2<', '>PÄYOUT-2<', `${tx}[2]/PmtId/EndToEndId`, 'not an id'],
  ['a name in Cyrillic', 'Alpine Räder AG', 'Альпы', `${tx}[1]/Cdtr/Nm`, 'outside of the Latin'],
  [
    'an IBAN that is mistyped',
    'CH4431999123000889012',
    'CH4431999123000889013',
    `${tx}[1]/CdtrAcct/Id`,
    'neither a valid IBAN',
  ],
  [
    'a UK account without its sort code',
    '<IBAN>CH4431999123000889012</IBAN>',
    '<Othr><Id>55779911</Id></Othr>',
    `${tx}[1]/CdtrAcct/Id`,
    'neither a valid IBAN',
  ],
  [
    'francs to a sort code',
    '<IBAN>CH4431999123000889012</IBAN>',
    '<Othr><Id>20000055779911</Id></Othr>',
    `${tx}[1]/CdtrAcct/Id`,
    'must be an IBAN',
  ],
  [
    'a QR-IBAN without its reference',
    /<RmtInf><Strd>.*<\/Strd><\/RmtInf>/,
    '',
    `${tx}[1]/RmtInf`,
    'must hold a valid QR reference',
  ],
  ['a QR reference that is mistyped', '430009017', '430009018', `${tx}[1]/RmtInf`, 'must hold a valid QR reference'],
  [
    'a QR reference for a plain IBAN',
    'CH4431999123000889012',
    'CH9300762011623852957',
    `${tx}[1]/RmtInf`,
    'needs a QR-IBAN',
  ],
  [
    'free address lines',
    '<PstlAdr>',
    '<PstlAdr><AdrLine>somewhere</AdrLine>',
    `${tx}[1]/Cdtr/PstlAdr`,
    'has no element AdrLine',
  ],
  ['an address without a town', '<TwnNm>Zug</TwnNm>', '', `${tx}[1]/Cdtr/PstlAdr/TwnNm`, 'is missing'],
  ['a payment of nothing', '>10.50<', '>0.00<', `${tx}[1]/Amt/InstdAmt`, 'more than zero'],
  ['two currencies', 'Ccy="CHF">999999.99', 'Ccy="GBP">999999.99', `${tx}[2]/Amt/InstdAmt`, 'one currency'],
  ['a cheque', '<PmtMtd>TRF<', '<PmtMtd>CHK<', 'Document/CstmrCdtTrfInitn/PmtInf/PmtMtd', 'must be TRF'],
  [
    'another message',
    'pain.001.001.09',
    'pain.001.001.03',
    'Document',
    'taken is urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
  ],
])('%s is refused, with the place and the reason', (_, from, to, where, problem) => {
  const xml = writePain001(order)
  const damaged = where.endsWith('InstdAmt') && to === '>0.00<' ? zeroed(xml) : xml.replace(from, to)
  expect(damaged).not.toBe(xml)
  try {
    readPain001(damaged)
  } catch (error) {
    expect(error).toBeInstanceOf(BankFileError)
    expect((error as BankFileError).problem).toContain(problem)
    expect((error as BankFileError).where).toBe(where)
    return
  }
  expect.fail('it was taken')
})

/** A payment of zero, with matching sums. */
function zeroed(xml: string): string {
  return xml.replace('>10.50<', '>0.00<').replaceAll('1000010.49', '999999.99')
}

test('an order that a bank would refuse is not sent', () => {
  const send = (change: Partial<Payment>): string => writePain001({ ...order, payments: [{ ...qrBill, ...change }] })
  expect(() => send({ reference: null })).toThrow('must hold a valid QR reference')
  expect(() => send({ amount: 0n })).toThrow('more than zero')
  expect(() => send({ endToEndId: 'x'.repeat(36) })).toThrow('longer than 35')
  expect(() => send({ remittance: 'x'.repeat(141) })).toThrow('longer than 140')
  expect(() => send({ creditor: { ...qrBill.creditor, name: '' } })).toThrow('Cdtr/Nm: is empty')
  expect(() => writePain001({ ...order, payments: [qrBill, qrBill] })).toThrow('used twice')
  expect(() => writePain001({ ...order, payments: [] })).toThrow('CdtTrfTxInf: is missing')
  expect(() => writePain001({ ...order, executionDate: '2026-02-30' })).toThrow('is not a date')
})

test('the statuses of real banks are reduced to the relevant ones', () => {
  const report = writePain002({
    messageId: 'S-1',
    createdAt: '2026-04-02T10:00:01Z',
    originalMessageId: 'MSG-1',
    group: 'PART',
    reason: null,
    transactions: [{ endToEndId: 'PAYOUT-1', status: 'ACCP', reason: null }],
  })
  const reported = (group: string, transaction: string) =>
    readPain002(report.replace('>PART<', `>${group}<`).replace('>ACCP<', `>${transaction}<`))
  expect(reported('RCVD', 'ACSP')).toMatchObject({ group: 'PDNG', transactions: [{ status: 'ACCP' }] })
  expect(reported('ACWC', 'ACTC')).toMatchObject({ group: 'ACCP', transactions: [{ status: 'PDNG' }] })
  expect(reported('ACCC', 'ACCC')).toMatchObject({ group: 'ACSC', transactions: [{ status: 'ACSC' }] })
  expect(readPain002(report.replace('<GrpSts>PART</GrpSts>', ''))).toMatchObject({ group: 'PART' })
  expect(() => reported('PART', 'PART')).toThrow('cannot be accepted in part')
  expect(() => reported('WHAT', 'ACCP')).toThrow('GrpSts: is "WHAT"')
  expect(() => readPain002(report.replace('pain.001.001.09', 'pain.008.001.08'))).toThrow('must name a pain.001')
})

test('a long reason is carried in full', () => {
  const info = 'The account that was named is closed since the first of January. '.repeat(5).trim()
  const status = {
    messageId: 'S-1',
    createdAt: '2026-04-02T10:00:01Z',
    originalMessageId: 'MSG-1',
    group: 'RJCT',
    reason: { code: 'AC04', info },
    transactions: [],
  } as const
  expect(readPain002(writePain002(status))).toEqual(status)
})
