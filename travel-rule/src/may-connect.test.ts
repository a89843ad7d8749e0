import { expect, test } from 'vitest'
import { kindOfAddress, mayConnect } from './may-connect.ts'

test.each([
  '1.1.1.1',
  '8.8.8.8',
  '9.255.255.255',
  '11.0.0.0',
  '100.63.255.255',
  '100.128.0.0',
  '126.255.255.255',
  '128.0.0.0',
  '172.15.255.255',
  '172.32.0.0',
  '192.167.255.255',
  '192.169.0.0',
  '198.17.255.255',
  '198.20.0.0',
  '223.255.255.255',
  '2606:4700:4700::1111',
  '2a00:1450:400a:800::200e',
  '2001:200::1',
])('%s may be called', (ip) => {
  expect(mayConnect(ip, false)).toBe(true)
  expect(mayConnect(ip, true)).toBe(true)
})

const local = [
  ['127.0.0.1', 'loopback'],
  ['127.255.255.254', 'loopback'],
  ['::1', 'loopback'],
  ['0:0:0:0:0:0:0:1', 'loopback'],
  ['10.0.0.1', 'private'],
  ['10.255.255.255', 'private'],
  ['172.16.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.1', 'private'],
  ['fc00::1', 'private'],
  ['fdff:ffff::1', 'private'],
  ['fec0::1', 'private'],
] as const

test.each(local)('%s may be called in UAT only: %s', (ip, kind) => {
  expect(kindOfAddress(ip)).toBe(kind)
  expect(mayConnect(ip, false)).toBe(false)
  expect(mayConnect(ip, true)).toBe(true)
})

test.each([
  ['0.0.0.0', 'reserved'],
  ['0.1.2.3', 'reserved'],
  ['100.64.0.1', 'shared by a carrier'],
  ['100.127.255.255', 'shared by a carrier'],
  ['169.254.0.1', 'link-local'],
  ['169.254.169.254', 'link-local'],
  ['192.0.0.8', 'reserved'],
  ['192.0.2.1', 'documentation'],
  ['192.88.99.1', 'translated'],
  ['198.18.0.1', 'reserved'],
  ['198.19.255.255', 'reserved'],
  ['198.51.100.7', 'documentation'],
  ['203.0.113.9', 'documentation'],
  ['224.0.0.1', 'multicast'],
  ['239.255.255.255', 'multicast'],
  ['240.0.0.1', 'reserved'],
  ['255.255.255.255', 'reserved'],
  ['::', 'reserved'],
  ['::7f00:1', 'translated'],
  ['::127.0.0.1', 'translated'],
  ['::ffff:127.0.0.1', 'translated'],
  ['::ffff:8.8.8.8', 'translated'],
  ['::FFFF:0808:0808', 'translated'],
  ['64:ff9b::8.8.8.8', 'translated'],
  ['64:ff9b:1::1', 'translated'],
  ['2001::1', 'translated'],
  ['2002:7f00:1::', 'translated'],
  ['2001:db8::1', 'documentation'],
  ['3fff::1', 'documentation'],
  ['fe80::1', 'link-local'],
  ['febf::1', 'link-local'],
  ['ff02::1', 'multicast'],
  ['100::1', 'reserved'],
  ['4000::1', 'reserved'],
  ['5f00::1', 'reserved'],
] as const)('%s is never called: %s', (ip, kind) => {
  expect(kindOfAddress(ip)).toBe(kind)
  expect(mayConnect(ip, false)).toBe(false)
  expect(mayConnect(ip, true)).toBe(false)
})

test.each([
  '',
  'localhost',
  '127.1',
  '2130706433',
  '0x7f.0.0.1',
  '0177.0.0.1',
  '127.0.0.1 ',
  '127.0.0.256',
  '1.2.3',
  '1.2.3.4.5',
  'fe80::1%eth0',
  '[::1]',
  ':::',
  '1::2::3',
  '1:2:3:4:5:6:7',
  '1:2:3:4:5:6:7:8:9',
  '1:2:3:4:5:6:7::8',
  '::g',
  '12345::',
  '::ffff:127.0.0.256',
])('%s is no address', (ip) => {
  expect(kindOfAddress(ip)).toBe('no address')
  expect(mayConnect(ip, true)).toBe(false)
})
