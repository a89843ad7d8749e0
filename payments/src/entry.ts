import { BankFileError, type FiatCurrency } from './bankfile.ts'
import type { Entry, Transaction } from './camt-messages.ts'
import { accountOf, accountText, agentOf, dateText, linesOf } from './iso-fields.ts'
import { isQrReference, isScorReference } from './reference.ts'

/** Several payments that the bank booked as one. */
export type Batch = {
  /** The bank's reference of the whole booking. */
  readonly reference: string | null
  /** PmtInfId or MsgId: for a payment order of ours, our id of it. */
  readonly id: string | null
  /** The number of payments; null if the bank does not give it. */
  readonly transactions: number | null
  /** True on one of the payments. False on the booking itself, reported without its payments. */
  readonly part: boolean
}

export const directions = ['credit', 'debit'] as const

/** One movement on an account of ours, as its bank booked it. */
export type BankEntry = {
  /** The bank's own reference, unique per account. It identifies an entry in every file. */
  readonly bankref: string
  /** For writing only: the id of the entry in its list, and the reference of the sending bank if we are the bank. */
  readonly entryRef?: string
  readonly transactionRef?: string
  /** The bank gave no reference: `bankref` is only the position in this file, without a meaning in another one. */
  readonly unreferenced?: true
  readonly direction: (typeof directions)[number]
  /** Minor units. */
  readonly amount: bigint
  readonly currency: FiatCurrency
  readonly bookingDate: string
  readonly valueDate: string
  /** `PMNT/RCDT/ESCT`, or the bank's own code without one. */
  readonly code: string
  readonly reversal: boolean
  readonly endToEndId: string | null
  /** Our id of the payment in its order. */
  readonly instructionId: string | null
  readonly reference: { readonly type: 'QRR' | 'SCOR' | 'none'; readonly value: string | null }
  readonly unstructured: string | null
  /** For writing only: the entry in words. */
  readonly additional?: string
  /** The credited account number of ours: a virtual account or a QR-IBAN. */
  readonly creditorAccount: string | null
  readonly counterparty: { readonly name: string | null; readonly account: string | null; readonly bic: string | null }
  /** A returned payment. Its end-to-end id is that of the original. */
  readonly returnReason: {
    readonly code: string
    readonly info: string | null
    readonly originalEndToEndId: string | null
  } | null
  /** Absent for a payment with a booking of its own. */
  readonly batch?: Batch
}

/**
 * One entry for each transaction of a booking. Entries that are not booked have moved nothing and are omitted. The bank will
 * report them again as booked.
 */
export function readEntry(entry: Entry, where: string): BankEntry[] {
  if (entry.Sts.Cd !== 'BOOK') return []
  requireReferences(entry, where)
  if (!entry.BookgDt) throw new BankFileError(`${where}/BookgDt`, 'is missing although the entry is booked')
  const details = entry.NtryDtls.flatMap(({ Btch, TxDtls }) => TxDtls.map((tx) => ({ tx, batch: Btch?.PmtInfId })))
  const batch = readBatch(entry)
  const bookingDate = dateText(entry.BookgDt)
  const shared = {
    currency: entry.Amt.currency,
    bookingDate,
    valueDate: entry.ValDt ? dateText(entry.ValDt) : bookingDate,
    code: transactionCode(entry, where),
    reversal: entry.RvslInd ?? false,
  }
  if (details.length <= 1) {
    const tx: Partial<Transaction> = details[0]?.tx ?? {}
    const bankref = entry.AcctSvcrRef ?? tx.Refs?.AcctSvcrRef
    if (bankref === undefined) throw new BankFileError(`${where}/AcctSvcrRef`, 'is missing; an entry is known by it')
    requireWhole(entry, tx, where)
    const payment = readTransaction(entry, tx, batch.id ?? undefined)
    // Without details one payment cannot be distinguished from several.
    const isBatch = details.length === 0 || (batch.transactions ?? 1) > 1
    return [{ ...shared, bankref, amount: entry.Amt.minor, ...payment, ...(isBatch ? { batch } : {}) }]
  }
  const references = batchReferences(
    entry,
    details.map(({ tx }) => tx),
    where,
  )
  requireSum(
    entry,
    details.map(({ tx }) => tx),
    where,
  )
  return details.map(({ tx, batch: id }, index) => ({
    ...shared,
    ...references[index]!,
    amount: tx.Amt!.minor,
    ...readTransaction(entry, tx, id),
    batch: { ...batch, transactions: batch.transactions ?? details.length, part: true },
  }))
}

