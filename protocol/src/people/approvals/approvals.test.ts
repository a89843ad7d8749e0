import { expect, test } from 'vitest'
import { type ApprovalKind, approvalKinds, kindsReadBy } from './approvals.ts'

test('makers and checkers of a kind may read its requests', () => {
  const kinds = Object.entries(approvalKinds)
  expect(kinds.length).toBeGreaterThan(0)
  for (const [kind, { makers, checkers }] of kinds)
    for (const role of [...makers, ...checkers])
      expect(kindsReadBy([role]), `${role}, ${kind}`).toContain(kind as ApprovalKind)
})

test('support, who talks to clients, reads no hold and no decision on a case', () => {
  const read = kindsReadBy(['support'])
  for (const kind of ['hold.decide', 'kyb.decide', 'institution.offboard'] as const) expect(read).not.toContain(kind)
})
