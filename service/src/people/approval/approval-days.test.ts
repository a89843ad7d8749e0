import { readFileSync } from 'node:fs'
import { approvalDays } from '@specie/protocol/people/approvals/approvals.ts'
import { expect, test } from 'vitest'

test.each(['people.request_approval', 'people.request_approval_by_key'])(
  '%s limits a request to the days of the protocol',
  (name) => {
    const sql = readFileSync(new URL(`../../../sql/functions/${name}.sql`, import.meta.url), 'utf8')
    expect(/> at \+ interval '(\d+) days'/.exec(sql)?.[1]).toBe(String(approvalDays))
  },
)
