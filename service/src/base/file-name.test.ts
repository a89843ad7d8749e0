import { expect, test } from 'vitest'
import { safeFileName } from './file-name.ts'

test.each([
  ['Statuten 2026 (final).pdf', 'Statuten 2026 (final).pdf'],
  ['Zürich – Auszug.pdf', 'Zürich _ Auszug.pdf'],
  ['../../etc/passwd', 'passwd'],
  ['C:\\Users\\me\\scan.png', 'scan.png'],
  ['.htaccess', 'htaccess'],
  ['<script>alert(1)</script>.pdf', 'script_.pdf'],
  ['a"; filename="evil.exe', 'a__ filename__evil.exe'],
  ['a\r\nset-cookie: x', 'a__set-cookie_ x'],
  ['///', 'document'],
  ['...', 'document'],
])('%j becomes %j', (given, safe) => {
  expect(safeFileName(given)).toBe(safe)
})

test('a long name keeps its ending', () => {
  const name = safeFileName(`${'x'.repeat(300)}.pdf`)
  expect(name).toHaveLength(100)
  expect(name.endsWith('.pdf')).toBe(true)
})
