import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { countries, countryByCode } from './countries.ts'
import { detectContact, isEmail, isPhone } from './detect.ts'
import {
  cleanDialCode,
  countryOfDialCode,
  countryOfNumber,
  dialCodeOfNumber,
  settleDialCode,
} from './dial-code.ts'
import { normalizeEmail, normalizePhone, shortContact } from './normalize.ts'

const digits = (min: number, max: number) =>
  fc
    .array(fc.integer({ min: 0, max: 9 }), { minLength: min, maxLength: max })
    .map((numbers) => numbers.join(''))
const country = (code: string) => {
  const found = countryByCode(code)
  if (!found) throw new Error(code)
  return found
}
/** The text with spaces, dashes and brackets strewn in. */
const strewn = (text: fc.Arbitrary<string>) =>
  fc
    .tuple(text, fc.array(fc.constantFrom('', '', ' ', '-', '(', ')', '[', ']', '–', '\u00a0')))
    .map(([whole, marks]) => [...whole].map((one, index) => `${marks[index] ?? ''}${one}`).join(''))

describe('the countries', () => {
  it('are the 27 documented ones with their dial codes and a flag each', () => {
    expect(countries.map(({ code, dialCode }) => `${code} ${dialCode}`).join(', ')).toBe(
      'CN 86, TW 886, MY 60, TH 66, VN 84, JP 81, KR 82, US 1, CA 1, BR 55, MX 52, FR 33, AU 61, HK 852, SG 65, ' +
        'ID 62, PH 63, IN 91, AR 54, GB 44, DE 49, IT 39, ES 34, RU 7, TR 90, AE 971, SA 966',
    )
    expect(countries).toHaveLength(27)
    expect(country('CN')).toEqual({ code: 'CN', name: 'China', dialCode: '86', flag: '/flags/cn.svg' })
  })
})

describe('a contact', () => {
  it('is a phone with a plus and 7 to 15 digits, whatever spaces, dashes and brackets are in it', () => {
    fc.assert(
      fc.property(strewn(digits(7, 15).map((d) => `+${d}`)), (text) => detectContact(text) === 'phone'),
    )
    fc.assert(fc.property(strewn(digits(1, 6).map((d) => `+${d}`)), (text) => !isPhone(text)))
    fc.assert(fc.property(strewn(digits(16, 30).map((d) => `+${d}`)), (text) => !isPhone(text)))
  })

  it('is a phone with 6 to 15 digits and no plus', () => {
    fc.assert(fc.property(strewn(digits(6, 15)), (text) => detectContact(text) === 'phone'))
    fc.assert(fc.property(strewn(digits(0, 5)), (text) => !isPhone(text)))
    fc.assert(fc.property(strewn(digits(16, 30)), (text) => !isPhone(text)))
  })

  it('is an email with an at sign and a dot behind it, and no spaces', () => {
    const part = fc.stringMatching(/^[^\s@.]{1,12}$/)
    fc.assert(fc.property(part, part, part, (a, b, c) => detectContact(`${a}@${b}.${c}`) === 'email'))
    fc.assert(fc.property(part, part, part, (a, b, c) => !isEmail(`${a} @${b}.${c}`)))
  })

  it('is an email exactly where a dot stands between two characters behind the one at sign', () => {
    const shape = /^[^\s@]+@[^\s@]+\.[^\s@]+$/
    const text = fc.string({ unit: fc.constantFrom('a', '@', '.', ' ', '\n', 'é'), maxLength: 12 })
    const close = fc.tuple(text, text).map((halves) => halves.join('@'))
    fc.assert(
      fc.property(fc.oneof(text, close), (typed) => isEmail(typed) === shape.test(typed)),
      { numRuns: 5_000 },
    )
  })

  it.each([
    '',
    'anna',
    'anna@home',
    '@b.c',
    'a@.',
    'a@b.',
    'a@@b.c',
    '12345',
    '+123456',
    '12345a',
    '++1234567',
  ])('is nothing where it is %j', (text) => {
    expect(detectContact(text)).toBe('none')
  })
})

