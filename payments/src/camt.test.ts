import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { notifications, statements } from '../test/samples.ts'
import { refusal, stmt, swissDay } from '../test/swiss-day.ts'
import { readCamt, type Statement, writeNotification, writeStatement } from './camt.ts'

describe('a statement of a Swiss bank', () => {
  const [statement] = readCamt(swissDay) as Statement[]

  test('gives its heading and balances', () => {
    expect(statement).toMatchObject({
      kind: 'camt.053',
      messageId: 'STM-20260402-1',
      account: 'CH9300762011623852957',
      currency: 'CHF',
      sequence: 63n,
      from: '2026-04-02',
      to: '2026-04-02',
      opening: 100_000n,
      closing: 215_150n,
    })
  })

  test('gives a QR payment with all data for its attribution', () => {
    expect(statement!.entries[0]).toEqual({
      bankref: 'REF-1',
      direction: 'credit',
      amount: 100_050n,
      currency: 'CHF',
      bookingDate: '2026-04-02',
      valueDate: '2026-04-07',
      code: 'PMNT/RCDT/VCOM',
      reversal: false,
      endToEndId: null,
      instructionId: null,
      reference: { type: 'QRR', value: '210000000003139471430009017' },
      unstructured: '?REJECT?0 ?ERROR?000',
      creditorAccount: 'CH4431999123000889012',
      counterparty: { name: 'Müller & Söhne AG', account: 'DE89370400440532013000', bic: 'COBADEFFXXX' },
      returnReason: null,
    })
  })

  test('gives each payment of a batch separately, although the bank repeats its reference', () => {
    expect(statement!.entries.slice(1, 3)).toMatchObject([
      { bankref: 'REF-2/1', amount: 25_099n, endToEndId: 'A', code: 'COLLECTIVE', unstructured: 'first line second' },
      { bankref: 'REF-2/2', amount: 1n, reference: { type: 'SCOR', value: 'RF18539007547034' } },
    ])
  })

  test('gives a returned payout with its reason, the original id, and the payee as the counterparty', () => {
    expect(statement!.entries[3]).toMatchObject({
      direction: 'credit',
      reversal: true,
      instructionId: 'BATCH-9',
      creditorAccount: null,
      counterparty: { name: 'Alpha Ltd', account: '20-00-00 55779911' },
      returnReason: { code: 'AC04', info: 'account closed', originalEndToEndId: 'PAYOUT-9' },
    })
  })

  test('omits entries that are not booked', () => {
    expect(statement!.entries).toHaveLength(4)
  })
})

test('a written statement is read back unchanged', () => {
  fc.assert(
    fc.property(statements, (value) => {
      expect(readCamt(writeStatement(value))).toEqual([value])
    }),
  )
  fc.assert(
    fc.property(notifications, (value) => {
      expect(readCamt(writeNotification(value))).toEqual([value])
    }),
  )
})

test('bytes, a byte order mark and Windows line ends change nothing', () => {
  const bytes = new TextEncoder().encode(`\ufeff${swissDay.replaceAll('\n', '\r\n')}`)
  expect(readCamt(bytes)).toEqual(readCamt(swissDay))
})

