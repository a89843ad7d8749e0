import { z } from 'zod'
import type { Answer } from '../caller.ts'
import { Mismatch, NothingToCheck } from '../check.ts'
import { expectShape, expectStatus, expectThat } from '../expect.ts'
import { type AdapterCheck, read, same } from './adapter-check.ts'
import type { Peer } from './peer.ts'

// docs/banking.md#the-interface-of-the-bank. Orders one payment of 1.00. Run it against a test bank.

const rule = 'docs/banking.md#the-interface-of-the-bank'

const account = z.object({
  purpose: z.enum(['client_money', 'reserve', 'house']),
  currency: z.enum(['CHF', 'GBP']),
  iban: z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/),
  qriban: z.string().nullable(),
  sortcode: z.string().nullable(),
  account: z.string().nullable(),
  bic: z.string().regex(/^[A-Z0-9]{8}([A-Z0-9]{3})?$/),
  name: z.string().min(1),
})
const accounts = z.array(account)
const file = z.object({
  number: z.int().min(1),
  name: z.string().min(1),
  type: z.string().min(1),
  account: z.string(),
  bytes: z.int().min(1),
})
const files = z.object({ files: z.array(file), last: z.int().min(0) })
const payee = z.object({
  result: z.enum(['match', 'close_match', 'no_match', 'unavailable']),
  name: z.string().nullable(),
})

const ourAccounts = (peer: Peer) => read(peer, 'bank/v1/accounts', accounts, 'the accounts')
const filesAfter = (peer: Peer, after: number) => read(peer, `bank/v1/files?after=${after}`, files, 'the list of files')

async function houseAccount(peer: Peer): Promise<z.infer<typeof account>> {
  const own = (await ourAccounts(peer)).find(({ currency }) => currency === 'CHF')
  if (own === undefined) throw new Mismatch('an account in CHF', 'none')
  return own
}

/** One payment of 1.00 to a test account, in the service's format. */
function order(from: z.infer<typeof account>, messageId: string, now: Date, amount = '1.00'): string {
  const total = `<NbOfTxs>1</NbOfTxs><CtrlSum>${amount}</CtrlSum>`
  return `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:pain.001.001.09"><CstmrCdtTrfInitn><GrpHdr><MsgId>${messageId}</MsgId><CreDtTm>${now.toISOString()}</CreDtTm>${total}<InitgPty><Nm>Conformance</Nm></InitgPty></GrpHdr><PmtInf><PmtInfId>B1</PmtInfId><PmtMtd>TRF</PmtMtd><BtchBookg>false</BtchBookg>${total}<ReqdExctnDt><Dt>${now.toISOString().slice(0, 10)}</Dt></ReqdExctnDt><Dbtr><Nm>Conformance</Nm></Dbtr><DbtrAcct><Id><IBAN>${from.iban}</IBAN></Id></DbtrAcct><DbtrAgt><FinInstnId><BICFI>${from.bic}</BICFI></FinInstnId></DbtrAgt><CdtTrfTxInf><PmtId><InstrId>I1</InstrId><EndToEndId>${messageId}</EndToEndId></PmtId><Amt><InstdAmt Ccy="CHF">${amount}</InstdAmt></Amt><Cdtr><Nm>Conformance</Nm></Cdtr><CdtrAcct><Id><IBAN>CH9300762011623852957</IBAN></Id></CdtrAcct><RmtInf><Ustrd>conformance</Ustrd></RmtInf></CdtTrfTxInf></PmtInf></CstmrCdtTrfInitn></Document>
`
}

/** A pain.002 about this message. */
function expectStatusReport(answer: Answer, messageId: string): void {
  const text = String(answer.body)
  const isReport = text.includes('pain.002') && text.includes(`<OrgnlMsgId>${messageId}</OrgnlMsgId>`)
  expectThat(isReport, `a pain.002 about ${messageId}`, answer)
}