/** A placeholder is not a reference. Two payments with the same reference would count as one. */
function requireReferences({ AcctSvcrRef, NtryDtls }: Entry, where: string): void {
  const own = NtryDtls.flatMap(({ TxDtls }) => TxDtls.map(({ Refs }) => Refs?.AcctSvcrRef))
  const empty = [AcctSvcrRef, ...own].find((reference) => reference && noReference.test(reference))
  if (empty) throw new BankFileError(`${where}/AcctSvcrRef`, `is ${empty}: an entry is known by it`)
}

const noReference = /^(NOT ?PROVIDED|NON ?REF|NO ?REF|NONE|UNKNOWN|N\/?A|0+)$/i

function readBatch({ AcctSvcrRef, NtryDtls }: Entry): Batch {
  const batchInfo = NtryDtls.map(({ Btch }) => Btch).find((Btch) => Btch !== undefined)
  const transactions = batchInfo?.NbOfTxs === undefined ? null : Number(batchInfo.NbOfTxs)
  return {
    reference: AcctSvcrRef ?? null,
    id: batchInfo?.PmtInfId ?? batchInfo?.MsgId ?? null,
    transactions,
    part: false,
  }
}

/** `AmtDtls` may explain charges and exchange, but the transaction itself is in the currency of the account. */
function requireWhole(entry: Entry, { Amt, CdtDbtInd }: Partial<Transaction>, where: string): void {
  const differs = Amt !== undefined && (Amt.minor !== entry.Amt.minor || Amt.currency !== entry.Amt.currency)
  if (differs) throw new BankFileError(`${where}/NtryDtls[1]/TxDtls[1]/Amt`, 'differs from the amount of its entry')
  if (CdtDbtInd !== undefined && CdtDbtInd !== entry.CdtDbtInd) {
    throw new BankFileError(`${where}/NtryDtls[1]/TxDtls[1]/CdtDbtInd`, 'differs from that of its entry')
  }
}

type Reference = Pick<BankEntry, 'bankref' | 'unreferenced'>

/** Some banks repeat one reference on every transaction of a batch; then only their position in the file distinguishes them. */
function batchReferences(entry: Entry, details: readonly Transaction[], where: string): Reference[] {
  const own = details.flatMap(({ Refs }) => Refs?.AcctSvcrRef ?? [])
  if (new Set(own).size === details.length) return own.map((bankref) => ({ bankref }))
  const batch = entry.AcctSvcrRef ?? own[0]
  if (batch === undefined) throw new BankFileError(`${where}/AcctSvcrRef`, 'is missing; an entry is known by it')
  return details.map((_, index) => ({ bankref: `${batch}/${index + 1}`, unreferenced: true }))
}

function requireSum(entry: Entry, details: readonly Transaction[], where: string): void {
  let sum = 0n
  for (const { Amt, CdtDbtInd } of details) {
    if (!Amt) throw new BankFileError(`${where}/NtryDtls`, 'has several transactions, and one has no Amt')
    if (Amt.currency !== entry.Amt.currency || (CdtDbtInd ?? entry.CdtDbtInd) !== entry.CdtDbtInd) {
      throw new BankFileError(`${where}/NtryDtls`, 'has a transaction of another currency or direction than its entry')
    }
    sum += Amt.minor
  }
  if (sum !== entry.Amt.minor)
    throw new BankFileError(`${where}/NtryDtls`, 'does not add up to the amount of its entry')
}

function transactionCode({ BkTxCd: { Domn, Prtry } }: Entry, where: string): string {
  if (Domn) return `${Domn.Cd}/${Domn.Fmly.Cd}/${Domn.Fmly.SubFmlyCd}`
  if (Prtry) return Prtry.Cd
  throw new BankFileError(`${where}/BkTxCd`, 'holds neither Domn nor Prtry')
}

