import fc from 'fast-check'
import { expect, test } from 'vitest'
import { callError } from '../../lib/call-error.ts'
import { ada, country, shown } from './testing/form.ts'
import type { LoginEvent } from './types.ts'

type Answer = { how: 'well' | 'refused' | 'limited'; which: 'codes' | 'logins' }
/** What a visitor, the server or time may do next. */
type Step = LoginEvent | Answer | { ms: number }

const step: fc.Arbitrary<Step> = fc.oneof(
  fc.constantFrom<Step>(
    { type: 'login.open', pendingPath: null },
    { type: 'login.open', pendingPath: '/games' },
    { type: 'login.close' },
    { type: 'login.submit' },
    { type: 'code.send' },
    { type: 'visitor.signedIn' },
    { type: 'tab.choose', tab: 'code' },
    { type: 'tab.choose', tab: 'password' },
    { type: 'country.choose', country: country('CA') },
    { type: 'dialCode.type', text: '9' },
    { type: 'dialCode.leave' },
    { type: 'contact.type', text: 'ada@home.example' },
    { type: 'contact.type', text: '12 345 6789' },
    { type: 'contact.type', text: 'no-one' },
    { type: 'code.type', text: '123456' },
    { type: 'invitation.type', text: '1234' },
    { type: 'password.type', text: 'secret-1' },
  ),
  fc.record({
    how: fc.constantFrom('well' as const, 'refused' as const, 'limited' as const),
    which: fc.constantFrom('codes' as const, 'logins' as const),
  }),
  fc.record({ ms: fc.integer({ min: 1, max: 70_000 }) }),
)

const refusals = {
  refused: callError(1203, ''),
  limited: callError(1429, '', { data: { seconds: 9 } }),
}

const play = async (steps: readonly Step[]) => {
  const form = shown({ isOpen: false })
  const answered = { codes: 0, logins: 0 }
  let opened = 0
  let taken = 0
  const answer = async ({ how, which }: Answer) => {
    const [code, login] = [form.codes[answered.codes], form.logins[answered.logins]]
    const asked = which === 'codes' ? code : login
    if (!asked) return
    answered[which] += 1
    if (how !== 'well') return asked.refuse(refusals[how])
    if (which === 'codes') return code?.answer({ seconds: 60 })
    taken += 1
    return login?.answer(ada)
  }
  for (const one of steps) {
    if ('ms' in one) form.pass(one.ms)
    else if ('how' in one) await answer(one)
    else {
      if (one.type === 'login.open' && one.pendingPath !== null) opened += 1
      form.send(one)
    }
    const { pendingPath, password, code, contact, country: selected, error, secondsLeft, tab } = form.now()
    // Hidden, it holds nothing of anyone.
    if (!form.has('visible'))
      expect([pendingPath, password, code, contact, error]).toEqual([null, '', '', '', null])
    expect(tab === 'code' ? password : code).toBe('')
    expect(selected.dialCode).toMatch(/^\d+$/)
    expect(form.has('counting')).toBe(secondsLeft > 0)
    // Nothing is asked for twice while its answer is awaited, and every sign-in reaches the session.
    expect(form.logins.length - answered.logins).toBeLessThanOrEqual(1)
    expect(form.has('signing')).toBe(form.logins.length > answered.logins)
    expect(form.told.filter((one) => one.startsWith('signed in'))).toHaveLength(taken)
    // A path is gone to at most once.
    expect(form.told.filter((one) => one.startsWith('go on')).length).toBeLessThanOrEqual(opened)
  }
}

test('whatever happens in whatever order, the form holds to its rules', async () => {
  await fc.assert(fc.asyncProperty(fc.array(step, { maxLength: 40 }), play), { numRuns: 300 })
})