export const bankChecks: readonly AdapterCheck[] = [
  {
    name: 'it lists our accounts',
    rule,
    run: async (peer) => void (await ourAccounts(peer)),
  },
  {
    name: 'it lists its files, numbered from 1 without gaps',
    rule,
    async run(peer) {
      const { files: list, last } = await filesAfter(peer, 0)
      const numbers = list.map(({ number }) => number)
      const isRight = numbers.every((number, index) => number === index + 1) && last === (numbers.at(-1) ?? 0)
      if (!isRight)
        throw new Mismatch('numbers 1, 2, 3 … and the last of them', `${numbers.slice(0, 5).join()} …, last ${last}`)
    },
  },
  {
    name: 'after the last file there is none, and last stays',
    rule,
    async run(peer) {
      let { last } = await filesAfter(peer, 0)
      for (let next = await filesAfter(peer, last); next.files.length > 0; next = await filesAfter(peer, last))
        last = next.last
      const { last: still } = await filesAfter(peer, last)
      if (still < last) throw new Mismatch(`last ${last}`, `last ${still}`)
    },
  },
  {
    name: 'an invalid number is 400',
    rule,
    run: async ({ call }) => expectStatus(await call('GET', 'bank/v1/files?after=last'), 400),
  },
  {
    name: 'a file has the size and the format of its entry, XML or MT940',
    rule,
    async run(peer) {
      const [first] = (await filesAfter(peer, 0)).files
      if (first === undefined) throw new NothingToCheck('the bank has no file yet')
      const answer = await peer.call('GET', `bank/v1/files/${encodeURIComponent(first.name)}`)
      expectStatus(answer, 200)
      expectThat(/^\s*(<|\{1:|:20:)/.test(String(answer.body)), 'XML or MT940', answer)
      const bytes = new TextEncoder().encode(String(answer.body)).length
      expectThat(bytes === first.bytes, `${first.bytes} bytes`, answer, `${bytes} bytes`)
    },
  },
  {
    name: 'a file that does not exist is 404',
    rule,
    run: async ({ call }) => expectStatus(await call('GET', 'bank/v1/files/no-such-file'), 404),
  },
  {
    name: 'an invalid order is 400 with a pain.002',
    rule,
    async run({ call }) {
      const answer = await call('POST', 'bank/v1/payments', { body: '<Document/>' })
      expectStatus(answer, 400)
      expectThat(String(answer.body).includes('pain.002'), 'a pain.002', answer)
    },
  },
  {
    name: 'a repeated order gets the same answer, other content is 409',
    rule,
    async run(peer) {
      const [from, messageId, now] = [await houseAccount(peer), peer.newId(), new Date(peer.now())]
      const first = await peer.call('POST', 'bank/v1/payments', { body: order(from, messageId, now) })
      expectStatus(first, 200)
      expectStatusReport(first, messageId)
      const again = await peer.call('POST', 'bank/v1/payments', { body: order(from, messageId, now) })
      expectThat(again.status === 200 && same(first, again), 'the same pain.002 again', again)
      const other = await peer.call('POST', 'bank/v1/payments', { body: order(from, messageId, now, '2.00') })
      expectStatus(other, 409)
      const status = await peer.call('GET', `bank/v1/payments/${messageId}`)
      expectStatus(status, 200)
      expectStatusReport(status, messageId)
    },
  },
  {
    name: 'an unknown order is 404',
    rule,
    run: async (peer) => expectStatus(await peer.call('GET', `bank/v1/payments/${peer.newId()}`), 404),
  },
  {
    name: 'it confirms a payee',
    rule,
    async run({ call }) {
      const body = { sortcode: '040080', account: '10000046', name: 'Conformance Ltd' }
      const answer = await call('POST', 'bank/v1/payee', { body })
      expectStatus(answer, 200)
      expectShape(payee, answer, 'the answer about a payee')
    },
  },
]