/** In a return, debtor and creditor remain those of the original payment. The counterparty is the opposite one. */
function otherIsCreditor(direction: Entry['CdtDbtInd'], isReturn: boolean): boolean {
  return (direction === 'DBIT') !== isReturn
}

function readTransaction(entry: Entry, tx: Partial<Transaction>, batch: string | undefined) {
  const { CdtDbtInd: direction, Amt } = entry
  const { Refs, RltdPties, RltdAgts, RmtInf, RtrInf } = tx
  const toCreditor = otherIsCreditor(direction, RtrInf !== undefined)
  const other = toCreditor ? RltdPties?.Cdtr : RltdPties?.Dbtr
  const account = toCreditor ? RltdPties?.CdtrAcct : RltdPties?.DbtrAcct
  const agent = toCreditor ? RltdAgts?.CdtrAgt : RltdAgts?.DbtrAgt
  const paid = toCreditor ? undefined : RltdPties?.CdtrAcct
  const endToEndId = Refs?.EndToEndId === undefined || Refs.EndToEndId === notProvided ? null : Refs.EndToEndId
  return {
    direction: direction === 'CRDT' ? ('credit' as const) : ('debit' as const),
    endToEndId,
    instructionId: Refs?.InstrId ?? Refs?.PmtInfId ?? batch ?? null,
    reference: readReference(RmtInf),
    unstructured: readUnstructured(RmtInf),
    creditorAccount: paid ? accountText(paid.Id, Amt.currency, RltdAgts?.CdtrAgt) : null,
    counterparty: {
      name: other?.Pty?.Nm ?? other?.Agt?.FinInstnId.Nm ?? null,
      account: account ? accountText(account.Id, Amt.currency, agent) : null,
      bic: agent?.FinInstnId.BICFI ?? null,
    },
    returnReason: RtrInf
      ? {
          code: RtrInf.Rsn?.Cd ?? RtrInf.Rsn?.Prtry ?? unknownReason,
          info: RtrInf.AddtlInf.length > 0 ? RtrInf.AddtlInf.join(' ') : null,
          originalEndToEndId: endToEndId,
        }
      : null,
  }
}

/** The placeholder of ISO 20022 for an absent id. */
const notProvided = 'NOTPROVIDED'
/** ISO: reason not specified. */
const unknownReason = 'MS03'

type Remittance = NonNullable<Transaction['RmtInf']>

function readReference(remittance: Remittance | undefined): BankEntry['reference'] {
  const found = remittance?.Strd.map(({ CdtrRefInf }) => CdtrRefInf).find((info) => info?.Ref !== undefined)
  if (!found?.Ref) return { type: 'none', value: null }
  const value = found.Ref.replaceAll(' ', '')
  const { Cd, Prtry } = found.Tp?.CdOrPrtry ?? {}
  if (Prtry === 'QRR' || (!found.Tp && isQrReference(value))) return { type: 'QRR', value }
  if (Cd === 'SCOR' || (!found.Tp && isScorReference(value))) return { type: 'SCOR', value }
  return { type: 'none', value: found.Ref }
}

function readUnstructured(remittance: Remittance | undefined): string | null {
  const lines = remittance?.Ustrd.length ? remittance.Ustrd : remittance?.Strd.flatMap(({ AddtlRmtInf }) => AddtlRmtInf)
  return lines?.length ? lines.join(' ') : null
}

/** Adjacent parts of one booking become one entry with their details. */
export function writeEntries(entries: readonly BankEntry[]): Entry[] {
  const written: Entry[] = []
  let before: BankEntry | undefined
  for (const entry of entries) {
    const whole = written.at(-1)
    if (whole && entry.batch?.part && before?.batch?.part && before.batch.reference === entry.batch.reference) {
      whole.Amt = { ...whole.Amt, minor: whole.Amt.minor + entry.amount }
      whole.NtryDtls[0]!.TxDtls.push(writeTransaction(entry))
    } else written.push(writeEntry(entry))
    before = entry
  }
  return written
}

