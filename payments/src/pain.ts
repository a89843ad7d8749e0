import { type AccountId, isQrIban, parseAccountId } from './account.ts'
import { BankFileError, type FiatCurrency } from './bankfile.ts'
import { type CreditTransfer, orderMessage, type Reason, statusMessage } from './pain-messages.ts'
import { dateText, linesOf } from './iso-fields.ts'
import { readDocument } from './read.ts'
import { isQrReference, isScorReference } from './reference.ts'
import { writeDocument } from './write.ts'

// pain.001: a payment order. One order debits one account on one day; each payment is booked separately. pain.002: the answer
// of the bank. Only a statement proves that money has moved.

export type Payment = {
  readonly endToEndId: string
  readonly instructionId: string
  /** Minor units. */
  readonly amount: bigint
  readonly currency: FiatCurrency
  readonly creditor: {
    readonly name: string
    readonly account: AccountId
    readonly bic: string | null
    readonly address: Address | null
  }
  readonly remittance: string | null
  /** QRR with a QR-IBAN, SCOR with any other account. */
  readonly reference: string | null
}

type Address = {
  readonly country: string
  readonly town: string
  readonly street?: string
  readonly number?: string
  readonly postcode?: string
}

export type PaymentOrder = {
  readonly messageId: string
  readonly createdAt: Date
  readonly initiator: string
  readonly debtor: { readonly name: string; readonly account: AccountId; readonly bic: string }
  readonly executionDate: string
  readonly batchId: string
  readonly payments: readonly Payment[]
}

const root = 'Document/CstmrCdtTrfInitn'

export function writePain001(order: PaymentOrder): string {
  checkPayments(order.payments)
  const total = { NbOfTxs: BigInt(order.payments.length), CtrlSum: sum(order.payments) }
  return writeDocument(orderMessage, {
    CstmrCdtTrfInitn: {
      GrpHdr: {
        MsgId: order.messageId,
        CreDtTm: order.createdAt.toISOString(),
        ...total,
        InitgPty: { Nm: order.initiator },
      },
      PmtInf: {
        PmtInfId: order.batchId,
        PmtMtd: 'TRF',
        BtchBookg: false,
        ...total,
        ReqdExctnDt: { Dt: order.executionDate },
        Dbtr: { Nm: order.debtor.name },
        DbtrAcct: { Id: writeAccount(order.debtor.account) },
        DbtrAgt: writeAgent(order.debtor.account, order.debtor.bic)!,
        CdtTrfTxInf: order.payments.map(writePayment),
      },
    },
  })
}

/** As strict as a bank: counts, control sums, ids, accounts and references are checked. Throws `BankFileError`. */
export function readPain001(input: string | Uint8Array): PaymentOrder {
  const { value } = readDocument(input, { orderMessage })
  const { GrpHdr, PmtInf } = value.CstmrCdtTrfInitn
  const payments = PmtInf.CdtTrfTxInf.map((tx, index) => readPayment(tx, `${root}/PmtInf/CdtTrfTxInf[${index + 1}]`))
  requireTotal(GrpHdr, payments, `${root}/GrpHdr`)
  requireTotal(PmtInf, payments, `${root}/PmtInf`)
  checkPayments(payments)
  const { BICFI } = PmtInf.DbtrAgt.FinInstnId
  if (!BICFI) throw new BankFileError(`${root}/PmtInf/DbtrAgt/FinInstnId/BICFI`, 'is missing')
  return {
    messageId: GrpHdr.MsgId,
    createdAt: new Date(/(Z|[+-]\d\d:\d\d)$/.test(GrpHdr.CreDtTm) ? GrpHdr.CreDtTm : `${GrpHdr.CreDtTm}Z`),
    initiator: GrpHdr.InitgPty.Nm,
    debtor: {
      name: PmtInf.Dbtr.Nm,
      account: readAccount(PmtInf.DbtrAcct.Id, PmtInf.DbtrAgt, `${root}/PmtInf/DbtrAcct/Id`),
      bic: BICFI,
    },
    executionDate: dateText(PmtInf.ReqdExctnDt),
    batchId: PmtInf.PmtInfId,
    payments,
  }
}

