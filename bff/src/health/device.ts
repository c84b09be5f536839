/** What a user agent holds → what people call it; the first that is found counts. */
const systems = [
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Android', 'Android'],
  ['Windows', 'Windows'],
  ['CrOS', 'ChromeOS'],
  ['Mac OS X', 'macOS'],
  ['Linux', 'Linux'],
] as const

/** Nearly all browsers also claim to be Chrome or Safari: those come last. */
const browsers = [
  ['Edg', 'Edge'],
  ['OPR/', 'Opera'],
  ['SamsungBrowser', 'Samsung'],
  ['YaBrowser', 'Yandex'],
  ['UCBrowser', 'UC'],
  ['MiuiBrowser', 'Mi'],
  ['MicroMessenger', 'WeChat'],
  ['FxiOS', 'Firefox'],
  ['Firefox/', 'Firefox'],
  ['CriOS', 'Chrome'],
  ['Chrome/', 'Chrome'],
  ['Safari/', 'Safari'],
] as const

/** No browser names itself in more. */
const readAtMost = 512

const nameIn = (agent: string, names: readonly (readonly [string, string])[]): string[] =>
  names
    .filter(([mark]) => agent.includes(mark))
    .slice(0, 1)
    .map(([, name]) => name)

/** System and browser as a `User-Agent` header tells them, such as `Android, Chrome`; empty where it tells neither. */
export const deviceName = (userAgent: string | undefined): string => {
  const agent = (userAgent ?? '').slice(0, readAtMost)
  return [...nameIn(agent, systems), ...nameIn(agent, browsers)].join(', ')
}
