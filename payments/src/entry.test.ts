import { describe, expect, test } from 'vitest'
import { refusal, stmt, swissDay } from '../test/swiss-day.ts'
import { type BankEntry, readCamt, type Statement, writeStatement } from './camt.ts'

test.each(['NONREF', 'NON REF', 'NOREF', 'NO REF', 'NONE', 'unknown', 'NA', 'N/A', '0', '000', 'NOT PROVIDED'])(
  'the placeholder %s is not a reference',
  (word) => {
    const found = refusal(swissDay.replace('<AcctSvcrRef>REF-3<', `<AcctSvcrRef>${word}<`))
    expect(found).toMatchObject({
      where: `${stmt}/Ntry[3]/AcctSvcrRef`,
      problem: expect.stringContaining(`is ${word}:`),
    })
  },
)

test.each(['NONREF1', 'X0', '001', 'XNONE', 'NANA'])('%s is a reference', (word) => {
  const [statement] = readCamt(swissDay.replace('<AcctSvcrRef>REF-3<', `<AcctSvcrRef>${word}<`)) as Statement[]
  expect(statement!.entries.map(({ bankref }) => bankref)).toContain(word)
})

test('a payment without details is identified by the reference of its entry, or refused', () => {
  const bare = swissDay.replace('<Refs><PmtInfId>BATCH-9</PmtInfId><EndToEndId>PAYOUT-9</EndToEndId></Refs>', '')
  const [statement] = readCamt(bare) as Statement[]
  expect(statement!.entries.at(-1)).toMatchObject({ bankref: 'REF-3', endToEndId: null })
  expect(refusal(bare.replace('<AcctSvcrRef>REF-3</AcctSvcrRef>', ''))).toMatchObject({
    where: `${stmt}/Ntry[3]/AcctSvcrRef`,
    problem: expect.stringContaining('is missing'),
  })
})

test('an entry is a reversal only if the bank says so', () => {
  const [statement] = readCamt(swissDay) as Statement[]
  expect(statement!.entries.map(({ reversal }) => reversal)).toEqual([false, false, false, true])
})

/** The entries of the Swiss day after these replacements. */
function entriesWith(...changes: [from: string, to: string][]) {
  const changed = changes.reduce((text, [from, to]) => {
    expect(text).toContain(from)
    return text.replace(from, to)
  }, swissDay)
  return (readCamt(changed)[0] as Statement).entries
}

