import { limits } from './bankfile.ts'
import {
  accountChoice,
  agent,
  cashAccount,
  codeOrOwn,
  dateChoice,
  external4,
  max140,
  max35,
  party,
  remittanceOf,
} from './iso20022.ts'
import { code, count, currencyCode, dateTime, flag, text, total } from './simple-types.ts'
import { amount, choice, many, type Message, one, optional, sequence, skip, skipMany, type ValueOf } from './message.ts'

// camt.053.001.08 (statement) and camt.054.001.08 (notification): the same entries under two headings.

const direction = code('CRDT', 'DBIT')

const pages = sequence({ PgNb: one(count(5)), LastPgInd: one(flag) })

const groupHeader = sequence({
  MsgId: one(max35),
  CreDtTm: one(dateTime),
  MsgRcpt: skip,
  MsgPgntn: optional(pages),
  OrgnlBizQry: skip,
  AddtlInf: skip,
})

const bankTransactionCode = sequence({
  Domn: optional(
    sequence({
      Cd: one(external4),
      Fmly: one(sequence({ Cd: one(external4), SubFmlyCd: one(external4) })),
    }),
  ),
  Prtry: optional(sequence({ Cd: one(max35), Issr: skip })),
})

const partyOrAgent = choice({ Pty: one(party), Agt: one(agent) })

const transaction = sequence({
  Refs: optional(
    sequence({
      MsgId: skip,
      AcctSvcrRef: optional(max35),
      PmtInfId: optional(max35),
      InstrId: optional(max35),
      EndToEndId: optional(max35),
      UETR: skip,
      TxId: skip,
      MndtId: skip,
      ChqNb: skip,
      ClrSysRef: skip,
      AcctOwnrTxId: skip,
      AcctSvcrTxId: skip,
      MktInfrstrctrTxId: skip,
      PrcgId: skip,
      Prtry: skipMany,
    }),
  ),
  Amt: optional(amount),
  CdtDbtInd: optional(direction),
  AmtDtls: skip,
  Avlbty: skipMany,
  BkTxCd: skip,
  Chrgs: skip,
  Intrst: skip,
  RltdPties: optional(
    sequence({
      InitgPty: skip,
      Dbtr: optional(partyOrAgent),
      DbtrAcct: optional(cashAccount),
      UltmtDbtr: skip,
      Cdtr: optional(partyOrAgent),
      CdtrAcct: optional(cashAccount),
      UltmtCdtr: skip,
      TradgPty: skip,
      Prtry: skipMany,
    }),
  ),
  RltdAgts: optional(
    sequence({
      InstgAgt: skip,
      InstdAgt: skip,
      DbtrAgt: optional(agent),
      CdtrAgt: optional(agent),
      IntrmyAgt1: skip,
      IntrmyAgt2: skip,
      IntrmyAgt3: skip,
      RcvgAgt: skip,
      DlvrgAgt: skip,
      IssgAgt: skip,
      SttlmPlc: skip,
      Prtry: skipMany,
    }),
  ),
  LclInstrm: skip,
  Purp: skip,
  RltdRmtInf: skipMany,
  RmtInf: optional(remittanceOf(max140, Number.POSITIVE_INFINITY)),
  RltdDts: skip,
  RltdPric: skip,
  RltdQties: skipMany,
  FinInstrmId: skip,
  Tax: skip,
  RtrInf: optional(sequence({ OrgnlBkTxCd: skip, Orgtr: skip, Rsn: optional(codeOrOwn), AddtlInf: many(text(105)) })),
  CorpActn: skip,
  SfkpgAcct: skip,
  CshDpst: skipMany,
  CardTx: skip,
  AddtlTxInf: skip,
  SplmtryData: skipMany,
})

const entry = sequence({
  NtryRef: optional(max35),
  Amt: one(amount),
  CdtDbtInd: one(direction),
  RvslInd: optional(flag),
  Sts: one(codeOrOwn),
  BookgDt: optional(dateChoice),
  ValDt: optional(dateChoice),
  AcctSvcrRef: optional(max35),
  Avlbty: skipMany,
  BkTxCd: one(bankTransactionCode),
  ComssnWvrInd: skip,
  AddtlInfInd: skip,
  AmtDtls: skip,
  Chrgs: skip,
  TechInptChanl: skip,
  Intrst: skip,
  CardTx: skip,
  NtryDtls: many(
    sequence({
      Btch: optional(
        sequence({
          MsgId: optional(max35),
          PmtInfId: optional(max35),
          NbOfTxs: optional(count(15)),
          TtlAmt: skip,
          CdtDbtInd: skip,
        }),
      ),
      TxDtls: many(transaction),
    }),
  ),
  AddtlNtryInf: optional(text(500)),
})

export type Entry = ValueOf<typeof entry>
export type Transaction = ValueOf<typeof transaction>

const period = sequence({ FrDtTm: one(dateTime), ToDtTm: one(dateTime) })
const numberAndSum = sequence({ NbOfNtries: optional(count(15)), Sum: optional(total) })

const summary = sequence({
  TtlNtries: optional(sequence({ NbOfNtries: optional(count(15)), Sum: optional(total), TtlNetNtry: skip })),
  TtlCdtNtries: optional(numberAndSum),
  TtlDbtNtries: optional(numberAndSum),
  TtlNtriesPerBkTxCd: skipMany,
})

const account = sequence({
  Id: one(accountChoice),
  Tp: skip,
  Ccy: optional(currencyCode),
  Nm: skip,
  Prxy: skip,
  Ownr: skip,
  Svcr: skip,
})

const balance = sequence({
  Tp: one(sequence({ CdOrPrtry: one(codeOrOwn), SubTp: skip })),
  CdtLine: skipMany,
  Amt: one(amount),
  CdtDbtInd: one(direction),
  Dt: one(dateChoice),
  Avlbty: skipMany,
})

export type Balance = ValueOf<typeof balance>
export type Summary = ValueOf<typeof summary>

/** The header above the entries. The sequence number is optional officially; without it a lost file goes unnoticed. */
const numbering = {
  ElctrncSeqNb: one(count(18)),
  RptgSeq: skip,
  LglSeqNb: skip,
  CreDtTm: skip,
  FrToDt: optional(period),
  CpyDplctInd: skip,
  RptgSrc: skip,
  Acct: one(account),
  RltdAcct: skip,
  Intrst: skipMany,
}
const entries = { TxsSummry: optional(summary), Ntry: many(entry, 0, limits.entries) }

export const statementMessage = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.053.001.08',
  document: sequence({
    BkToCstmrStmt: one(
      sequence({
        GrpHdr: one(groupHeader),
        Stmt: many(
          sequence({
            Id: one(max35),
            StmtPgntn: optional(pages),
            ...numbering,
            Bal: many(balance, 1),
            ...entries,
            AddtlStmtInf: skip,
          }),
          1,
        ),
        SplmtryData: skipMany,
      }),
    ),
  }),
} satisfies Message

export const notificationMessage = {
  namespace: 'urn:iso:std:iso:20022:tech:xsd:camt.054.001.08',
  document: sequence({
    BkToCstmrDbtCdtNtfctn: one(
      sequence({
        GrpHdr: one(groupHeader),
        Ntfctn: many(
          sequence({
            Id: one(max35),
            NtfctnPgntn: optional(pages),
            ...numbering,
            ...entries,
            AddtlNtfctnInf: skip,
          }),
          1,
        ),
        SplmtryData: skipMany,
      }),
    ),
  }),
} satisfies Message