type Total = { NbOfTxs?: bigint | undefined; CtrlSum?: bigint | undefined }

function requireTotal({ NbOfTxs, CtrlSum }: Total, payments: readonly Payment[], where: string): void {
  if (NbOfTxs !== undefined && NbOfTxs !== BigInt(payments.length)) {
    throw new BankFileError(`${where}/NbOfTxs`, `is ${NbOfTxs} but there are ${payments.length} payments`)
  }
  if (CtrlSum !== undefined && CtrlSum !== sum(payments)) {
    throw new BankFileError(`${where}/CtrlSum`, 'differs from the sum of the payments')
  }
}

function sum(payments: readonly Payment[]): bigint {
  return payments.reduce((total, { amount }) => total + amount, 0n)
}

/** Rules that no schema can express. The same rules apply to sent and received orders. */
function checkPayments(payments: readonly Payment[]): void {
  const ids = new Set<string>()
  const instructions = new Set<string>()
  for (const [index, payment] of payments.entries()) {
    const where = `${root}/PmtInf/CdtTrfTxInf[${index + 1}]`
    if (ids.has(payment.endToEndId)) throw new BankFileError(`${where}/PmtId/EndToEndId`, 'is used twice')
    if (instructions.has(payment.instructionId)) throw new BankFileError(`${where}/PmtId/InstrId`, 'is used twice')
    ids.add(payment.endToEndId)
    instructions.add(payment.instructionId)
    if (payment.currency !== payments[0]!.currency) {
      throw new BankFileError(`${where}/Amt/InstdAmt`, `is in ${payment.currency}: an order has one currency`)
    }
    if (payment.amount <= 0n) throw new BankFileError(`${where}/Amt/InstdAmt`, 'must be more than zero')
    checkAccount(payment, where)
  }
}

function checkAccount({ creditor: { account }, currency, reference }: Payment, where: string): void {
  if (currency === 'CHF' && account.kind !== 'iban') {
    throw new BankFileError(`${where}/CdtrAcct/Id`, 'must be an IBAN: Swiss francs are not paid to a sort code')
  }
  const qr = account.kind === 'iban' && isQrIban(account.iban)
  if (qr && !(reference !== null && isQrReference(reference))) {
    throw new BankFileError(`${where}/RmtInf`, 'must hold a valid QR reference; the account is a QR-IBAN')
  }
  if (!qr && reference !== null && !isScorReference(reference)) {
    throw new BankFileError(
      `${where}/RmtInf`,
      'holds a reference that is not a valid SCOR one; a QR reference needs a QR-IBAN',
    )
  }
}

type Agent = NonNullable<CreditTransfer['CdtrAgt']>
type Account = CreditTransfer['CdtrAcct']['Id']

function readPayment(tx: CreditTransfer, where: string): Payment {
  const { currency, minor } = tx.Amt.InstdAmt!
  const structured = tx.RmtInf?.Strd[0]
  return {
    endToEndId: tx.PmtId.EndToEndId,
    instructionId: tx.PmtId.InstrId,
    amount: minor,
    currency,
    creditor: {
      name: tx.Cdtr.Nm,
      account: readAccount(tx.CdtrAcct.Id, tx.CdtrAgt, `${where}/CdtrAcct/Id`),
      bic: tx.CdtrAgt?.FinInstnId.BICFI ?? null,
      address: tx.Cdtr.PstlAdr ? readAddress(tx.Cdtr.PstlAdr) : null,
    },
    remittance: tx.RmtInf?.Ustrd[0] ?? structured?.AddtlRmtInf[0] ?? null,
    reference: structured?.CdtrRefInf?.Ref ?? null,
  }
}