describe('a booking of several payments', () => {
  const number = '<Btch><NbOfTxs>2</NbOfTxs></Btch>'
  const ownOfA = '<AcctSvcrRef>REF-2</AcctSvcrRef><EndToEndId>A<'
  const ownOfB = '<AcctSvcrRef>REF-2</AcctSvcrRef><EndToEndId>B<'
  const refsOfA = '<Refs><AcctSvcrRef>REF-2</AcctSvcrRef><EndToEndId>A</EndToEndId></Refs>'
  const batch = { reference: 'REF-2', id: null, transactions: 2, part: true }

  test('is one entry for each, distinguished by its position if the bank repeats its reference', () => {
    const [, first, second] = entriesWith()
    expect(first).toMatchObject({ bankref: 'REF-2/1', unreferenced: true, batch })
    expect(second).toMatchObject({ bankref: 'REF-2/2', unreferenced: true, batch })
  })

  test('is counted if the bank does not give the number', () => {
    expect(entriesWith([number, ''])[1]).toMatchObject({ batch })
  })

  test('has the name of the order from any part of it', () => {
    const between = '</TxDtls>\n          <TxDtls><Refs><AcctSvcrRef>REF-2</AcctSvcrRef><EndToEndId>B<'
    const apart = `</TxDtls></NtryDtls><NtryDtls>${number.replace('<Btch>', '<Btch><PmtInfId>P-1</PmtInfId>')}`
    const [, first, second] = entriesWith([number, ''], [between, `${apart}${between.slice('</TxDtls>'.length)}`])
    expect(first).toMatchObject({ instructionId: null, batch: { ...batch, id: 'P-1' } })
    expect(second).toMatchObject({ instructionId: 'P-1', batch: { ...batch, id: 'P-1' } })
  })

  test('may contain a payment without references of its own', () => {
    const [, first] = entriesWith([refsOfA, ''])
    expect(first).toMatchObject({ bankref: 'REF-2/1', endToEndId: null, instructionId: null })
  })

  test('is identified by the reference of the booking, or else by that of its payments', () => {
    const repeated: [string, string][] = [
      [ownOfA, ownOfA.replace('REF-2', 'OWN')],
      [ownOfB, ownOfB.replace('REF-2', 'OWN')],
    ]
    expect(entriesWith(...repeated)[1]!.bankref).toBe('REF-2/1')
    const booking = '<AcctSvcrRef>REF-2</AcctSvcrRef>\n        <BkTxCd>'
    expect(entriesWith(...repeated, [booking, '<BkTxCd>'])[1]!.bankref).toBe('OWN/1')
  })

  test('is a batch even if only one of its payments is reported', () => {
    const [first] = entriesWith(['<NbOfTxs>1<', '<NbOfTxs>3<'])
    expect(first!.batch).toEqual({ reference: 'REF-1', id: null, transactions: 3, part: false })
  })

  test('may debit the account without naming the payees', () => {
    const [, first] = entriesWith([
      '<Amt Ccy="CHF">251.00</Amt><CdtDbtInd>CRDT<',
      '<Amt Ccy="CHF">251.00</Amt><CdtDbtInd>DBIT<',
    ])
    expect(first).toMatchObject({ direction: 'debit', counterparty: { name: null, account: null, bic: null } })
  })
})

test('an entry without any code is refused', () => {
  const found = refusal(swissDay.replace('<Prtry><Cd>COLLECTIVE</Cd><Issr>UATB</Issr></Prtry>', ''))
  expect(found).toEqual({ where: `${stmt}/Ntry[2]/BkTxCd`, problem: 'holds neither Domn nor Prtry' })
})

test.each([
  ['a bank', '<Agt><FinInstnId><Nm>Kantonalbank</Nm></FinInstnId></Agt>', 'Kantonalbank'],
  ['a bank without a name', '<Agt><FinInstnId><BICFI>COBADEFFXXX</BICFI></FinInstnId></Agt>', null],
  ['a party without a name', '<Pty></Pty>', null],
])('the counterparty may be %s', (_, party, name) => {
  const changed = swissDay.replace(/<Dbtr><Pty><Nm>Müller.*<\/Dbtr>/, `<Dbtr>${party}</Dbtr>`)
  expect(changed).not.toBe(swissDay)
  expect((readCamt(changed)[0] as Statement).entries[0]!.counterparty.name).toBe(name)
})