describe('a phone number', () => {
  it.each([
    ['+44 7911 123456', ''],
    ['+44 (0)7911 123456', '86'],
    ['07911-123456', '44'],
    ['(7911) 123 456', '44'],
    ['０７９１１－１２３４５６', '44'],
    ['＋４４（０）７９１１　１２３４５６', '86'],
    ['\u202a+44 7911 123456\u202c', '86'],
  ])('is one account written %s', (text, dialCode) => {
    expect(normalizePhone(text, dialCode)).toBe('+447911123456')
  })

  it.each([
    ['13812345678', '86', '+8613812345678'],
    ['8 912 345-67-89', '7', '+79123456789'],
    ['800 555 35 35', '7', '+78005553535'],
    ['1 (415) 555-2671', '1', '+14155552671'],
    ['(415) 555-2671', '1', '+14155552671'],
    ['06 1234 5678', '39', '+390612345678'],
    ['+41 44 668 18 00', '1', '+41446681800'],
  ])('%s beside the dial code %s is %s', (text, dialCode, full) => {
    expect(normalizePhone(text, dialCode)).toBe(full)
  })

  it.each([
    ['12345', '44'],
    ['123456789012345', '886'],
    ['7911123456', ''],
    ['7911123456', '0'],
    ['7911123456', '+44'],
    ['+0123456789', '44'],
    ['anna@home.example', '44'],
  ])('is none where it is %s beside %j', (text, dialCode) => {
    expect(normalizePhone(text, dialCode)).toBeNull()
  })

  it('is a plus and at most 15 digits for every input that is one, and its own normal form', () => {
    const dialCode = fc.constantFrom(...countries.map((one) => one.dialCode))
    fc.assert(
      fc.property(strewn(digits(6, 15)), dialCode, (text, dial) => {
        const full = normalizePhone(text, dial)
        fc.pre(full !== null)
        expect(full).toMatch(/^\+[1-9]\d{6,14}$/)
        expect(full?.startsWith(`+${dial}`)).toBe(true)
      }),
    )
    // A number that already is whole stays as it is, whatever country is selected.
    fc.assert(
      fc.property(
        dialCode,
        fc.constantFrom('2', '5', '6', '9'),
        digits(7, 9),
        dialCode,
        (dial, first, rest, other) => {
          const full = `+${dial}${first}${rest}`
          expect(normalizePhone(full, other)).toBe(full)
        },
      ),
    )
  })
})

describe('the country of a number with its plus', () => {
  it.each([
    ['+44 7911 123456', 'GB'],
    ['+ (886) 912-345-678', 'TW'],
    ['+86', 'CN'],
    ['+1 415 555 2671', 'US'],
  ])('%s is %s', (number, code) => {
    expect(countryOfNumber(number)?.code).toBe(code)
  })

  it('stays the selected one of those that share a dial code', () => {
    expect(countryOfNumber('+1 416 555 0123', country('CA'))?.code).toBe('CA')
  })

  it.each(['', '+', '447911123456', '+41 44 668 18 00', 'anna@home.example'])('is none for %j', (number) => {
    expect(countryOfNumber(number, country('GB'))).toBeUndefined()
  })
})

describe('the dial code of a number', () => {
  it.each([
    ['+447911123456', '44'],
    ['+14155552671', '1'],
    ['+79123456789', '7'],
    ['+8613812345678', '86'],
    ['+886912345678', '886'],
    ['+97912345678', '979'],
    ['+88213000000', '882'],
  ])('%s is %s', (number, dialCode) => {
    expect(dialCodeOfNumber(number)).toBe(dialCode)
  })

  it('is that of its country for every country here', () => {
    for (const { dialCode } of countries) expect(dialCodeOfNumber(`+${dialCode}212345678`)).toBe(dialCode)
  })
})

describe('an email address', () => {
  it('is one account in any case, and none with characters that no address has', () => {
    expect(normalizeEmail('Anna@Home.Example')).toBe('anna@home.example')
    expect(normalizeEmail('zoe\u0308@home.example')).toBe(normalizeEmail('zo\u00eb@home.example'))
    expect(normalizeEmail('an\u200bna@home.example')).toBeNull()
    expect(normalizeEmail('anna@home.example\r\nBcc: x@y.z')).toBeNull()
    expect(normalizeEmail(`${'a'.repeat(250)}@b.cd`)).toBeNull()
  })
})

describe('the dial-code field', () => {
  const china = country('CN')
  const canada = country('CA')

  it('holds digits behind one plus, whatever is typed', () => {
    fc.assert(fc.property(fc.string(), (typed) => /^\+[0-9]*$/.test(cleanDialCode(typed))))
    expect(cleanDialCode('0o44+4')).toBe('+0444')
    expect(cleanDialCode('＋４４')).toBe('+44')
  })

  it('gets the selected country’s code back when it is left empty', () => {
    expect(settleDialCode('', { selected: china, previous: '+44' })).toEqual({ country: china, field: '+86' })
  })

  it('selects the country of a known code, and keeps the selected one where several share it', () => {
    expect(settleDialCode('+44', { selected: china, previous: '+86' }).country.code).toBe('GB')
    expect(settleDialCode('1', { selected: china, previous: '+86' }).country.code).toBe('US')
    expect(settleDialCode('1', { selected: canada, previous: '+1' }).country.code).toBe('CA')
    expect(countryOfDialCode('+852')?.code).toBe('HK')
  })

  it('goes back to what it was where the code is not known', () => {
    expect(settleDialCode('+999', { selected: china, previous: '+86' })).toEqual({
      country: china,
      field: '+86',
    })
  })
})

describe('a contact in short', () => {
  it.each([
    ['email', 'mail@mail.example', 'm•••l@mail.example'],
    ['email', 'me@mail.example', 'm•••@mail.example'],
    ['email', 'm@mail.example', 'm•••@mail.example'],
    ['phone', '+447911123456', '+44•••56'],
  ] as const)('of kind %s is %s → %s', (kind, value, short) => {
    expect(shortContact({ kind, value })).toBe(short)
  })
})