function writePayment(payment: Payment): CreditTransfer {
  const { name, account, bic, address } = payment.creditor
  return {
    PmtId: { InstrId: payment.instructionId, EndToEndId: payment.endToEndId },
    Amt: { InstdAmt: { currency: payment.currency, minor: payment.amount } },
    CdtrAgt: writeAgent(account, bic),
    Cdtr: { Nm: name, PstlAdr: address ? writeAddress(address) : undefined },
    CdtrAcct: { Id: writeAccount(account) },
    RmtInf: writeRemittance(payment),
  }
}

function readAccount({ IBAN, Othr }: Account, agent: Agent | undefined, where: string): AccountId {
  const { ClrSysId, MmbId } = agent?.FinInstnId.ClrSysMmbId ?? {}
  const sortcode = ClrSysId?.Cd === 'GBDSC' ? MmbId : ''
  const id = parseAccountId(IBAN ?? `${sortcode}${Othr!.Id}`)
  if (!id) throw new BankFileError(where, 'is neither a valid IBAN nor a UK account whose sort code is in the agent')
  return id
}

/** No scheme name: Swiss rules do not have it, and the agent's sort code identifies the number. */
function writeAccount(id: AccountId): Account {
  return id.kind === 'iban' ? { IBAN: id.iban } : { Othr: { Id: id.account } }
}

function writeAgent(id: AccountId, bic: string | null): Agent | undefined {
  if (id.kind === 'iban' && bic === null) return undefined
  const member = id.kind === 'uk' ? { ClrSysId: { Cd: 'GBDSC' as const }, MmbId: id.sortcode } : undefined
  return { FinInstnId: { BICFI: bic ?? undefined, ClrSysMmbId: member } }
}

type PostalAddress = NonNullable<CreditTransfer['Cdtr']['PstlAdr']>

function readAddress({ StrtNm, BldgNb, PstCd, TwnNm, Ctry }: PostalAddress): Address {
  return {
    country: Ctry,
    town: TwnNm,
    ...(StrtNm !== undefined && { street: StrtNm }),
    ...(BldgNb !== undefined && { number: BldgNb }),
    ...(PstCd !== undefined && { postcode: PstCd }),
  }
}

function writeAddress({ country, town, street, number, postcode }: Address): PostalAddress {
  return { StrtNm: street, BldgNb: number, PstCd: postcode, TwnNm: town, Ctry: country }
}

/** Free text beside a reference goes into the structure. A Swiss payment has one or the other. */
function writeRemittance({ remittance, reference }: Payment): CreditTransfer['RmtInf'] {
  const text = remittance === null ? [] : [remittance]
  if (reference === null) return remittance === null ? undefined : { Ustrd: text, Strd: [] }
  const type = isQrReference(reference) ? { Prtry: 'QRR' } : { Cd: 'SCOR' as const }
  return { Ustrd: [], Strd: [{ CdtrRefInf: { Tp: { CdOrPrtry: type }, Ref: reference }, AddtlRmtInf: text }] }
}

type StatusReason = { readonly code: string; readonly info: string | null }
type GroupStatus = 'ACTC' | 'ACCP' | 'ACSC' | 'PART' | 'RJCT' | 'PDNG'
type TransactionStatus = 'ACCP' | 'ACSC' | 'RJCT' | 'PDNG'

export type PaymentStatus = {
  readonly messageId: string
  readonly createdAt: string
  readonly originalMessageId: string
  /** The `batchId` of the order; absent if the bank does not name it. */
  readonly originalBatchId?: string
  readonly group: GroupStatus
  readonly reason: StatusReason | null
  readonly transactions: readonly {
    readonly endToEndId: string
    readonly status: TransactionStatus
    readonly reason: StatusReason | null
  }[]
}

