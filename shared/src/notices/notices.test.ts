import { describe, expect, it } from 'vitest'
import { bodyCode } from '../contracts/codes.ts'
import {
  documentedText,
  isNoticeName,
  noticeLanguageOf,
  noticeOfCode,
  notices,
  noticeText,
} from './notices.ts'

describe('the notices', () => {
  it.each([
    ['signed-in', '登录成功'],
    ['signed-out', '已退出登录'],
    ['code-sent', '验证码发送成功'],
    ['avatar-updated', '头像更新成功'],
    ['avatar-uploaded', '头像上传成功'],
    ['nickname-updated', '昵称更新成功'],
    ['password-changed', '密码修改成功'],
    ['session-expired', '登录已失效，请重新登录'],
    ['unauthenticated', '身份验证失败，请重新登录'],
    ['bad-parameters', '请求参数错误'],
    ['wrong-password', '密码错误'],
    ['wrong-code', '验证码错误或已过期'],
    ['request-failed', '请求失败'],
    ['timed-out', '请求超时，请检查网络连接'],
    ['network-error', '网络错误，请稍后重试'],
  ] as const)('say %s in the documented words', (name, text) => {
    expect(documentedText(name)).toBe(text)
  })

  it.each([
    ['contact-invalid', 'Please enter a valid phone number or email.'],
    ['password-short', 'Password must be at least 6 characters'],
    ['code-length', 'Verification code must be 6 digits'],
    ['username-required', 'Please enter username'],
    ['phone-invalid', 'Please enter a valid phone number'],
    ['email-invalid', 'Please enter a valid email address'],
    ['password-required', 'Please enter password'],
    ['code-required', 'Please enter verification code'],
    ['image-format', 'Invalid image format, please select JPG, PNG or GIF format'],
    ['image-large', 'Image file is too large, please select an image smaller than 5MB'],
    ['nickname-required', 'Please enter nickname'],
    ['nickname-short', 'Nickname must be at least 2 characters'],
    ['phone-short', 'Phone number is too short'],
    ['email-format', 'Invalid email format'],
    ['amount-below', 'cannot be less than {amount} coins'],
    ['amount-above', 'cannot exceed {amount} coins'],
    ['balance-insufficient', 'Insufficient balance'],
    ['calculation-failed', 'Calculation failed please try again'],
    ['support-loading', 'Customer service is loading, please try again shortly'],
    ['support-open-failed', 'Failed to open chat window'],
    ['support-start-failed', 'Customer service initialization failed'],
    ['load-failed', 'Load Failed'],
    ['game-load-failed', 'Failed to load game, please check your network connection'],
    ['game-not-found', 'Game Not Found'],
    ['payment-window-blocked', 'Payment window blocked by browser, please allow pop-ups and try again'],
  ] as const)('say %s in the documented English words', (name, text) => {
    expect(documentedText(name)).toBe(text)
  })

  it('say the rest in Chinese where the documented words are asked for', () => {
    expect(documentedText('limit-set')).toBe(notices['limit-set'].zh)
  })

  it('fill in what they are given, and leave open what they are not', () => {
    expect(noticeText('amount-below', 'en', { amount: '100' })).toBe('cannot be less than 100 coins')
    expect(noticeText('amount-above', 'en')).toBe('cannot exceed {amount} coins')
  })

  it('have both texts, with the same places to fill in', () => {
    const places = (text: string) => [...text.matchAll(/\{\w+\}/g)].map(String).sort()
    for (const [name, { zh, en }] of Object.entries(notices)) {
      expect([name, zh.length > 0, en.length > 0]).toEqual([name, true, true])
      expect([name, places(zh)]).toEqual([name, places(en)])
    }
  })

  it('are found by body code, and by no code that has none', () => {
    expect(noticeOfCode(bodyCode.wrongCode)).toBe('wrong-code')
    expect(noticeOfCode(4_242)).toBeUndefined()
    expect(isNoticeName('wrong-code')).toBe(true)
    expect(isNoticeName('toString')).toBe(false)
  })

  it.each([
    [undefined, 'zh'],
    ['', 'zh'],
    ['zh-CN', 'zh'],
    ['ZH-tw;q=0.9, en', 'zh'],
    ['en-US,en;q=0.9', 'en'],
    ['ja-JP', 'en'],
  ] as const)('come in the language that %j asks for', (header, language) => {
    expect(noticeLanguageOf(header)).toBe(language)
  })
})
