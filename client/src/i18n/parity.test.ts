import { fallbackLanguage, usableLanguages } from '@minefall/shared/languages'
import { describe, expect, test } from 'vitest'

/** Key → text, with the keys of nested objects joined by dots. */
type Texts = Readonly<Record<string, string>>
type Bundle = { readonly [key: string]: string | Bundle }

const flat = (bundle: Bundle, prefix = ''): Texts =>
  Object.fromEntries(
    Object.entries(bundle).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value]] : Object.entries(flat(value, `${prefix}${key}.`)),
    ),
  )

const bundles = import.meta.glob<Bundle>('./locales/*/*.json', { import: 'default', eager: true })
const textsOf = (language: string, namespace: string): Texts =>
  flat(bundles[`./locales/${language}/${namespace}.json`] ?? {})
const namespacesOf = (language: string): string[] =>
  Object.keys(bundles)
    .filter((path) => path.startsWith(`./locales/${language}/`))
    .map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length))
    .sort()

const others = usableLanguages.map(({ id }) => id).filter((id) => id !== fallbackLanguage)

/** A form of a text for a number: `sat_zero` is `{ base: 'sat', kind: 'cardinal', form: 'zero' }`. */
type Form = { base: string; kind: Intl.PluralRuleType; form: string }
const formOf = (key: string): Form | null => {
  const found = /^(.+?)(_ordinal)?_(zero|one|two|few|many|other)$/.exec(key)
  if (!found) return null
  const [, base = '', ordinal, form = ''] = found
  return { base, kind: ordinal ? 'ordinal' : 'cardinal', form }
}

/** The key that a text's English is looked up by: that of the form which is always there. */
const englishKey = (key: string): string => {
  const form = formOf(key)
  return form ? `${form.base}${form.kind === 'ordinal' ? '_ordinal' : ''}_other` : key
}

/**
 * The keys that a language needs for the English ones: the forms that CLDR asks for. i18next's own form for none
 * (`zero`) is needed where English has it, and welcome elsewhere.
 */
const keysFor = (language: string, english: Texts): ReadonlySet<string> =>
  new Set(
    Object.keys(english).flatMap((key) => {
      const found = formOf(key)
      if (!found) return [key]
      if (found.form === 'zero') return [key]
      const { base, kind } = found
      const forms = new Intl.PluralRules(language, { type: kind }).resolvedOptions().pluralCategories
      return forms.map((form) => `${base}${kind === 'ordinal' ? '_ordinal' : ''}_${form}`)
    }),
  )

/** Whether a form is of one number alone, which its text may then say in words or leave out. */
const isOfOneNumber = (language: string, { kind, form }: Form): boolean => {
  if (form === 'zero') return true
  const rules = new Intl.PluralRules(language, { type: kind })
  return (
    Array.from({ length: 200 }, (_, number) => rules.select(number)).filter((of) => of === form).length === 1
  )
}

const placesOf = (text: string): string[] => [...new Set(text.match(/\{\{?\w+\}?\}/g))].sort()
const tagsOf = (text: string): string[] => [...(text.match(/<[^>]*>/g) ?? [])]

/** What is the same in every language: names, formats, and units as `Intl` writes them. */
const names = /Minefall|Alipay|USDT|VIP|UTC|WebGL|Wi-Fi|JPG|PNG|GIF|CSV|Home|End|Enter|Esc|ID|QR|MB|\bms\b/g

/** The words of a text that could be translated. */
const wordsOf = (text: string): string =>
  text
    .replace(/\{\{?\w+\}?\}|<[^>]*>/g, ' ')
    .replace(names, ' ')
    .trim()

/** Texts that are right as they are in English, by language: each is that language's own word for it. */
const alike: Readonly<Record<string, readonly string[]>> = {
  'ja-JP': [],
  'ko-KR': [],
  'ms-MY': [
    ...['Royale', 'Duel'], // names of tables
    ...['Arena', 'Deposit', 'Bonus', 'Pot', 'Platinum', 'Logo'], // Malay in Kamus Dewan with this spelling
    '{{minutes}} min', // the sign of the unit
  ],
  'pt-BR': [
    'Royale', // the name of a table
    ...['Arena', 'Arenas', 'Bronze', 'Offline', 'Online', 'Replay', 'link'], // Portuguese in VOLP or in every Brazilian game
    'Replay: {{table}}, {{time}}',
    ...['{{minutes}} min', '{{hours}} h {{minutes}} min'], // the signs of the units
  ],
}