describe('an account of fourteen digits', () => {
  const british = '20-00-00 55779911'
  const bare = '20000055779911'
  const accountOf = (currency: 'CHF' | 'GBP', scheme: string, agent: string) => {
    const day = swissDay
      .replace(/<DbtrAcct>.*?<\/DbtrAcct>/s, `<DbtrAcct><Id><Othr><Id>${bare}</Id>${scheme}</Othr></Id></DbtrAcct>`)
      .replace(/<DbtrAgt>.*?<\/DbtrAgt>/s, agent && `<DbtrAgt><FinInstnId>${agent}</FinInstnId></DbtrAgt>`)
      .replace(/<RltdAgts>\s*<\/RltdAgts>/, '')
    const text = currency === 'GBP' ? day.replaceAll('CHF', 'GBP') : day
    return (readCamt(text)[0] as Statement).entries[0]!.counterparty.account
  }
  const member = (sortcode: string) =>
    `<ClrSysMmbId><ClrSysId><Cd>GBDSC</Cd></ClrSysId><MmbId>${sortcode}</MmbId></ClrSysMmbId>`
  const bban = '<SchmeNm><Cd>BBAN</Cd></SchmeNm>'

  test.each([
    ['sterling, and no bank is named', 'GBP', '', '', british],
    ['sterling, a basic number, and no bank is named', 'GBP', bban, '', british],
    ['a British BIC', 'CHF', '', '<BICFI>BARCGB22XXX</BICFI>', british],
    ['its sort code', 'CHF', bban, member('200000'), british],
    ['francs, and no bank is named', 'CHF', '', '', bare],
    ['an Indian bank', 'GBP', '', '<BICFI>HDFCINBBXXX</BICFI>', bare],
    ['an Indian bank and a basic number', 'GBP', bban, '<BICFI>HDFCINBBXXX</BICFI>', bare],
    ['a bank with a name only', 'GBP', '', '<Nm>HDFC</Nm>', bare],
    ['another sort code', 'GBP', '', member('200001'), bare],
    ['an invalid sort code', 'CHF', '', member('2000'), bare],
    ['another scheme', 'GBP', '<SchmeNm><Cd>CUID</Cd></SchmeNm>', '', bare],
    ['another scheme at a British bank', 'GBP', '<SchmeNm><Prtry>X</Prtry></SchmeNm>', member('200000'), bare],
  ] as const)('with %s', (_, currency, scheme, agent, account) => {
    expect(accountOf(currency, scheme, agent)).toBe(account)
  })
})

test('a return without a reason has an unspecified reason', () => {
  expect(entriesWith(['<Rsn><Cd>AC04</Cd></Rsn>', ''])[3]!.returnReason).toEqual({
    code: 'MS03',
    info: 'account closed',
    originalEndToEndId: 'PAYOUT-9',
  })
})

describe('the reference of a payer', () => {
  const typed = '<Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp>'
  const qrr = '210000000003139471430009017'
  const referenceWith = (from: string, to: string) => {
    const changed = swissDay.replace(from, to)
    expect(changed).not.toBe(swissDay)
    return (readCamt(changed)[0] as Statement).entries[0]!.reference
  }

  test('is a QR reference by its check digit if the bank names no type', () => {
    expect(referenceWith(typed, '')).toEqual({ type: 'QRR', value: qrr })
    expect(referenceWith(`${typed}<Ref>${qrr}<`, `<Ref>${qrr.slice(0, -1)}8<`)).toEqual({
      type: 'none',
      value: `${qrr.slice(0, -1)}8`,
    })
  })

  test('is read without the spaces in it', () => {
    expect(referenceWith(qrr, '21 00000 00003 13947 14300 09017')).toEqual({ type: 'QRR', value: qrr })
  })

  test.each(['', `<CdtrRefInf>${typed}</CdtrRefInf>`])('may follow remittance without one (%j)', (before) => {
    const first = `<Strd>${before}<AddtlRmtInf>more</AddtlRmtInf></Strd><Strd><CdtrRefInf>${typed}<Ref>`
    expect(referenceWith(`<Strd><CdtrRefInf>${typed}<Ref>`, first)).toEqual({ type: 'QRR', value: qrr })
  })

  test('is ignored if the bank names another type', () => {
    expect(referenceWith(typed, typed.replace('QRR', 'OWN'))).toEqual({ type: 'none', value: qrr })
  })
})

