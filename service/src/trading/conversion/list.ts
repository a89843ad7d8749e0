import type { RequestOf, ResponseOf } from '@specie/protocol/endpoint.ts'
import type { queryConversions } from '@specie/protocol/trading.ts'
import type { Env } from '../../base/env.ts'
import { filtered, idFilter, page } from '../../base/database/pages.ts'
import { conversionObject, type ConversionRow } from './row.ts'

export async function listConversions(
  env: Env,
  institutionId: string,
  request: RequestOf<typeof queryConversions>,
): Promise<ResponseOf<typeof queryConversions>> {
  const { conversionid, quoteid, clreqid, symbol, status } = request
  const filters = { ...idFilter('id', conversionid), ...idFilter('quote_id', quoteid), clreqid, symbol, status }
  const found = await page<ConversionRow>(env.db, request, {
    ...filtered('select * from trading.conversion where institution_id = $1', [institutionId], filters),
    id: 'uuid',
  })
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