/** The scripts that a language is written in; Latin stands for names in all. */
const letters: Readonly<Record<string, RegExp>> = {
  'en-US': /^\p{scx=Latin}$/u,
  'ja-JP': /^[\p{scx=Latin}\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}]$/u,
  'ko-KR': /^[\p{scx=Latin}\p{scx=Hangul}]$/u,
  'ms-MY': /^\p{scx=Latin}$/u,
  'pt-BR': /^\p{scx=Latin}$/u,
}
/** Words that only English has: with one of them a text is half translated. */
const englishWords = /(?<!\p{L})(the|you|your|and|with|please|this|is|are|not|was|were)(?!\p{L})/iu

const isLatin = (language: string): boolean => letters[language]?.source === letters[fallbackLanguage]?.source

const writingFaults = (language: string, key: string, text: string): string[] => {
  const words = wordsOf(text)
  const foreign = [...text].filter((sign) => /\p{L}/u.test(sign) && !letters[language]?.test(sign))
  const latin = isLatin(language) ? null : /[a-z]{2,}/i.exec(words)
  const english = englishWords.exec(words)
  return [
    ...(text.trim() === '' || text !== text.trim() ? [`${key} is empty, or has space around it`] : []),
    ...(foreign.length > 0 ? [`${key} is written in another script: ${foreign.join('')}`] : []),
    ...(latin ? [`${key} has a Latin word: ${latin[0]}`] : []),
    ...(english ? [`${key} has an English word: ${english[0]}`] : []),
  ]
}

/** All that is wrong with a language's texts, measured by the English ones. */
const faultsOf = (language: string, english: Texts, texts: Texts): string[] => {
  const wanted = keysFor(language, english)
  const isWelcome = (key: string) =>
    wanted.has(key) || (formOf(key)?.form === 'zero' && wanted.has(englishKey(key)))
  return [
    ...[...wanted].filter((key) => texts[key] === undefined).map((key) => `${key} is missing`),
    ...Object.keys(texts)
      .filter((key) => !isWelcome(key))
      .map((key) => `${key} is not asked for`),
    ...Object.entries(texts).flatMap(([key, text]) => {
      const source = english[englishKey(key)] ?? english[key]
      if (source === undefined) return []
      const form = formOf(key)
      const places = placesOf(source)
      const here = placesOf(text)
      const mayLack = form !== null && isOfOneNumber(language, form)
      const lacking = mayLack ? [] : places.filter((place) => !here.includes(place))
      const tooMany = here.filter((place) => !places.includes(place))
      const isCopied = text === source && /\p{L}{2}/u.test(wordsOf(text)) && !alike[language]?.includes(text)
      return [
        ...lacking.map((place) => `${key} lacks ${place}`),
        ...tooMany.map((place) => `${key} has ${place}, which is never filled in`),
        ...(tagsOf(text).join() === tagsOf(source).join() ? [] : [`${key} has other tags`]),
        ...(isCopied ? [`${key} is English: ${text}`] : []),
        ...writingFaults(language, key, text),
      ]
    }),
  ]
}

describe.each(others)('the texts in %s', (language) => {
  test('are in the same namespaces', () => {
    expect(namespacesOf(language)).toEqual(namespacesOf(fallbackLanguage))
  })

  test.each(namespacesOf(fallbackLanguage))('say all of %s, and in that language', (namespace) => {
    const faults = faultsOf(language, textsOf(fallbackLanguage, namespace), textsOf(language, namespace))
    expect(faults).toEqual([])
  })

  test('are alike in English only where that is so', () => {
    const copied = namespacesOf(language).flatMap((namespace) => {
      const english = textsOf(fallbackLanguage, namespace)
      return Object.entries(textsOf(language, namespace)).flatMap(([key, text]) =>
        text === english[englishKey(key)] ? [text] : [],
      )
    })
    expect(alike[language]?.filter((text) => !copied.includes(text))).toEqual([])
  })
})