describe("the output of UAT's bank", () => {
  const [day] = readCamt(swissDay) as Statement[]
  const [payment] = day!.entries
  const rewritten = (entry: Partial<typeof payment>) =>
    (readCamt(writeStatement({ ...day!, entries: [{ ...payment!, ...entry }] }))[0] as Statement).entries

  const written = (entry: Partial<typeof payment>) => writeStatement({ ...day!, entries: [{ ...payment!, ...entry }] })

  test.each([
    ['PMNT/RCDT/ESCT', 'Domn'],
    ['X1', 'Prtry'],
    ['A/B', 'Prtry'],
    ['A/B/C/D', 'Prtry'],
    ['A//C', 'Prtry'],
    ['/B/C', 'Prtry'],
    ['A/B/', 'Prtry'],
  ])('writes the code %s as the kind %s', (code, kind) => {
    expect(written({ code })).toContain(`<BkTxCd><${kind}>`)
    expect(rewritten({ code })).toMatchObject([{ code }])
  })

  test.each([
    ['AC04', '<Rsn><Cd>AC04</Cd></Rsn>'],
    ['LONGER', '<Rsn><Prtry>LONGER</Prtry></Rsn>'],
  ])('writes the reason %s as one of ISO, or as its own', (code, element) => {
    expect(written({ returnReason: { code, info: null, originalEndToEndId: null } })).toContain(element)
  })

  test('writes the type of a reference', () => {
    const element = (reference: BankEntry['reference']) =>
      /<CdtrRefInf>.*<\/CdtrRefInf>/.exec(written({ reference, unstructured: null }).replaceAll(/\s*\n\s*/g, ''))?.[0]
    const tagged = (kind: string, value: string) =>
      `<CdtrRefInf><Tp><CdOrPrtry>${kind}</CdOrPrtry></Tp><Ref>${value}</Ref></CdtrRefInf>`
    const qrr = '210000000003139471430009017'
    expect(element({ type: 'QRR', value: qrr })).toBe(tagged('<Prtry>QRR</Prtry>', qrr))
    expect(element({ type: 'SCOR', value: 'RF18539007547034' })).toBe(tagged('<Cd>SCOR</Cd>', 'RF18539007547034'))
    expect(element({ type: 'none', value: 'own' })).toBe('<CdtrRefInf><Ref>own</Ref></CdtrRefInf>')
  })

  test('has no element for absent data', () => {
    const none = { type: 'none', value: null } as const
    expect(written({ reference: none, unstructured: null })).not.toContain('<RmtInf>')
    const text = written({ reference: none, unstructured: 'rent' })
    expect(text).toContain('<Ustrd>rent</Ustrd>')
    expect(text).not.toContain('<Strd>')
    const batch = { reference: 'REF-1', id: null, transactions: null, part: false }
    expect(written({ batch })).not.toContain('<NtryDtls>')
    expect(written({ batch: { ...batch, part: true } })).not.toContain('<Btch>')
  })

  test('keeps two parallel bookings apart', () => {
    const parts = ['B1', 'B2'].map((reference, n) => ({
      ...payment!,
      bankref: `P${n}`,
      batch: { reference, id: null, transactions: 1, part: true },
    }))
    const text = writeStatement({ ...day!, entries: parts })
    expect(text.match(/<Ntry>/g)).toHaveLength(2)
    expect(text).toContain('<AcctSvcrRef>B1<')
    expect(text).toContain('<AcctSvcrRef>B2<')
  })

  test.each([
    [null, null],
    ['P-1', null],
    [null, 3],
    ['P-1', 3],
  ])('reads back several payments in one entry (id %s, number %s) as one entry', (id, transactions) => {
    const batch = { reference: payment!.bankref, id, transactions, part: false }
    expect(rewritten({ batch })).toMatchObject([{ amount: payment!.amount, batch }])
  })

  test.each(['AC04', 'OWN REASON'])('reads back the reason of a return (%s)', (code) => {
    const returnReason = { code, info: null, originalEndToEndId: 'PAYOUT-9' }
    expect(rewritten({ direction: 'credit', returnReason, endToEndId: 'PAYOUT-9' })).toMatchObject([{ returnReason }])
  })

  test('writes a zero balance as a credit', () => {
    const empty = writeStatement({ ...day!, opening: 0n, closing: -1n, entries: [] })
    expect(empty.match(/<CdtDbtInd>\w+</g)).toEqual(['<CdtDbtInd>CRDT<', '<CdtDbtInd>DBIT<'])
  })
})
