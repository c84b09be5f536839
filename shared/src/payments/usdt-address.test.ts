import { describe, expect, it } from 'vitest'
import { isUsdtAddress, networkOfAddress } from './usdt-address.ts'

// The contracts of USDT itself on both chains, and the vectors of EIP-55.
const tron = 'TR7NHqjeKQxGTCi8q8ZY4pL8otSzgjLj6t'
const ethereum = [
  '0xdAC17F958D2ee523a2206206994597C13D831ec7',
  '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed',
  '0xfB6916095ca1df60bB79Ce92cE3Ea74c37c5d359',
]

describe('an address for USDT', () => {
  it('is good on its own network alone', () => {
    expect(isUsdtAddress('TRC20', tron)).toBe(true)
    expect(isUsdtAddress('ERC20', tron)).toBe(false)
    for (const address of ethereum) {
      expect(isUsdtAddress('ERC20', address)).toBe(true)
      expect(isUsdtAddress('ERC20', address.toLowerCase())).toBe(true)
      expect(isUsdtAddress('TRC20', address)).toBe(false)
      expect(networkOfAddress(address)).toBe('ERC20')
    }
    expect(networkOfAddress(tron)).toBe('TRC20')
  })

  it('is refused with any one character changed', () => {
    for (const [network, address] of [
      ['TRC20', tron],
      ['ERC20', ethereum[1] ?? ''],
    ] as const)
      for (let place = 2; place < address.length; place++) {
        const other = address[place] === 'b' ? 'c' : 'b'
        const wrong = address.slice(0, place) + other + address.slice(place + 1)
        expect([wrong, isUsdtAddress(network, wrong)]).toEqual([wrong, false])
      }
  })

  it.each(['', 'T', '0x', `${tron}1`, tron.slice(0, -1), ` ${tron}`, `0x${'g'.repeat(40)}`, 'bc1qxyz'])(
    'is not %j',
    (text) => {
      expect(networkOfAddress(text)).toBeNull()
    },
  )
})
