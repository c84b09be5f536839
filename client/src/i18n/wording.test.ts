import { notices } from '@minefall/shared/notices'
import { expect, test } from 'vitest'

/** What an experienced American writer would not say, and what they would. */
const banned: readonly (readonly [RegExp, string])[] = [
  [/\bnobody\b/i, 'no one'],
  [/\bsomebody\b/i, 'someone'],
  [/\banybody\b/i, 'anyone'],
  [/\beverybody\b/i, 'everyone'],
  [/\bwhoever\b/i, 'anyone who'],
  [/\bby (?:it|them|him|her)sel(?:f|ves)\b/i, 'say what starts it, or nothing'],
  [/\bfor good\b/i, 'permanently'],
  [/\bof (?:one’s|your|their|its|his|her|our) own\b/i, 'your, their'],
  [/\banew\b/i, 'again, resets'],
  [/\bmeanwhile\b/i, 'nothing'],
  [/\b(?:is|are) told\b/i, 'sees, gets'],
  [/\bstands? still\b/i, 'is stopped, is paused'],
  [/\bwhat came of it\b/i, 'the result'],
  [/\bnot the newest\b/i, 'out of date'],
  [/\bcall(?:ed|s)?\b[^.]*\boff\b/i, 'cancel'],
  [/\bfor want of\b/i, 'without'],
  [/\bcounts? twice\b/i, 'counts double'],
  [/\bcash(?:ed)? out\b/i, 'withdraw'],
  [/\bold key\b/i, 'old login'],
  [/\b(?:neighbour|colour|grey|labelled|cancelled|favour)/i, 'American spelling'],
  [/\be-mail\b/i, 'email'],
  [/(?<=\p{L})'(?=\p{L})/u, '’'],
  [/!/, 'no exclamation mark'],
]

/** Words of the servers that a player never needs. `seed` and `seal` belong to the pages about fairness. */
const internal = /\b(?:shard|lease|epoch|fence|escrow|ledger|payload|socket)\b/i

const faultsOf = (texts: Readonly<Record<string, string>>, rules: typeof banned = banned): string[] =>
  Object.entries(texts).flatMap(([where, text]) =>
    rules.filter(([words]) => words.test(text)).map(([, better]) => `${where}: ${text} (${better})`),
  )

type Bundle = { readonly [key: string]: string | Bundle }
const flat = (bundle: Bundle, prefix: string): Record<string, string> =>
  Object.fromEntries(
    Object.entries(bundle).flatMap(([key, value]) =>
      typeof value === 'string'
        ? [[`${prefix}${key}`, value]]
        : Object.entries(flat(value, `${prefix}${key}.`)),
    ),
  )

const bundles = import.meta.glob<Bundle>('./locales/en-US/*.json', { import: 'default', eager: true })
const players = Object.assign(
  {},
  ...Object.entries(bundles).map(([path, bundle]) =>
    flat(bundle, `${path.slice(path.lastIndexOf('/') + 1, -'.json'.length)}:`),
  ),
)

/** Each quoted text and each text between tags, by its file; comments and what is not for people left out. */
const said = (files: Readonly<Record<string, string>>): Record<string, string> => {
  const texts = Object.entries(files).flatMap(([path, source]) => {
    const code = source.replaceAll(/\/\*[\s\S]*?\*\/|^\s*\/\/.*$/gm, '').replaceAll(/\n\s*/g, ' ')
    const quoted = [...code.matchAll(/'([^']*)'|"([^"]*)"|`([^`]*)`|>([^<>{}=;]*)[<{]/g)]
    return quoted
      .map(([, ...parts]) => parts.find((part) => part !== undefined)?.trim() ?? '')
      .filter((text) => /^[A-Z{$.].*[a-z]{2} |\b[a-z]{2,} [a-z]{2,}/.test(text) && !/[=;]|&&/.test(text))
      .map((text, at) => [`${path} ${at}`, text] as const)
  })
  return Object.fromEntries(texts)
}

const staff = import.meta.glob<string>(
  [
    '../../{desk,widget}/**/*.{ts,tsx}',
    '!../../{desk,widget}/**/*.test.{ts,tsx}',
    '!../../widget/testing.ts',
  ],
  { query: '?raw', import: 'default', eager: true },
)
const mails = import.meta.glob<string>('../../../platform/src/accounts/messages/en-us.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const refusals = import.meta.glob<string>('../../../platform/src/matches/refusals.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
})
const pages = import.meta.glob<string>('../../../platform/src/terms/documents/*.en-US.md', {
  query: '?raw',
  import: 'default',
  eager: true,
})

test('players’ texts are in plain American English', () => {
  expect(faultsOf(players)).toEqual([])
})

test('players’ texts have no word of the servers, and players log in', () => {
  const rules = [
    [internal, 'a player’s word'],
    [/\bsign(?:ed|ing|s)? in\b/i, 'log in'],
  ] as const
  expect(faultsOf(players, rules)).toEqual([])
})

test('what servers say is in plain American English', () => {
  const texts = Object.fromEntries(Object.entries(notices).map(([name, { en }]) => [name, en]))
  expect(faultsOf({ ...texts, ...said(mails), ...said(refusals), ...pages })).toEqual([])
})

test('what the desk and the widget say is in plain American English', () => {
  expect(Object.keys(said(staff)).length).toBeGreaterThan(200)
  expect(faultsOf(said(staff))).toEqual([])
})

test.each(['Nobody’s turn.', 'It loads by itself.', 'Ask whoever is here.', 'Gray, not grey.', 'It’s over!'])(
  'a fault is found in: %s',
  (text) => {
    expect(faultsOf({ text })).toHaveLength(1)
  },
)

/** What is said of all tables: the board, or its tiles, sealed. */
const sealed: Record<string, RegExp> = {
  'en-US': /(?:board|tile)s? (?:is|are) sealed/i,
  'ja-JP': /封印され/,
  'ko-KR': /봉인(?:돼|되)/,
  'ms-MY': /(?:papan|petak) dimeterai/i,
  'pt-BR': /(?:tabuleiro|casa)s? (?:é|são) lacrad/i,
}

const everywhere = import.meta.glob<Bundle>('./locales/*/{fairness,home,match}.json', {
  import: 'default',
  eager: true,
})

test.each(Object.entries(sealed))(
  'what %s says of every table says of no board that it is sealed: at a sealed table tiles are drawn',
  (locale, words) => {
    const ofBundle = (name: string) => flat(everywhere[`./locales/${locale}/${name}.json`] ?? {}, `${name}:`)
    const said = Object.entries({
      ...ofBundle('fairness'),
      ...ofBundle('home'),
      ...ofBundle('match'),
    }).filter(([key]) => /^(?:fairness:|home:fair\.|match:tip\.)/.test(key))
    expect(said.length).toBeGreaterThan(10)
    expect(said.filter(([, text]) => words.test(text))).toEqual([])
  },
)
