import { expect, test } from 'vitest'
import { readConfig } from '../config.ts'
import { fileDestination } from './head-destinations.ts'

test.each([
  ['heads.jsonl', 'AUDIT_HEADS must list file:/path, https://… or syslog://host:port; "heads.jsonl" is neither.'],
  ['file:heads.jsonl', 'AUDIT_HEADS must name files by their whole path, as file:/path; it says "file:heads.jsonl".'],
  ['http://collector/x', 'AUDIT_HEADS must use https in production; http://collector does not.'],
  ['https://me:word@collector/x', 'AUDIT_HEADS must not hold a password (collector): set AUDIT_HEADS_TOKEN.'],
  ['file:/a,file:/a', 'AUDIT_HEADS must name each destination once.'],
])('a bad destination is named: %s', (given, sentence) => {
  expect(() => readConfig({ SPECIE_ENV: 'production', AUDIT_HEADS: given })).toThrow(sentence)
})

test('a file may have any name', () => {
  const path = `/tmp/a, b/100% "#?ü.jsonl`
  const { auditHeads } = readConfig({ AUDIT_HEADS: `${fileDestination(path)},syslog://log` })
  expect(auditHeads).toEqual([
    { kind: 'file', name: `file:${path}`, path },
    { kind: 'syslog', name: 'syslog://log:514', by: 'udp', host: 'log', port: 514 },
  ])
  expect(readConfig({ AUDIT_HEADS: 'file:/var/log/heads' }).auditHeads).toMatchObject([{ path: '/var/log/heads' }])
})