test('English is written in Latin letters, and each number has its forms', () => {
  const faults = namespacesOf(fallbackLanguage).flatMap((namespace) => {
    const texts = textsOf(fallbackLanguage, namespace)
    const lacking = [...keysFor(fallbackLanguage, texts)].filter((key) => texts[key] === undefined)
    const foreign = Object.entries(texts).filter(([, text]) =>
      [...text].some((sign) => /\p{L}/u.test(sign) && !letters[fallbackLanguage]?.test(sign)),
    )
    return [...lacking, ...foreign.map(([key]) => key)].map((key) => `${namespace}:${key}`)
  })
  expect(faults).toEqual([])
})

describe('a fault is found', () => {
  const english: Texts = {
    'seat.free': 'Free seat',
    'seat.of': '{{taken}} of {{seats}} <b>seats</b>',
    won_one: '{{count}} coin',
    won_other: '{{count}} coins',
    place_ordinal_one: '{{count}}st',
    place_ordinal_two: '{{count}}nd',
    place_ordinal_few: '{{count}}rd',
    place_ordinal_other: '{{count}}th',
  }
  const portuguese: Texts = {
    'seat.free': 'Lugar livre',
    'seat.of': '{{taken}} de {{seats}} <b>lugares</b>',
    won_zero: 'Nenhuma moeda',
    won_one: '{{count}} moeda',
    won_many: '{{count}} de moedas',
    won_other: '{{count}} moedas',
    place_ordinal_other: '{{count}}º',
  }
  const without = (key: string): Texts =>
    Object.fromEntries(Object.entries(portuguese).filter(([name]) => name !== key))

  test('unless there is none', () => {
    expect(faultsOf('pt-BR', english, portuguese)).toEqual([])
  })

  test.each<[string, Texts, string]>([
    ['a key left out', without('seat.free'), 'seat.free is missing'],
    ['a form left out', without('won_many'), 'won_many is missing'],
    ['a key too many', { ...portuguese, 'seat.lost': 'Perdido' }, 'seat.lost is not asked for'],
    ['a form too many', { ...portuguese, won_few: '{{count}} moedas' }, 'won_few is not asked for'],
    ['a place left out', { ...portuguese, won_one: 'uma moeda' }, 'won_one lacks {{count}}'],
    [
      'a place of another name',
      { ...portuguese, won_one: '{{count}} {{moeda}}' },
      'won_one has {{moeda}}, which is never filled in',
    ],
    ['a tag left out', { ...portuguese, 'seat.of': '{{taken}} de {{seats}}' }, 'seat.of has other tags'],
    ['an English text', { ...portuguese, 'seat.free': 'Free seat' }, 'seat.free is English: Free seat'],
    [
      'a text half translated',
      { ...portuguese, 'seat.free': 'Lugar for you' },
      'seat.free has an English word: you',
    ],
    [
      'another script',
      { ...portuguese, 'seat.free': 'Lugar 空席' },
      'seat.free is written in another script: 空席',
    ],
    ['an empty text', { ...portuguese, 'seat.free': ' ' }, 'seat.free is empty, or has space around it'],
  ])('%s', (_name, texts, fault) => {
    expect(faultsOf('pt-BR', english, texts)).toEqual([fault])
  })

  test.each([
    ['ja-JP', '空席 자리', 'is written in another script: 자리'],
    ['ko-KR', '빈자리 せき', 'is written in another script: せき'],
    ['ko-KR', '빈자리 seat', 'has a Latin word: seat'],
    ['ms-MY', 'Kerusi место', 'is written in another script: место'],
  ])('in %s: %s', (language, text, fault) => {
    expect(faultsOf(language, { seat: 'Free seat' }, { seat: text })).toEqual([`seat ${fault}`])
  })
})