export function writePain002(status: PaymentStatus): string {
  const batch = {
    OrgnlPmtInfId: status.originalBatchId ?? notProvided,
    StsRsnInf: [],
    TxInfAndSts: status.transactions.map(({ endToEndId, status, reason }) => ({
      OrgnlEndToEndId: endToEndId,
      TxSts: status,
      StsRsnInf: writeReason(reason),
    })),
  }
  const named = status.originalBatchId !== undefined || status.transactions.length > 0
  return writeDocument(statusMessage, {
    CstmrPmtStsRpt: {
      GrpHdr: { MsgId: status.messageId, CreDtTm: status.createdAt },
      OrgnlGrpInfAndSts: {
        OrgnlMsgId: status.originalMessageId,
        OrgnlMsgNmId: 'pain.001.001.09',
        GrpSts: status.group,
        StsRsnInf: writeReason(status.reason),
      },
      OrgnlPmtInfAndSts: named ? [batch] : [],
    },
  })
}

/** Throws `BankFileError`. */
export function readPain002(input: string | Uint8Array): PaymentStatus {
  const { value } = readDocument(input, { statusMessage })
  const { GrpHdr, OrgnlGrpInfAndSts: group, OrgnlPmtInfAndSts: batches } = value.CstmrPmtStsRpt
  const where = 'Document/CstmrPmtStsRpt'
  if (!group.OrgnlMsgNmId.startsWith('pain.001')) {
    throw new BankFileError(`${where}/OrgnlGrpInfAndSts/OrgnlMsgNmId`, 'must name a pain.001; no other order is sent')
  }
  if (batches.length > 1) throw new BankFileError(`${where}/OrgnlPmtInfAndSts`, 'occurs twice; an order has one batch')
  const batch = batches[0]
  const batchId = batch?.OrgnlPmtInfId
  const overall = group.GrpSts ?? batch?.PmtInfSts ?? (batch && batch.TxInfAndSts.length > 0 ? 'PART' : undefined)
  if (!overall) throw new BankFileError(`${where}/OrgnlGrpInfAndSts/GrpSts`, 'is missing, and no batch has a status')
  return {
    messageId: GrpHdr.MsgId,
    createdAt: GrpHdr.CreDtTm,
    originalMessageId: group.OrgnlMsgId,
    ...(batchId !== undefined && batchId !== notProvided && { originalBatchId: batchId }),
    group: folded[overall],
    reason: readReason(group.StsRsnInf) ?? readReason(batch?.StsRsnInf ?? []),
    transactions: (batch?.TxInfAndSts ?? []).map(({ OrgnlEndToEndId, TxSts, StsRsnInf }, index) => ({
      endToEndId: OrgnlEndToEndId,
      status: transactionStatus(folded[TxSts], `${where}/OrgnlPmtInfAndSts[1]/TxInfAndSts[${index + 1}]/TxSts`),
      reason: readReason(StsRsnInf),
    })),
  }
}

/** Received is undecided; every acceptance before settlement is accepted; every settlement is settled. */
const folded = {
  RCVD: 'PDNG',
  PDNG: 'PDNG',
  ACTC: 'ACTC',
  ACCP: 'ACCP',
  ACFC: 'ACCP',
  ACWC: 'ACCP',
  ACSP: 'ACCP',
  ACSC: 'ACSC',
  ACCC: 'ACSC',
  PART: 'PART',
  RJCT: 'RJCT',
} as const satisfies Record<string, GroupStatus>

/** The status of one payment. A payment checked for form only is undecided. */
function transactionStatus(status: GroupStatus, where: string): TransactionStatus {
  if (status === 'PART') throw new BankFileError(where, 'is PART; one payment cannot be accepted in part')
  return status === 'ACTC' ? 'PDNG' : status
}

const notProvided = 'NOTPROVIDED'

function readReason(reasons: readonly Reason[]): StatusReason | null {
  const found = reasons[0]
  if (!found) return null
  return {
    code: found.Rsn?.Cd ?? found.Rsn?.Prtry ?? 'NARR',
    info: found.AddtlInf.length > 0 ? found.AddtlInf.join(' ') : null,
  }
}

function writeReason(reason: StatusReason | null): Reason[] {
  if (reason === null) return []
  const Rsn = reason.code.length <= 4 ? { Cd: reason.code } : { Prtry: reason.code }
  return [{ Rsn, AddtlInf: linesOf(reason.info, 105) }]
}
