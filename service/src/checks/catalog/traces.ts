import { bankingTables } from '../../banking/versioned-tables.ts'
import { baseTables } from '../../base/versioned-tables.ts'
import { chainsTables } from '../../chains/versioned-tables.ts'
import { complianceTables } from '../../compliance/versioned-tables.ts'
import { institutionsTables } from '../../access/versioned-tables.ts'
import { issuanceTables } from '../../issuance/versioned-tables.ts'
import { peopleTables } from '../../people/versioned-tables.ts'
import { railsTables } from '../../rails/versioned-tables.ts'
import { tradingTables } from '../../trading/versioned-tables.ts'
import { transfersTables } from '../../transfers/versioned-tables.ts'
import { historyStream, type Stream, versionStream } from '../../base/audit/sealed-stream.ts'
import type { VersionedTables } from '../../base/audit/row-versions.ts'
import { journalStream } from '../../ledger/journal-stream.ts'
import { orderStream } from '../../trading/order/stream.ts'

// What leaves a trace when it is written, as the rooms declare it.

/** A hash of each row, after each change. */
export const versionedTables: VersionedTables = {
  ...baseTables,
  ...peopleTables,
  ...institutionsTables,
  ...complianceTables,
  ...chainsTables,
  ...bankingTables,
  ...issuanceTables,
  ...transfersTables,
  ...tradingTables,
  ...railsTables,
}

/** A hash over each range of what only grows. */
export const streams: readonly Stream[] = [journalStream, orderStream, versionStream, historyStream]
