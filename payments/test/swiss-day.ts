import { BankFileError } from '../src/bankfile.ts'
import { readCamt } from '../src/camt.ts'

/** A day at a Swiss bank, with many unused fields: a QR payment, a batch, a payout and its return. */
export const swissDay = `<?xml version="1.0" encoding="UTF-8"?>
<Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08" xmlns:xsi="http://www.w3.org/2001/XMLSchema-instance"
    xsi:schemaLocation="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08 camt.053.001.08.xsd">
  <BkToCstmrStmt>
    <GrpHdr>
      <MsgId>STM-20260402-1</MsgId><CreDtTm>2026-04-02T21:00:00+02:00</CreDtTm>
      <MsgRcpt><Nm>Specie AG</Nm></MsgRcpt>
      <MsgPgntn><PgNb>1</PgNb><LastPgInd>true</LastPgInd></MsgPgntn>
      <AddtlInf>SPS/2.0/PROD</AddtlInf>
    </GrpHdr>
    <Stmt>
      <Id>20260402-CHF</Id>
      <ElctrncSeqNb>63</ElctrncSeqNb>
      <CreDtTm>2026-04-02T21:00:00+02:00</CreDtTm>
      <FrToDt><FrDtTm>2026-04-02T00:00:00</FrDtTm><ToDtTm>2026-04-02T23:59:59</ToDtTm></FrToDt>
      <Acct>
        <Id><IBAN>CH9300762011623852957</IBAN></Id><Ccy>CHF</Ccy>
        <Ownr><Nm>Specie AG</Nm></Ownr>
        <Svcr><FinInstnId><BICFI>UATBCHZZXXX</BICFI><Nm>UAT Bank</Nm></FinInstnId></Svcr>
      </Acct>
      <Bal><Tp><CdOrPrtry><Cd>OPBD</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">1000</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-04-02</Dt></Dt></Bal>
      <Bal><Tp><CdOrPrtry><Cd>CLBD</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">2151.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-04-02</Dt></Dt></Bal>
      <Bal><Tp><CdOrPrtry><Cd>CLAV</Cd></CdOrPrtry></Tp><Amt Ccy="CHF">2151.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><Dt><Dt>2026-04-02</Dt></Dt></Bal>
      <TxsSummry><TtlNtries><NbOfNtries>4</NbOfNtries><Sum>1351.5</Sum></TtlNtries></TxsSummry>
      <Ntry>
        <NtryRef>CH4431999123000889012</NtryRef>
        <Amt Ccy="CHF">1000.50</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>false</RvslInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-04-02</Dt></BookgDt><ValDt><DtTm>2026-04-07T00:00:00+02:00</DtTm></ValDt>
        <AcctSvcrRef>REF-1</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>RCDT</Cd><SubFmlyCd>VCOM</SubFmlyCd></Fmly></Domn><Prtry><Cd>X1</Cd></Prtry></BkTxCd>
        <NtryDtls>
          <Btch><NbOfTxs>1</NbOfTxs></Btch>
          <TxDtls>
            <Refs><AcctSvcrRef>REF-1-1</AcctSvcrRef><EndToEndId>NOTPROVIDED</EndToEndId></Refs>
            <Amt Ccy="CHF">1000.50</Amt><CdtDbtInd>CRDT</CdtDbtInd>
            <AmtDtls><InstdAmt><Amt Ccy="EUR">1042.123</Amt></InstdAmt></AmtDtls>
            <RltdPties>
              <Dbtr><Pty><Nm>Müller &amp; Söhne AG</Nm><PstlAdr><StrtNm>Bahnhofstrasse</StrtNm><TwnNm>Zürich</TwnNm><Ctry>CH</Ctry></PstlAdr></Pty></Dbtr>
              <DbtrAcct><Id><IBAN>DE89370400440532013000</IBAN></Id></DbtrAcct>
              <CdtrAcct><Id><IBAN>CH4431999123000889012</IBAN></Id></CdtrAcct>
            </RltdPties>
            <RltdAgts><DbtrAgt><FinInstnId><BICFI>COBADEFFXXX</BICFI><Nm>Commerzbank</Nm></FinInstnId></DbtrAgt></RltdAgts>
            <RmtInf><Strd><CdtrRefInf><Tp><CdOrPrtry><Prtry>QRR</Prtry></CdOrPrtry></Tp><Ref>210000000003139471430009017</Ref></CdtrRefInf><AddtlRmtInf>?REJECT?0</AddtlRmtInf><AddtlRmtInf>?ERROR?000</AddtlRmtInf></Strd></RmtInf>
            <RltdDts><AccptncDtTm>2026-04-02T20:00:00</AccptncDtTm></RltdDts>
            <SplmtryData><Envlp><x:Any xmlns:x="urn:of:the:bank" x:kind="own"><x:Deep/></x:Any></Envlp></SplmtryData>
          </TxDtls>
        </NtryDtls>
        <AddtlNtryInf>QR-Rechnung</AddtlNtryInf>
      </Ntry>
      <Ntry>
        <Amt Ccy="CHF">251.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-04-02</Dt></BookgDt>
        <AcctSvcrRef>REF-2</AcctSvcrRef>
        <BkTxCd><Prtry><Cd>COLLECTIVE</Cd><Issr>UATB</Issr></Prtry></BkTxCd>
        <NtryDtls>
          <Btch><NbOfTxs>2</NbOfTxs></Btch>
          <TxDtls><Refs><AcctSvcrRef>REF-2</AcctSvcrRef><EndToEndId>A</EndToEndId></Refs><Amt Ccy="CHF">250.99</Amt><RmtInf><Ustrd>first line</Ustrd><Ustrd>second</Ustrd></RmtInf></TxDtls>
          <TxDtls><Refs><AcctSvcrRef>REF-2</AcctSvcrRef><EndToEndId>B</EndToEndId></Refs><Amt Ccy="CHF">0.01</Amt><RmtInf><Strd><CdtrRefInf><Ref>RF18539007547034</Ref></CdtrRefInf></Strd></RmtInf></TxDtls>
        </NtryDtls>
      </Ntry>
      <Ntry>
        <Amt Ccy="CHF">100.00</Amt><CdtDbtInd>CRDT</CdtDbtInd><RvslInd>true</RvslInd><Sts><Cd>BOOK</Cd></Sts>
        <BookgDt><Dt>2026-04-02</Dt></BookgDt><ValDt><Dt>2026-04-02</Dt></ValDt>
        <AcctSvcrRef>REF-3</AcctSvcrRef>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>RRTN</SubFmlyCd></Fmly></Domn></BkTxCd>
        <NtryDtls><TxDtls>
          <Refs><PmtInfId>BATCH-9</PmtInfId><EndToEndId>PAYOUT-9</EndToEndId></Refs>
          <RltdPties>
            <Dbtr><Pty><Nm>Specie AG</Nm></Pty></Dbtr>
            <Cdtr><Pty><Nm>Alpha Ltd</Nm></Pty></Cdtr>
            <CdtrAcct><Id><Othr><Id>55779911</Id></Othr></Id></CdtrAcct>
          </RltdPties>
          <RltdAgts><CdtrAgt><FinInstnId><ClrSysMmbId><ClrSysId><Cd>GBDSC</Cd></ClrSysId><MmbId>200000</MmbId></ClrSysMmbId></FinInstnId></CdtrAgt></RltdAgts>
          <RtrInf><Rsn><Cd>AC04</Cd></Rsn><AddtlInf>account</AddtlInf><AddtlInf>closed</AddtlInf></RtrInf>
        </TxDtls></NtryDtls>
      </Ntry>
      <Ntry>
        <Amt Ccy="CHF">0.00</Amt><CdtDbtInd>DBIT</CdtDbtInd><Sts><Cd>PDNG</Cd></Sts>
        <BkTxCd><Domn><Cd>PMNT</Cd><Fmly><Cd>ICDT</Cd><SubFmlyCd>DMCT</SubFmlyCd></Fmly></Domn></BkTxCd>
      </Ntry>
      <AddtlStmtInf>end</AddtlStmtInf>
    </Stmt>
  </BkToCstmrStmt>
</Document>`

/** Why a file is refused, and where. */
export function refusal(text: string): { where: string; problem: string } {
  try {
    readCamt(text)
  } catch (error) {
    if (error instanceof BankFileError) return { where: error.where, problem: error.problem }
    throw error
  }
  throw new Error('it was taken')
}

export const stmt = 'Document/BkToCstmrStmt/Stmt[1]'