test.each<[string, string | RegExp, string, string, string]>([
  ['another version', /camt\.053\.001\.08"/, 'camt.053.001.04"', 'Document', 'taken is urn:iso'],
  ['no namespace', / xmlns="[^"]*"/, '', 'Document', 'has the namespace ""'],
  [
    'a foreign element inside',
    '<Id>20260402-CHF</Id>',
    '<Id xmlns="urn:x">1</Id>',
    `${stmt}/Id`,
    'is in the namespace',
  ],
  [
    'elements out of order',
    /(<MsgId>.*<\/MsgId>)(<CreDtTm>.*<\/CreDtTm>)/,
    '$2$1',
    'Document/BkToCstmrStmt/GrpHdr/MsgId',
    'is missing',
  ],
  ['an element too late', '<AddtlStmtInf>end', '<Id>late</Id><AddtlStmtInf>end', `${stmt}/Id`, 'out of order'],
  ['a mandatory element missing', /<MsgId>.*<\/MsgId>/, '', 'Document/BkToCstmrStmt/GrpHdr/MsgId', 'is missing'],
  ['no sequence number', '<ElctrncSeqNb>63</ElctrncSeqNb>', '', `${stmt}/ElctrncSeqNb`, 'is missing'],
  ['an element twice', '<Id>20260402-CHF</Id>', '<Id>1</Id><Id>2</Id>', `${stmt}/Id`, 'more than once'],
  [
    'a skipped element twice',
    '<AddtlStmtInf>end</AddtlStmtInf>',
    '<AddtlStmtInf>1</AddtlStmtInf><AddtlStmtInf>2</AddtlStmtInf>',
    `${stmt}/AddtlStmtInf`,
    'more than once',
  ],
  ['an unknown element', '<AddtlStmtInf>end', '<Surprise/><AddtlStmtInf>end', stmt, 'has no element Surprise'],
  ['a name of JavaScript', '<AddtlStmtInf>end', '<constructor/><AddtlStmtInf>end', stmt, 'has no element constructor'],
  [
    'both sides of a choice',
    '<Id><IBAN>CH9300762011623852957</IBAN></Id>',
    '<Id><IBAN>CH9300762011623852957</IBAN><Othr><Id>1</Id></Othr></Id>',
    `${stmt}/Acct/Id/Othr`,
    'one too many',
  ],
  ['an empty choice', '<Sts><Cd>BOOK</Cd></Sts>', '<Sts></Sts>', `${stmt}/Ntry[1]/Sts`, 'must hold Cd or Prtry'],
  ['a scientific amount', '>1000.50<', '>1e3<', `${stmt}/Ntry[1]/Amt`, 'not a plain decimal'],
  ['three decimals', '>1000.50<', '>1000.500<', `${stmt}/Ntry[1]/Amt`, 'more than two decimals'],
  ['a negative amount', '>1000.50<', '>-1000.50<', `${stmt}/Ntry[1]/Amt`, 'not a plain decimal'],
  ['a decimal comma', '>1000.50<', '>1000,50<', `${stmt}/Ntry[1]/Amt`, 'not a plain decimal'],
  ['nineteen digits', '>1000.50<', '>12345678901234567.00<', `${stmt}/Ntry[1]/Amt`, 'out of range'],
  ['no currency', '<Amt Ccy="CHF">1000.50<', '<Amt>1000.50<', `${stmt}/Ntry[1]/Amt`, 'Ccy is missing'],
  [
    'a strange currency',
    '<Amt Ccy="CHF">1000.50<',
    '<Amt Ccy="EUR">1000.50<',
    `${stmt}/Ntry[1]/Amt`,
    'must be CHF or GBP',
  ],
  [
    'another currency than the account',
    '<Amt Ccy="CHF">1000.50<',
    '<Amt Ccy="GBP">1000.50<',
    `${stmt}/Ntry[1]/Amt`,
    'in GBP but the account is in CHF',
  ],
  [
    'a strange attribute',
    '<Amt Ccy="CHF">1000.50<',
    '<Amt Ccy="CHF" x="1">1000.50<',
    `${stmt}/Ntry[1]/Amt`,
    'other than Ccy',
  ],
  [
    'an attribute where none belongs',
    '<AcctSvcrRef>REF-1<',
    '<AcctSvcrRef a="1">REF-1<',
    `${stmt}/Ntry[1]/AcctSvcrRef`,
    'has the attribute a',
  ],
  [
    'text too long',
    '<AcctSvcrRef>REF-1<',
    `<AcctSvcrRef>${'x'.repeat(36)}<`,
    `${stmt}/Ntry[1]/AcctSvcrRef`,
    'longer than 35',
  ],
  ['text that is empty', '<AcctSvcrRef>REF-1<', '<AcctSvcrRef><', `${stmt}/Ntry[1]/AcctSvcrRef`, 'is empty'],
  ['text between elements', '<AddtlStmtInf>end', 'stray<AddtlStmtInf>end', stmt, 'holds text'],
  [
    'an element inside text',
    '<AcctSvcrRef>REF-1<',
    '<AcctSvcrRef>REF<b/>-1<',
    `${stmt}/Ntry[1]/AcctSvcrRef`,
    'holds an element',
  ],
  [
    'a day that does not exist',
    '<Dt>2026-04-02</Dt></BookgDt>',
    '<Dt>2026-02-30</Dt></BookgDt>',
    `${stmt}/Ntry[1]/BookgDt/Dt`,
    'is not a date',
  ],
  [
    'a direction that does not exist',
    '<CdtDbtInd>CRDT</CdtDbtInd><RvslInd>false',
    '<CdtDbtInd>BOTH</CdtDbtInd><RvslInd>false',
    `${stmt}/Ntry[1]/CdtDbtInd`,
    'must be CRDT or DBIT',
  ],
  ['no reference of the bank', '<AcctSvcrRef>REF-3</AcctSvcrRef>', '', `${stmt}/Ntry[3]/AcctSvcrRef`, 'is missing'],
  ['the same reference twice', '<AcctSvcrRef>REF-3<', '<AcctSvcrRef>REF-1<', stmt, 'same AcctSvcrRef REF-1'],
  ['a batch that does not add up', '>250.99<', '>250.98<', `${stmt}/Ntry[2]/NtryDtls`, 'does not add up'],
  [
    'another currency inside a batch',
    '<Amt Ccy="CHF">250.99<',
    '<Amt Ccy="GBP">250.99<',
    `${stmt}/Ntry[2]/NtryDtls`,
    'another currency or direction',
  ],
  [
    'another direction inside a batch',
    '<Amt Ccy="CHF">0.01</Amt>',
    '<Amt Ccy="CHF">0.01</Amt><CdtDbtInd>DBIT</CdtDbtInd>',
    `${stmt}/Ntry[2]/NtryDtls`,
    'another currency or direction',
  ],
  ['no amount inside a batch', '<Amt Ccy="CHF">0.01</Amt>', '', `${stmt}/Ntry[2]/NtryDtls`, 'one has no Amt'],
  [
    'no booking date',
    '<BookgDt><Dt>2026-04-02</Dt></BookgDt>\n        <AcctSvcrRef>REF-2<',
    '<AcctSvcrRef>REF-2<',
    `${stmt}/Ntry[2]/BookgDt`,
    'is missing although the entry is booked',
  ],
  [
    'a reference that says that there is none',
    '<AcctSvcrRef>REF-3<',
    '<AcctSvcrRef>NOTPROVIDED<',
    `${stmt}/Ntry[3]/AcctSvcrRef`,
    'is NOTPROVIDED',
  ],
  [
    'such a reference inside a batch',
    '<AcctSvcrRef>REF-2</AcctSvcrRef><EndToEndId>B<',
    '<AcctSvcrRef>NOT PROVIDED</AcctSvcrRef><EndToEndId>B<',
    `${stmt}/Ntry[2]/AcctSvcrRef`,
    'is NOT PROVIDED',
  ],
  [
    'another currency of a detail',
    '<Amt Ccy="CHF">1000.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>\n            <AmtDtls>',
    '<Amt Ccy="GBP">1000.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>\n            <AmtDtls>',
    `${stmt}/Ntry[1]/NtryDtls[1]/TxDtls[1]/Amt`,
    'differs',
  ],
  [
    'another direction of a detail',
    '<Amt Ccy="CHF">1000.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>\n            <AmtDtls>',
    '<Amt Ccy="CHF">1000.50</Amt><CdtDbtInd>DBIT</CdtDbtInd>\n            <AmtDtls>',
    `${stmt}/Ntry[1]/NtryDtls[1]/TxDtls[1]/CdtDbtInd`,
    'differs',
  ],
  [
    'a detail that differs',
    '<Amt Ccy="CHF">1000.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>\n            <AmtDtls>',
    '<Amt Ccy="CHF">1000.51</Amt><CdtDbtInd>CRDT</CdtDbtInd>\n            <AmtDtls>',
    `${stmt}/Ntry[1]/NtryDtls[1]/TxDtls[1]/Amt`,
    'differs',
  ],
  [
    'a number of entries that is off',
    '<NbOfNtries>4<',
    '<NbOfNtries>5<',
    `${stmt}/TxsSummry/TtlNtries/NbOfNtries`,
    'is 5 but 4',
  ],
  [
    'a control sum that is off',
    '<Sum>1351.5<',
    '<Sum>1351.51<',
    `${stmt}/TxsSummry/TtlNtries/Sum`,
    'of the entries by 1',
  ],
  ['no closing balance', '<Cd>CLBD<', '<Cd>ITBD<', `${stmt}/Bal`, 'no balance of type CLBD'],
  ['no opening balance', '<Cd>OPBD<', '<Cd>ITBD<', `${stmt}/Bal`, 'no balance of type OPBD or PRCD'],
  ['two closing balances', '<Cd>CLAV<', '<Cd>CLBD<', `${stmt}/Bal`, 'has 2 balances'],
  [
    'one page of several',
    '<LastPgInd>true<',
    '<LastPgInd>false<',
    'Document/BkToCstmrStmt/GrpHdr/MsgPgntn',
    'several pages',
  ],
  ['the last page of several', '<PgNb>1<', '<PgNb>2<', 'Document/BkToCstmrStmt/GrpHdr/MsgPgntn', 'several pages'],
  [
    'one page of a statement of several',
    '<ElctrncSeqNb>63<',
    '<StmtPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></StmtPgntn><ElctrncSeqNb>63<',
    `${stmt}/StmtPgntn`,
    'several pages',
  ],
  [
    'a balance in another currency than the account',
    '<Amt Ccy="CHF">2151.50</Amt>',
    '<Amt Ccy="GBP">2151.50</Amt>',
    `${stmt}/Bal[2]/Amt`,
    'is in GBP',
  ],
  [
    'a number of credits that is off',
    '</TtlNtries>',
    '</TtlNtries><TtlCdtNtries><NbOfNtries>4</NbOfNtries></TtlCdtNtries>',
    `${stmt}/TxsSummry/TtlCdtNtries/NbOfNtries`,
    'is 4 but 3',
  ],
  [
    'a number of debits that is off',
    '</TtlNtries>',
    '</TtlNtries><TtlDbtNtries><NbOfNtries>0</NbOfNtries></TtlDbtNtries>',
    `${stmt}/TxsSummry/TtlDbtNtries/NbOfNtries`,
    'is 0 but 1',
  ],
  ['something behind the end', '</Document>', '</Document><More/>', 'line 84', 'follows the end'],
])('%s is refused, with the place and the reason', (_, from, to, where, problem) => {
  const damaged = swissDay.replace(from, to)
  expect(damaged).not.toBe(swissDay)
  const found = refusal(damaged)
  expect(found.problem).toContain(problem)
  expect(found.where).toBe(where)
})

test('a batch without any reference of the bank is refused', () => {
  const bare = swissDay.replaceAll('<AcctSvcrRef>REF-2</AcctSvcrRef>', '')
  expect(refusal(bare)).toMatchObject({
    where: `${stmt}/Ntry[2]/AcctSvcrRef`,
    problem: expect.stringContaining('is missing'),
  })
})

test('an error in a notification names its place, too', () => {
  const [day] = readCamt(swissDay) as Statement[]
  const notice = writeNotification({ ...day!, kind: 'camt.054' })
  const where = 'Document/BkToCstmrDbtCdtNtfctn/Ntfctn[1]'
  expect(refusal(notice.replace('Ccy="CHF">1000.5', 'Ccy="GBP">1000.5')).where).toBe(`${where}/Ntry[1]/Amt`)
})

describe('a notification', () => {
  const [day] = readCamt(swissDay) as Statement[]
  const notice = writeNotification({ ...day!, kind: 'camt.054' })
  const document = 'Document/BkToCstmrDbtCdtNtfctn'
  const pages = '<NtfctnPgntn><PgNb>1</PgNb><LastPgInd>false</LastPgInd></NtfctnPgntn>'

  test.each([
    ['<LastPgInd>true<', '<LastPgInd>false<', `${document}/GrpHdr/MsgPgntn`],
    ['<ElctrncSeqNb>', `${pages}<ElctrncSeqNb>`, `${document}/Ntfctn[1]/NtfctnPgntn`],
  ])('in several pages is refused (%s)', (from, to, where) => {
    expect(refusal(notice.replace(from, to))).toMatchObject({ where, problem: expect.stringContaining('pages') })
  })

  test('that does not name the currency of the account has that of its entries', () => {
    const unnamed = (text: string) => text.replace('<Ccy>CHF</Ccy>', '')
    expect(unnamed(notice)).not.toBe(notice)
    expect(readCamt(unnamed(notice))).toEqual(readCamt(notice))
    const empty = writeNotification({ ...day!, kind: 'camt.054', entries: [] })
    expect(refusal(unnamed(empty))).toEqual({
      where: `${document}/Ntfctn[1]/Acct/Ccy`,
      problem: 'is missing, and there is no entry to take it from',
    })
  })
})

test.each<[string, string | RegExp, string]>([
  ['no currency of the account', '<Ccy>CHF</Ccy>', ''],
  ['no summary', /<TxsSummry>.*<\/TxsSummry>/, ''],
  ['no period, but dates of its balances', /<FrToDt>.*<\/FrToDt>/, ''],
  ['the closing balance of the day before as its opening one', '<Cd>OPBD<', '<Cd>PRCD<'],
])('a statement with %s reads the same', (_, from, to) => {
  const changed = swissDay.replace(from, to)
  expect(changed).not.toBe(swissDay)
  expect(readCamt(changed)).toEqual(readCamt(swissDay))
})

test('the period counts, independent of the dates of the balances', () => {
  const longer = swissDay
    .replace('<FrDtTm>2026-04-02', '<FrDtTm>2026-04-01')
    .replace('<ToDtTm>2026-04-02', '<ToDtTm>2026-04-03')
  expect(readCamt(longer)).toMatchObject([{ from: '2026-04-01', to: '2026-04-03' }])
})

test('credits and debits are counted apart', () => {
  const counted = (name: string, count: number, sum: string) =>
    `<${name}><NbOfNtries>${count}</NbOfNtries><Sum>${sum}</Sum></${name}>`
  const both = counted('TtlCdtNtries', 3, '1351.50') + counted('TtlDbtNtries', 1, '0')
  expect(readCamt(swissDay.replace('</TtlNtries>', `</TtlNtries>${both}`))).toEqual(readCamt(swissDay))
})

test('a date with ten million spaces inside is refused at once', () => {
  const spaced = swissDay.replace(
    '<Dt>2026-04-02</Dt></BookgDt>',
    `<Dt>2026${' '.repeat(10_000_000)}-04-02</Dt></BookgDt>`,
  )
  expect(refusal(spaced).problem).toContain('is not a date')
})

test('a statement that could not be read back is not written', () => {
  const [value] = fc.sample(statements, { numRuns: 1, seed: 7 })
  const entry = { ...(readCamt(swissDay) as Statement[])[0]!.entries[0]!, currency: value!.currency }
  const write = (change: object): string => writeStatement({ ...value!, entries: [{ ...entry, ...change }] })
  expect(() => write({ bankref: 'x'.repeat(36) })).toThrow('Ntry[1]/AcctSvcrRef: is longer than 35')
  expect(() => write({ amount: -1n })).toThrow('not a plain decimal')
  expect(() => write({ valueDate: '2026-02-30' })).toThrow('Ntry[1]/ValDt/Dt: is not a date')
  expect(() => write({ unstructured: 'a\u0000b' })).toThrow('XML cannot carry')
  expect(() => writeStatement({ ...value!, entries: [entry, entry] })).toThrow(
    'entries: has two entries with the same AcctSvcrRef',
  )
})
