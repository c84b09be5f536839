import { bodyCode } from '@minefall/shared/contracts'
import { documentedText, type NoticeName, notices } from '@minefall/shared/notices'
import { afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { i18next, startTranslations } from '../i18n/i18n.ts'
import { callError } from '../lib/call-error.ts'
import { publicConfig } from '../lib/public-config.ts'
import { toasts } from '../ui/toasts.ts'
import { errorText, loadNotices, noticeText, showNotice } from './notices.ts'

/** Says notices as `NOTICE_LANGUAGE` asks for them. */
const speak = (noticeLanguage: 'player' | 'documented') =>
  vi.spyOn(publicConfig, 'current').mockReturnValue({
    defaultInvitationCode: '88888888',
    noticeLanguage,
    requestLanguage: 'zh-CN',
  })

beforeAll(async () => {
  await startTranslations()
  await i18next.changeLanguage('pt-BR')
  await loadNotices()
})
beforeEach(() => {
  speak('player')
})
afterEach(() => vi.restoreAllMocks())

const refused = (code: number, msg = 'o servidor', data: unknown = null) => callError(code, msg, { data })

describe('a notice', () => {
  test('is in the language of the player', () => {
    expect(noticeText('wrong-password')).toBe('Senha incorreta')
    expect(noticeText('too-many-requests', { seconds: 30 })).toBe(
      'Muitas tentativas. Tente de novo em 30 segundos',
    )
  })

  test('is in the documented words where the settings ask for them', () => {
    speak('documented')
    expect(noticeText('wrong-password')).toBe('密码错误')
    expect(noticeText('password-short')).toBe('Password must be at least 6 characters')
    expect(noticeText('too-many-requests', { seconds: 30 })).toBe('操作过于频繁，请在30秒后重试')
  })

  test.each(Object.keys(notices) as NoticeName[])('%s is said in both', (name) => {
    expect(noticeText(name)).not.toBe(notices[name].en)
    speak('documented')
    expect(noticeText(name)).toBe(documentedText(name))
  })

  test('is in English where its language did not load', async () => {
    await i18next.changeLanguage('xx')
    expect(noticeText('signed-out')).toBe('Signed out')
    await i18next.changeLanguage('pt-BR')
  })

  test('is shown as a toast that takes the place of its like, and follows the language', async () => {
    showNotice('signed-in', 'good')
    showNotice('signed-in', 'good')
    const shown = () => toasts.current().map(({ title, tone }) => [title(), tone])
    await expect.poll(shown).toEqual([['Você entrou na sua conta', 'good']])
    await loadNotices()
    expect(shown()).toEqual([['Você entrou na sua conta', 'good']])
    await i18next.changeLanguage('ko-KR')
    expect(shown()).toEqual([['로그인했어요', 'good']])
    await i18next.changeLanguage('pt-BR')
  })
})

describe('what is said of a failed call', () => {
  test.each([
    [1001, 'Algum dado não é válido. Confira e tente de novo', '请求参数错误'],
    [1102, 'Senha incorreta', '密码错误'],
    [1203, 'O código de verificação está incorreto ou expirou', '验证码错误或已过期'],
    [1501, 'Sua sessão expirou. Entre de novo', '登录已失效，请重新登录'],
    [1502, 'Sua sessão expirou. Entre de novo', '登录已失效，请重新登录'],
    [1401, 'Não foi possível confirmar seu login. Entre de novo', '身份验证失败，请重新登录'],
  ])('%d has its text in both settings', (code, players, documented) => {
    expect(errorText(refused(code))).toBe(players)
    speak('documented')
    expect(errorText(refused(code))).toBe(documented)
  })

  test('is what the refusal names', () => {
    expect(errorText(refused(1001, 'x', { field: 'nickname', notice: 'nickname-short' }))).toBe(
      'O apelido deve ter pelo menos 2 caracteres',
    )
    expect(errorText(refused(1001, 'x', { notice: 'password-length', count: 10 }))).toBe(
      'A senha deve ter pelo menos 10 caracteres',
    )
    expect(errorText(refused(1001, 'x', { notice: 'no such notice' }))).toBe(
      'Algum dado não é válido. Confira e tente de novo',
    )
  })

  test('groups an amount of coins as the language of the player does', () => {
    const above = { field: 'amount', notice: 'amount-above', amount: '20000' }
    expect(errorText(refused(bodyCode.badParameters, 'x', above))).toBe('não pode passar de 20.000 moedas')
  })

  test.each([
    [90, 'em 90 segundos'],
    [100, 'em 2 minutos.'],
    [3_541, 'em 1 hora.'],
    [71_234, 'em 20 horas.'],
  ])('says a wait of %d seconds as people do', (seconds, when) => {
    const limited = refused(bodyCode.tooManyRequests, 'x', { seconds })
    expect(errorText(limited)).toBe(`Muitas tentativas. Tente de novo ${when}`)
    speak('documented')
    expect(errorText(limited)).toBe(`操作过于频繁，请在${seconds}秒后重试`)
  })

  test('never has an open place in it', () => {
    expect(errorText(refused(bodyCode.tooManyRequests, 'x', { seconds: 7 }))).toBe(
      'Muitas tentativas. Tente de novo em 7 segundos',
    )
    expect(errorText(refused(bodyCode.tooManyRequests))).toBe(
      'Rápido demais. Espere um momento e tente de novo.',
    )
    speak('documented')
    expect(errorText(refused(bodyCode.tooManyRequests, '太快'))).toBe('太快')
  })

  test('of a code without a notice is its text, or the documented server’s', () => {
    expect(errorText(refused(bodyCode.tableFull))).toBe('Esta mesa está cheia. Escolha outra.')
    speak('documented')
    expect(errorText(refused(bodyCode.tableFull, '已满'))).toBe('已满')
  })

  test.each(['player', 'documented'] as const)(
    'of an unknown code is what the server says (%s)',
    (language) => {
      speak(language)
      expect(errorText(refused(4_242, '从未听说'))).toBe('从未听说')
    },
  )

  test('of an unknown code without words is that the request failed', () => {
    expect(errorText(refused(4_242, ''))).toBe('Algo deu errado. Tente de novo')
    speak('documented')
    expect(errorText(refused(4_242, ''))).toBe('请求失败')
    expect(errorText(refused(4_242, ''), 'login-failed')).toBe('登录失败，请重试')
  })

  test('without an answer in time is that it timed out', () => {
    const late = callError(bodyCode.timeout, 'no answer in time', { answered: false })
    expect(errorText(late)).toBe('O servidor demorou demais. Verifique sua conexão')
    speak('documented')
    expect(errorText(late)).toBe('请求超时，请检查网络连接')
  })

  test('without a network is the transport’s message, or that the network failed', () => {
    const lost = (message: string) => callError(bodyCode.unavailable, message, { answered: false })
    expect(errorText(lost('ECONNRESET'))).toBe('Erro de rede. Tente de novo mais tarde')
    speak('documented')
    expect(errorText(lost('ECONNRESET'))).toBe('ECONNRESET')
    expect(errorText(lost(''))).toBe('网络错误，请稍后重试')
  })

  test('of anything else is that the request failed, or the network for a part that did not load', () => {
    expect(errorText('what?')).toBe('Algo deu errado. Tente de novo')
    expect(errorText(new TypeError('Failed to fetch dynamically imported module'))).toBe(
      'Erro de rede. Tente de novo mais tarde',
    )
  })
})
