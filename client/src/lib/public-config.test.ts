import { describe, expect, test } from 'vitest'
import { createPublicConfig, defaultConfig } from './public-config.ts'

const told = { defaultInvitationCode: '12345678', noticeLanguage: 'documented', requestLanguage: 'en-US' }

describe('the public settings', () => {
  test('are asked for once, however many wait for them', async () => {
    let asked = 0
    const config = createPublicConfig(async () => {
      asked += 1
      return told
    })
    expect(config.current()).toEqual(defaultConfig)
    expect(await Promise.all([config.load(), config.load()])).toEqual([told, told])
    expect(await config.load()).toEqual(told)
    expect(config.current()).toEqual(told)
    expect(asked).toBe(1)
  })

  test.each([
    ['no answer', () => Promise.reject(new TypeError('Failed to fetch'))],
    ['an answer of another shape', () => Promise.resolve({ ...told, defaultInvitationCode: '1' })],
  ])('with %s are the documented defaults, and are asked for again', async (_what, first) => {
    let answer: () => Promise<unknown> = first
    const config = createPublicConfig(() => answer())
    expect(await config.load()).toEqual(defaultConfig)
    answer = async () => told
    expect(await config.load()).toEqual(told)
  })

  test('default to the documented language', () => {
    expect(defaultConfig.requestLanguage).toBe('zh-CN')
  })
})
