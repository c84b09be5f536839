import { detectLanguage } from '@minefall/shared/languages'
import { languageKey } from '../i18n/language-key.ts'
import english from '../i18n/locales/en-US/offline.json'
import { onceServerAnswers } from '../lib/server-back.ts'
import { localStore } from '../lib/storage.ts'

const texts = import.meta.glob<typeof english>('../i18n/locales/*/offline.json', {
  eager: true,
  import: 'default',
})

const say = (selector: string, words: string) => {
  const element = document.querySelector(selector)
  if (element) element.textContent = words
}

const show = () => {
  const language = detectLanguage(localStore.get(languageKey), navigator.languages)
  const text = texts[`../i18n/locales/${language}/offline.json`] ?? english
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

/** To where the player was going: this page stands in place of any other. */
const goOn = () => {
  if (location.pathname === '/offline.html') location.replace('/')
  else location.reload()
}

show()
document.querySelector('button')?.addEventListener('click', goOn)
window.addEventListener('online', show)
window.addEventListener('offline', show)
// The language, chosen in another tab.
window.addEventListener('storage', show)
onceServerAnswers(goOn, new AbortController().signal)
