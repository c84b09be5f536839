/** What a browser calls itself, read as far as people care. Names are proper nouns and stay as they are. */
export type Device = {
  browser: string | null
  system: string | null
  kind: 'phone' | 'tablet' | 'computer'
}

/** Most browsers name others besides themselves: the first that fits is the one. */
const browsers: readonly (readonly [RegExp, string])[] = [
  [/\bEdg(?:e|A|iOS)?\//, 'Edge'],
  [/\b(?:OPR|OPT|Opera)\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bYaBrowser\//, 'Yandex'],
  [/\bVivaldi\//, 'Vivaldi'],
  [/\b(?:Firefox|FxiOS)\//, 'Firefox'],
  [/(?:Chrome|Chromium|CriOS)\//, 'Chrome'],
  [/\bVersion\/.*Safari\//, 'Safari'],
]

const systems: readonly (readonly [RegExp, string, Device['kind']])[] = [
  [/\biPhone\b|\biPod\b/, 'iPhone', 'phone'],
  [/\biPad\b/, 'iPad', 'tablet'],
  [/\bAndroid\b.*\bMobile\b/, 'Android', 'phone'],
  [/\bAndroid\b/, 'Android', 'tablet'],
  [/\bWindows\b/, 'Windows', 'computer'],
  [/\bCrOS\b/, 'ChromeOS', 'computer'],
  [/\bMac OS X\b|\bMacintosh\b/, 'macOS', 'computer'],
  [/\bLinux\b|\bX11\b/, 'Linux', 'computer'],
]

/** Reads a `User-Agent`; what it doesn't tell is null. */
export const readDevice = (userAgent: string): Device => {
  const browser = browsers.find(([pattern]) => pattern.test(userAgent))?.[1] ?? null
  const [, system, kind] = systems.find(([pattern]) => pattern.test(userAgent)) ?? [null, null, 'computer']
  return { browser, system, kind }
}
