import { crc32, deflateSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { zipSync } from 'fflate'
import { demoPdf } from '../sandbox/demo/company.ts'
import { sniff } from './sniff.ts'

const latin1 = (text: string) => Buffer.from(text, 'latin1')
const uint32 = (value: number) => {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32BE(value)
  return bytes
}

function chunk(name: string, data: Buffer): Buffer {
  const body = Buffer.concat([latin1(name), data])
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))])
}

const pngOf = (...extra: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', Buffer.concat([uint32(1), uint32(1), Buffer.from([8, 0, 0, 0, 0])])),
    ...extra,
    chunk('IDAT', deflateSync(Buffer.from([0, 0]))),
    chunk('IEND', Buffer.alloc(0)),
  ])

const segment = (marker: number, data: Buffer) =>
  Buffer.concat([Buffer.from([0xff, marker]), uint32(data.length + 2).subarray(2), data])

const jpegOf = (...extra: Buffer[]) =>
  Buffer.concat([
    Buffer.from([0xff, 0xd8]),
    segment(0xe0, latin1('JFIF\0')),
    ...extra,
    segment(0xda, Buffer.from([1, 2, 3])),
    // A stuffed 0xff and a restart within the scan.
    Buffer.from([0x12, 0xff, 0x00, 0x34, 0xff, 0xd0, 0x56]),
    Buffer.from([0xff, 0xd9]),
  ])

const archive = Buffer.from(zipSync({ 'evil.html': latin1('<b>hello</b>') }, { level: 0 }))

test.each([
  ['a PDF', demoPdf, 'application/pdf'],
  ['a PNG', pngOf(), 'image/png'],
  ['a PNG with a comment', pngOf(chunk('tEXt', latin1('Title\0Extract'))), 'image/png'],
  ['a JPEG', jpegOf(), 'image/jpeg'],
  ['a JPEG with a comment', jpegOf(segment(0xfe, latin1('scanned'))), 'image/jpeg'],
])('%s is what it is', (_what, bytes, type) => {
  expect(sniff(bytes)).toEqual({ type })
})

describe.each([
  ['PDF', demoPdf],
  ['PNG', pngOf()],
  ['JPEG', jpegOf()],
])('%s', (_what, bytes) => {
  test.each([
    ['bytes after its end', Buffer.concat([bytes, latin1('more')])],
    ['an archive after its end', Buffer.concat([bytes, archive])],
    ['an archive before it', Buffer.concat([archive, bytes])],
    ['a byte before it', Buffer.concat([latin1(' '), bytes])],
    ['its end missing', bytes.subarray(0, -8)],
    ['a page after its end', Buffer.concat([bytes, latin1('<html><script>alert(1)</script>')])],
    ['a PDF after its end', Buffer.concat([bytes.subarray(0, -1), latin1('\n%PDF-1.4 %%EOF')])],
  ])('with %s is refused', (_flaw, file) => {
    expect(sniff(file)).toEqual({ flaw: expect.any(String) })
  })
})

test.each([
  ['nothing', Buffer.alloc(0)],
  ['a page', latin1('<html></html>')],
  ['an SVG', latin1('<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>')],
  ['an archive', archive],
  ['an executable', latin1('MZ\x90\0')],
  ['a GIF that is JavaScript', latin1('GIF89a=1;alert(1)')],
  ['a PNG whose comment is a page', pngOf(chunk('tEXt', latin1('c\0<SCRIPT>alert(1)</SCRIPT>')))],
  ['a PNG whose comment is a PDF', pngOf(chunk('tEXt', latin1('c\0%PDF-1.4')))],
  ['a PNG whose comment is a file of an archive', pngOf(chunk('zzzz', archive))],
  ['a PNG with a wrong checksum', Buffer.from(pngOf().map((byte, i) => (i === 20 ? byte ^ 1 : byte)))],
  ['a JPEG whose comment is PHP', jpegOf(segment(0xfe, latin1('<?php system($_GET[0])')))],
  ['a JPEG whose comment is an archive', jpegOf(segment(0xfe, archive))],
  ['a PDF that runs JavaScript', latin1('%PDF-1.7\n<</S/JavaScript/JS(app.alert(1))>>\n%%EOF')],
  ['a PDF that spells JavaScript otherwise', latin1('%PDF-1.7\n<</S/J#61vaScr#69pt/JS(app.alert(1))>>\n%%EOF')],
  ['a PDF that runs a script by a rendition', latin1('%PDF-1.7\n<</S/Rendition/JS(app.alert(1))>>\n%%EOF')],
  ['a PDF with another file in it', latin1('%PDF-1.7\n<</Type/EmbeddedFile>>\n%%EOF')],
  ['a PDF that is a page', latin1('%PDF-1.7\n<script>alert(1)</script>\n%%EOF')],
  ['a PDF whose archive ends before its own end', Buffer.concat([latin1('%PDF-1.7\n'), archive, latin1('\n%%EOF')])],
  ['a JPEG whose segment is longer than the file', Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0xff, 0xff, 0])],
])('%s is refused', (_what, bytes) => {
  expect(sniff(bytes)).toEqual({ flaw: expect.any(String) })
})
