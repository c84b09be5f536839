import { detectLanguage } from '../i18n/languages.ts'
import english from '../i18n/locales/en-US/offline.json'
import { localStore } from '../lib/storage.ts'

const texts = import.meta.glob<typeof english>('../i18n/locales/*/offline.json', {
  eager: true,
  import: 'default',
})

/** How often the server is looked for while the page is seen, in milliseconds. */
const lookEveryMs = 5_000

const language = detectLanguage(localStore.get('locale'), navigator.languages)
const text = texts[`../i18n/locales/${language}/offline.json`] ?? english

const say = (selector: string, words: string) => {
  const element = document.querySelector(selector)
  if (element) element.textContent = words
}

const show = () => {
  document.documentElement.lang = language
  say('h1', navigator.onLine ? text.away : text.title)
  say('.lead', navigator.onLine ? text.awayText : text.text)
  say('button', text.again)
  say('.trying', text.trying)
  const advice = navigator.onLine ? [text.coins, text.seat] : [text.network, text.coins, text.seat]
  document.querySelector('ul')?.replaceChildren(
    ...advice.map((words) => {
      const item = document.createElement('li')
      item.textContent = words
      return item
    }),
  )
}

/** To where the player was going: this page stands in the place of any other. */
const goOn = () => {
  if (location.pathname === '/offline.html') location.replace('/')
  else location.reload()
}

/** Goes on once the server answers: a network alone is not enough. */
const look = async () => {
  if (document.visibilityState !== 'visible') return
  const answer = await fetch('/config.json', { cache: 'no-store' }).catch(() => null)
  if (answer?.ok) goOn()
}

show()
document.querySelector('button')?.addEventListener('click', goOn)
window.addEventListener('online', () => {
  show()
  void look()
})
window.addEventListener('offline', show)
document.addEventListener('visibilitychange', look)
setInterval(look, lookEveryMs)
