import { describe, expect, it } from 'vitest'
import { addressGroup, addressNetworks } from './limits.ts'

describe('an address', () => {
  it.each([
    ['203.0.113.7', '203.0.113.7'],
    ['::ffff:203.0.113.7', '203.0.113.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:DB8:1:02::9', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
  ])('%s is counted as %s', (address, group) => {
    expect(addressGroup(address)).toBe(group)
  })

  it.each([
    ['203.0.113.7', ['203.0.113.7 1']],
    ['::ffff:203.0.113.7', ['203.0.113.7 1']],
    ['2001:db8:1:abcd::9', ['2001:db8:1:abcd::/64 1', '2001:db8:1:ab00::/56 4', '2001:db8:1::/48 16']],
    ['2001:db8:1:2::9', ['2001:db8:1:2::/64 1', '2001:db8:1:0::/56 4', '2001:db8:1::/48 16']],
    ['2001:db8:1:1ff::9', ['2001:db8:1:1ff::/64 1', '2001:db8:1:100::/56 4', '2001:db8:1::/48 16']],
    ['2001:db8::9', ['2001:db8:0:0::/64 1', '2001:db8:0:0::/56 4', '2001:db8:0::/48 16']],
  ])('%s counts against the networks %j', (address, networks) => {
    expect(addressNetworks(address).map(({ group, times }) => `${group} ${times}`)).toEqual(networks)
  })
})
