import { bic, code, currencyCode, date, dateTime, ibanForm, text } from './simple-types.ts'
import { choice, type SimpleType, many, one, optional, sequence, skip, skipMany } from './message.ts'

// The parts that camt and pain messages share, under the names of ISO 20022. Elements are in the official order.

export const max35 = text(35)
export const max140 = text(140)

/** A code of an external list. Its values change without a new message version, so only its length is checked. */
export const external4 = text(4)
export const codeOrOwn = choice({ Cd: one(external4), Prtry: one(max35) })

export const dateChoice = choice({ Dt: one(date), DtTm: one(dateTime) })

export const accountChoice = choice({
  IBAN: one(ibanForm),
  Othr: one(sequence({ Id: one(text(34)), SchmeNm: optional(codeOrOwn), Issr: skip })),
})

export const cashAccount = sequence({
  Id: one(accountChoice),
  Tp: skip,
  Ccy: optional(currencyCode),
  Nm: skip,
  Prxy: skip,
})

/** A party of a statement. Its address and registration are not used. */
export const party = sequence({ Nm: optional(max140), PstlAdr: skip, Id: skip, CtryOfRes: skip, CtctDtls: skip })

export const agent = sequence({
  FinInstnId: one(
    sequence({
      BICFI: optional(bic),
      ClrSysMmbId: optional(
        sequence({ ClrSysId: optional(choice({ Cd: one(text(5)), Prtry: one(max35) })), MmbId: one(max35) }),
      ),
      LEI: skip,
      Nm: optional(max140),
      PstlAdr: skip,
      Othr: skip,
    }),
  ),
  BrnchId: skip,
})

const documentTypes = ['RADM', 'RPIN', 'FXDR', 'DISP', 'PUOR', 'SCOR'] as const

/** Officially unbounded in lines and structures; a payment order may have one of each. */
export function remittanceOf(line: SimpleType<string>, most: number) {
  return sequence({
    Ustrd: many(line, 0, most),
    Strd: many(
      sequence({
        RfrdDocInf: skipMany,
        RfrdDocAmt: skip,
        CdtrRefInf: optional(
          sequence({
            Tp: optional(
              sequence({
                CdOrPrtry: one(choice({ Cd: one(code(...documentTypes)), Prtry: one(max35) })),
                Issr: skip,
              }),
            ),
            Ref: optional(max35),
          }),
        ),
        Invcr: skip,
        Invcee: skip,
        TaxRmt: skip,
        GrnshmtRmt: skip,
        AddtlRmtInf: many(line, 0, 3),
      }),
      0,
      most,
    ),
  })
}
