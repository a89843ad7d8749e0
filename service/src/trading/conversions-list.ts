import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import type { queryConversions } from '@specie/protocol/trading.ts'
import type { Env } from '../base/env.ts'
import { page } from '../base/pages.ts'
import { isUuid } from '../base/ids.ts'
import { conversionObject, type ConversionRow } from './conversion.ts'

export async function listConversions(
  env: Env,
  institutionId: string,
  ask: RequestOf<typeof queryConversions>,
): Promise<ResponseOf<typeof queryConversions>> {
  const { conversionid, quoteid, clreqid, symbol, status } = ask
  const areIds = [conversionid, quoteid].every((id) => id === undefined || isUuid(id))
  const found = areIds
    ? await page<ConversionRow>(env.db, ask, {
        select: `select * from trading.conversion where institution_id = $1 and ($2::uuid is null or id = $2)
          and ($3::uuid is null or quote_id = $3) and ($4::text is null or clreqid = $4)
          and ($5::text is null or symbol = $5) and ($6::text is null or status = $6)`,
        values: [institutionId, conversionid, quoteid, clreqid, symbol, status],
        id: 'uuid',
      })
    : { rows: [], next_cursor: null }
  return {
    timestamp: env.clock.now().toISOString(),
    result: 'ok',
    next_cursor: found.next_cursor,
    conversions: found.rows.map(conversionRow),
  }
}

function conversionRow(row: ConversionRow) {
  const at = row.created_at.toISOString()
  return { ...conversionObject(row), created_at: at, updated_at: at }
}
