import { limits } from './bankfile.ts'
import { accountChoice, codeOrOwn, dateChoice, max35, party, remittanceOf } from './iso20022.ts'
import { bic, code, count, country, dateTime, flag, text, total } from './simple-types.ts'
import { amount, choice, many, type Message, one, optional, sequence, skip, skipMany, type ValueOf } from './message.ts'

// pain.001.001.09 (order) and pain.002.001.10 (its status). The order is narrower than the official message. It follows the
// Swiss rules, which also suit the UK message.

/** The characters that Swiss Payment Standards allow in a name or a text. */
const latin = /^[\u0020-\u007e\u00a0-\u00ac\u00ae-\u017f€ȘșȚț]+$/
const swissText = (max: number) => text(max, latin, 'has a character outside of the Latin ones that banks carry')

/** An id passes unchanged through every bank: few characters, no leading slash and no double one. */
const swissId = text(35, /^(?!\/)(?!.*\/\/)[A-Za-z0-9+?/\-:().,' ]+$/, 'is not an id that banks carry')

const swissParty = sequence({ Nm: one(swissText(140)), PstlAdr: skip, Id: skip, CtryOfRes: skip, CtctDtls: skip })

/** A structured address. Free address lines are being removed from payments, so there are none. */
const structuredAddress = sequence({
  AdrTp: skip,
  Dept: skip,
  SubDept: skip,
  StrtNm: optional(swissText(70)),
  BldgNb: optional(swissText(16)),
  BldgNm: skip,
  Flr: skip,
  PstBx: skip,
  Room: skip,
  PstCd: optional(swissText(16)),
  TwnNm: one(swissText(35)),
  TwnLctnNm: skip,
  DstrctNm: skip,
  CtrySubDvsn: skip,
  Ctry: one(country),
})

/** A UK bank is identified by its sort code: the clearing system GBDSC. */
const payingAgent = sequence({
  FinInstnId: one(
    sequence({
      BICFI: optional(bic),
      ClrSysMmbId: optional(
        sequence({ ClrSysId: one(choice({ Cd: one(code('GBDSC', 'CHBCC', 'CHSIC')) })), MmbId: one(max35) }),
      ),
      LEI: skip,
      Nm: skip,
      PstlAdr: skip,
      Othr: skip,
    }),
  ),
  BrnchId: skip,
})

const payingAccount = sequence({ Id: one(accountChoice), Tp: skip, Ccy: skip, Nm: skip, Prxy: skip })

const creditTransfer = sequence({
  PmtId: one(sequence({ InstrId: one(swissId), EndToEndId: one(swissId), UETR: skip })),
  PmtTpInf: skip,
  Amt: one(choice({ InstdAmt: one(amount) })),
  XchgRateInf: skip,
  ChrgBr: skip,
  ChqInstr: skip,
  UltmtDbtr: skip,
  IntrmyAgt1: skip,
  IntrmyAgt1Acct: skip,
  IntrmyAgt2: skip,
  IntrmyAgt2Acct: skip,
  IntrmyAgt3: skip,
  IntrmyAgt3Acct: skip,
  CdtrAgt: optional(payingAgent),
  CdtrAgtAcct: skip,
  Cdtr: one(
    sequence({
      Nm: one(swissText(140)),
      PstlAdr: optional(structuredAddress),
      Id: skip,
      CtryOfRes: skip,
      CtctDtls: skip,
    }),
  ),
  CdtrAcct: one(payingAccount),
  UltmtCdtr: skip,
  InstrForCdtrAgt: skipMany,
  InstrForDbtrAgt: skip,
  Purp: skip,
  RgltryRptg: skipMany,
  Tax: skip,
  RltdRmtInf: skipMany,
  RmtInf: optional(remittanceOf(swissText(140), 1)),
  SplmtryData: skipMany,
})

export type CreditTransfer = ValueOf<typeof creditTransfer>

const instruction = sequence({
  PmtInfId: one(swissId),
  PmtMtd: one(code('TRF')),
  BtchBookg: optional(flag),
  NbOfTxs: optional(count(15)),
  CtrlSum: optional(total),
  PmtTpInf: skip,
  ReqdExctnDt: one(dateChoice),
  PoolgAdjstmntDt: skip,
  Dbtr: one(swissParty),
  DbtrAcct: one(payingAccount),
  DbtrAgt: one(payingAgent),
  DbtrAgtAcct: skip,
  InstrForDbtrAgt: skip,
  UltmtDbtr: skip,
  ChrgBr: skip,
  ChrgsAcct: skip,
  ChrgsAcctAgt: skip,
  CdtTrfTxInf: many(creditTransfer, 1, limits.entries),
})

export const orderMessage = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.001.001.09',
  document: sequence({
    CstmrCdtTrfInitn: one(
      sequence({
        GrpHdr: one(
          sequence({
            MsgId: one(swissId),
            CreDtTm: one(dateTime),
            Authstn: skipMany,
            NbOfTxs: one(count(15)),
            CtrlSum: one(total),
            InitgPty: one(swissParty),
            FwdgAgt: skip,
          }),
        ),
        PmtInf: one(instruction),
        SplmtryData: skipMany,
      }),
    ),
  }),
} satisfies Message

const reason = sequence({ Orgtr: skip, Rsn: optional(codeOrOwn), AddtlInf: many(text(105)) })

export type Reason = ValueOf<typeof reason>

/** ISO external payment status codes that banks use for orders; `pain.ts` folds them into fewer. */
const status = code('RCVD', 'PDNG', 'ACTC', 'ACCP', 'ACFC', 'ACWC', 'ACSP', 'ACSC', 'ACCC', 'PART', 'RJCT')

const transactionStatus = sequence({
  StsId: skip,
  OrgnlInstrId: skip,
  OrgnlEndToEndId: one(max35),
  OrgnlUETR: skip,
  TxSts: one(status),
  StsRsnInf: many(reason),
  ChrgsInf: skipMany,
  AccptncDtTm: skip,
  AcctSvcrRef: skip,
  ClrSysRef: skip,
  OrgnlTxRef: skip,
  SplmtryData: skipMany,
})

export const statusMessage = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:pain.002.001.10',
  document: sequence({
    CstmrPmtStsRpt: one(
      sequence({
        GrpHdr: one(
          sequence({
            MsgId: one(max35),
            CreDtTm: one(dateTime),
            InitgPty: optional(party),
            FwdgAgt: skip,
            DbtrAgt: skip,
            CdtrAgt: skip,
          }),
        ),
        OrgnlGrpInfAndSts: one(
          sequence({
            OrgnlMsgId: one(max35),
            OrgnlMsgNmId: one(max35),
            OrgnlCreDtTm: skip,
            OrgnlNbOfTxs: skip,
            OrgnlCtrlSum: skip,
            GrpSts: optional(status),
            StsRsnInf: many(reason),
            NbOfTxsPerSts: skipMany,
          }),
        ),
        OrgnlPmtInfAndSts: many(
          sequence({
            OrgnlPmtInfId: one(max35),
            OrgnlNbOfTxs: skip,
            OrgnlCtrlSum: skip,
            PmtInfSts: optional(status),
            StsRsnInf: many(reason),
            NbOfTxsPerSts: skipMany,
            TxInfAndSts: many(transactionStatus),
          }),
        ),
        SplmtryData: skipMany,
      }),
    ),
  }),
} satisfies Message
