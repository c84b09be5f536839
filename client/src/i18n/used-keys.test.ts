import { fallbackLanguage } from '@minefall/shared/languages'
import { expect, test } from 'vitest'

type Bundle = { readonly [key: string]: string | Bundle }
const bundles = import.meta.glob<Bundle>('./locales/*/*.json', { import: 'default', eager: true })
const sources = import.meta.glob<string>(
  ['../**/*.{ts,tsx}', '!../**/*.test.{ts,tsx}', '!../**/{testing,testing-*}.{ts,tsx}', '!./locales/**'],
  { query: '?raw', import: 'default', eager: true },
)

/** Not looked up by key: the notices by the server's names, the offline page and the chat as whole bundles. */
const whole = ['notices', 'offline', 'chat']

/** Keys that code puts together from more than one part that it works out. */
const composed: Readonly<Record<string, readonly string[]>> = {
  device: ['storageBlocked.', 'storageFull.', 'clock.', 'graphics.'], // `${kind}.title` and `.text`
  orders: ['methodIn.'], // `method` or `methodIn`, by the kind of the order
  themes: ['custom.description'], // named by every custom theme, in shared/theme
}

const keysOf = (bundle: Bundle, prefix = ''): string[] =>
  Object.entries(bundle).flatMap(([key, value]) =>
    typeof value === 'string' ? [prefix + key] : keysOf(value, `${prefix}${key}.`),
  )

const namespaces = Object.keys(bundles)
  .filter((path) => path.startsWith(`./locales/${fallbackLanguage}/`))
  .map((path) => path.slice(path.lastIndexOf('/') + 1, -'.json'.length))
  .filter((namespace) => !whole.includes(namespace))

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** What one file looks up: the namespaces it works in, whole keys, and patterns of those it composes from one part. */
const lookupsOf = (source: string) => {
  const named = source.matchAll(
    /(?:useTranslation|getFixedT|loadNamespaces)\(\s*(?:\w+,\s*)?(?:\[\s*)?'(\w+)'/g,
  )
  const works = new Set([...named].map(([, namespace = '']) => namespace))
  const literals = new Set([...source.matchAll(/['"]([\w:.-]+)['"]/g)].map(([, key = '']) => key))
  const templates = [...source.matchAll(/`(?:(\w+):)?([\w.-]*(?:\$\{[^`}]*\}[\w.-]*)+)`/g)]
    .map(([, namespace, template = '']) => ({ namespace, parts: template.split(/\$\{[^}]*\}/) }))
    .filter(({ namespace, parts }) => namespace !== undefined || /[a-z]{2}/i.test(parts.join('')))
    .map(({ namespace, parts }) => ({
      namespace,
      like: new RegExp(`^${parts.map(escaped).join('[\\w.-]+')}$`),
    }))
  return { works, literals, templates }
}

const lookups = Object.values(sources).map(lookupsOf)

const isUsed = (namespace: string, key: string): boolean =>
  lookups.some(({ works, literals, templates }) => {
    const isHere = works.size === 0 || works.has(namespace)
    return (
      literals.has(`${namespace}:${key}`) ||
      (isHere && literals.has(key)) ||
      templates.some(
        (found) => (found.namespace ? found.namespace === namespace : isHere) && found.like.test(key),
      )
    )
  })

test.each(namespaces)('every text of %s is shown somewhere', (namespace) => {
  const keys = keysOf(bundles[`./locales/${fallbackLanguage}/${namespace}.json`] ?? {})
  const unused = keys
    .map((key) => key.replace(/(_ordinal)?_(zero|one|two|few|many|other)$/, ''))
    .filter((key) => !composed[namespace]?.some((prefix) => key.startsWith(prefix)))
    .filter((key) => !isUsed(namespace, key))
  expect([...new Set(unused)]).toEqual([])
})

test('a text that is not shown is found', () => {
  expect(isUsed('home', 'headline.first')).toBe(true)
  expect(isUsed('home', 'headline.fourth')).toBe(false)
})
