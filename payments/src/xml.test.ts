import { expect, test } from 'vitest'
import { limits } from './bankfile.ts'
import { openXml } from './xml.ts'

/** All text of a document, by the same steps as a reader's. */
function content(input: string | Uint8Array): string {
  const { cursor } = openXml(input)
  const text = cursor.text('a')
  cursor.end()
  return text
}

test.each([
  ['<a>1 &lt; 2 &amp;&amp; 3 &gt; 2 &quot;&apos;</a>', `1 < 2 && 3 > 2 "'`],
  ['<a>&#65;&#x42;&#x1D11E;</a>', 'AB𝄞'],
  ['<a><![CDATA[<b>&amp;</b>]]></a>', '<b>&amp;</b>'],
  ['<a>one<!-- two -->three</a>', 'onethree'],
  ['<a/>', ''],
  ['<?xml version="1.0" encoding="utf-8" standalone="yes"?>\n<!-- hello --><a>x</a>\n<!-- bye -->\n', 'x'],
  ["<?xml version='1.0'?><a>x</a>", 'x'],
  ['<a>one\r\ntwo\rthree</a>', 'one\ntwo\nthree'],
])('%s is read as XML', (xml, text) => {
  expect(content(xml)).toBe(text)
})

test.each([
  [
    'an entity bomb',
    '<!DOCTYPE a [<!ENTITY x "xxxx"><!ENTITY y "&x;&x;&x;">]><a>&y;</a>',
    'a document type is not taken',
  ],
  [
    'an external entity',
    '<!DOCTYPE a [<!ENTITY x SYSTEM "file:///etc/passwd">]><a>&x;</a>',
    'a document type is not taken',
  ],
  ['an external document type', '<!DOCTYPE a SYSTEM "http://evil.example/a.dtd"><a/>', 'a document type is not taken'],
  ['an entity of nowhere', '<a>&nbsp;</a>', 'the reference &nbsp; is not taken'],
  ['a name of JavaScript as entity', '<a>&toString;</a>', 'is not taken'],
  ['a bare ampersand', '<a>Müller & Co</a>', 'the reference & is not taken'],
  ['a reference to NUL', '<a>&#0;</a>', 'is not taken'],
  ['a reference to half a character', '<a>&#xD800;</a>', 'is not taken'],
  ['a reference beyond Unicode', '<a>&#x110000;</a>', 'is not taken'],
  ['a processing instruction', '<?xml-stylesheet href="x"?><a/>', 'a processing instruction is not taken'],
  ['a processing instruction inside', '<a><?php evil ?></a>', 'a processing instruction is not taken'],
  ['Latin-1 declared', '<?xml version="1.0" encoding="ISO-8859-1"?><a/>', 'declared as ISO-8859-1'],
  ['UTF-16 declared', '<?xml version="1.0" encoding="UTF-16"?><a/>', 'declared as UTF-16'],
  ['XML 1.1', '<?xml version="1.1"?><a/>', 'not of version 1.0'],
  ['a NUL', '<a>\u0000</a>', 'a character is not allowed'],
  ['a control character', '<a>\u001b[31m</a>', 'a character is not allowed'],
  ['half a character', '<a>\ud800</a>', 'a character is not allowed'],
  ['nothing', '', 'an XML document is expected'],
  ['no XML', ':20:STATEMENT', 'an XML document is expected'],
  ['tags that cross', '<a><b></a></b>', '</b> is expected here'],
  ['an end that is missing', '<a>text', '</a> is expected here'],
  ['a tag that is cut off', '<a', 'malformed'],
  ['an attribute twice', '<a x="1" x="2"/>', 'given twice'],
  ['an attribute twice by two prefixes', '<a xmlns:p="u" xmlns:q="u" p:x="1" q:x="2"/>', 'given twice'],
  ['an attribute without quotes', '<a x=1/>', 'malformed'],
  ['a tag in an attribute', '<a x="<"/>', 'malformed'],
  ['a prefix of nowhere', '<p:a/>', 'the prefix p is not declared'],
  ['a reserved prefix', '<a xmlns:xml="urn:x"/>', 'cannot be declared'],
  ['a comment that never ends', '<a><!-- </a>', 'is never closed'],
  ['dashes in a comment', '<a><!-- a -- b --></a>', 'holds "--"'],
  ['the end of a CDATA section in text', '<a>]]></a>', 'stands in text'],
  ['many attributes', `<a ${Array.from({ length: 50 }, (_, n) => `a${n}=""`).join(' ')}/>`, 'more than 16 attributes'],
])('%s is refused', (_, xml, problem) => {
  expect(() => {
    const { cursor } = openXml(xml)
    cursor.skip()
    cursor.end()
  }).toThrow(problem)
})

test('other encodings are refused by their bytes too', () => {
  expect(() => content(new Uint8Array([0x3c, 0x61, 0x3e, 0xfc, 0x3c, 0x2f, 0x61, 0x3e]))).toThrow('not UTF-8')
  expect(() => content(new Uint8Array(Buffer.from('\ufeff<a/>', 'utf16le')))).toThrow('not UTF-8')
  expect(() => content(new Uint8Array(Buffer.from('<a/>', 'utf16le')))).toThrow('a character is not allowed')
})

test('a file of 100 MB is refused before parsing, as text and as bytes', () => {
  const bytes = new Uint8Array(100 * 1024 * 1024)
  expect(() => content(bytes)).toThrow(`at most ${limits.bytes}`)
  expect(() => content('ä'.repeat(limits.bytes / 2 + 1))).toThrow(`at most ${limits.bytes}`)
})

test('ten million spaces in the worst position take no time', () => {
  const spaces = ' '.repeat(10_000_000)
  expect(() => content(`<a x="1"${spaces}?>`)).toThrow('malformed')
  expect(() => content(`<a>${spaces}<!-- -->${spaces.slice(0, 9_000_000)}</b>`)).toThrow('</a> is expected')
})

test('a million nested elements are refused at the maximum depth', () => {
  const { cursor } = openXml('<a>'.repeat(1_000_000))
  expect(() => cursor.skip()).toThrow(`nested deeper than ${limits.depth}`)
})

test('a refusal names the line', () => {
  expect(() => content('<a>\n\n  &bad;\n</a>')).toThrow(/^line 1: /)
  expect(() => content('<a>\n<!-- -->\n  <?x?>\n</a>')).toThrow(/^line 3: /)
})