function writeEntry(entry: BankEntry): Entry {
  const { batch } = entry
  return {
    NtryRef: entry.entryRef,
    Amt: { currency: entry.currency, minor: entry.amount },
    CdtDbtInd: entry.direction === 'credit' ? 'CRDT' : 'DBIT',
    RvslInd: entry.reversal,
    Sts: { Cd: 'BOOK' },
    BookgDt: { Dt: entry.bookingDate },
    ValDt: { Dt: entry.valueDate },
    AcctSvcrRef: batch?.reference ?? entry.bankref,
    BkTxCd: writeCode(entry.code),
    NtryDtls: batch ? writeBatch(entry, batch) : [{ TxDtls: [writeTransaction(entry)] }],
    AddtlNtryInf: entry.additional?.slice(0, 500),
  }
}

function writeBatch(entry: BankEntry, { id, transactions, part }: Batch): Entry['NtryDtls'] {
  const NbOfTxs = transactions === null ? undefined : BigInt(transactions)
  const Btch = id === null && NbOfTxs === undefined ? undefined : { PmtInfId: id ?? undefined, NbOfTxs }
  if (part) return [{ Btch, TxDtls: [writeTransaction(entry)] }]
  return Btch ? [{ Btch, TxDtls: [] }] : []
}

function writeCode(code: string): Entry['BkTxCd'] {
  const [domain, family, subFamily, ...rest] = code.split('/')
  if (domain && family && subFamily && rest.length === 0) {
    return { Domn: { Cd: domain, Fmly: { Cd: family, SubFmlyCd: subFamily } } }
  }
  return { Prtry: { Cd: code } }
}

function writeTransaction(entry: BankEntry): Transaction {
  const { counterparty, creditorAccount, returnReason } = entry
  const direction = entry.direction === 'credit' ? 'CRDT' : 'DBIT'
  const toCreditor = otherIsCreditor(direction, returnReason !== null)
  const party = counterparty.name === null ? undefined : { Pty: { Nm: counterparty.name } }
  const account = counterparty.account === null ? undefined : { Id: accountOf(counterparty.account) }
  const agent = agentOf(counterparty.bic, counterparty.account)
  const paid = creditorAccount === null ? undefined : { Id: accountOf(creditorAccount) }
  return {
    Refs: {
      AcctSvcrRef: entry.transactionRef ?? entry.bankref,
      InstrId: entry.instructionId ?? undefined,
      EndToEndId: originalId(entry) ?? notProvided,
    },
    Amt: { currency: entry.currency, minor: entry.amount },
    CdtDbtInd: direction,
    RltdPties: toCreditor ? { Cdtr: party, CdtrAcct: account } : { Dbtr: party, DbtrAcct: account, CdtrAcct: paid },
    RltdAgts: agentsOf(toCreditor ? { CdtrAgt: agent } : { DbtrAgt: agent, CdtrAgt: agentOf(null, creditorAccount) }),
    RmtInf: writeRemittance(entry),
    RtrInf: returnReason
      ? { Rsn: writeReason(returnReason.code), AddtlInf: linesOf(returnReason.info, 105) }
      : undefined,
  }
}

const agentsOf = (agents: NonNullable<Transaction['RltdAgts']>): Transaction['RltdAgts'] =>
  agents.DbtrAgt || agents.CdtrAgt ? agents : undefined

function writeReason(code: string) {
  return code.length <= 4 ? { Cd: code } : { Prtry: code }
}

function originalId({ endToEndId, returnReason }: BankEntry): string | null {
  return returnReason?.originalEndToEndId ?? endToEndId
}

function writeRemittance({ reference, unstructured }: BankEntry): Remittance | undefined {
  if (reference.value === null && unstructured === null) return undefined
  const Ustrd = linesOf(unstructured, 140)
  if (reference.value === null) return { Ustrd, Strd: [] }
  const type = { QRR: { Prtry: 'QRR' }, SCOR: { Cd: 'SCOR' as const }, none: null }[reference.type]
  const CdtrRefInf = { Tp: type ? { CdOrPrtry: type } : undefined, Ref: reference.value }
  return { Ustrd, Strd: [{ CdtrRefInf, AddtlRmtInf: [] }] }
}
