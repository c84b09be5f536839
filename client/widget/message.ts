import { element, textButton } from './element.ts'
import type { SupportLine } from './line.ts'
import type { Pictures } from './pictures.ts'
import { dayOf, type MessageRow } from './rows.ts'

const dayMs = 86_400_000
/** Further back than this a day is named by its date. */
const relativeDays = 1

/** How days and times are said in a language. */
export const timesIn = (language: string) => {
  const clock = new Intl.DateTimeFormat(language, { hour: 'numeric', minute: '2-digit' })
  const near = new Intl.RelativeTimeFormat(language, { numeric: 'auto' })
  const date = new Intl.DateTimeFormat(language, { weekday: 'long', day: 'numeric', month: 'long' })
  const dateOfYear = new Intl.DateTimeFormat(language, { day: 'numeric', month: 'long', year: 'numeric' })
  return {
    /** Such as 14:05. */
    time: (at: number): string => clock.format(at),
    /** Today and yesterday by their names, then the weekday with its date, and the year where it is another. */
    day(at: number, now: number): string {
      // A day may have 23 or 25 hours.
      const ago = Math.round((dayOf(now) - dayOf(at)) / dayMs)
      if (ago >= 0 && ago <= relativeDays) return near.format(-ago, 'day')
      const isThisYear = new Date(at).getFullYear() === new Date(now).getFullYear()
      return (isThisYear ? date : dateOfYear).format(at)
    },
  }
}

type Times = ReturnType<typeof timesIn>

export type MessageOptions = { line: SupportLine; pictures: Pictures; times: Times }

/** What was said, as it is shown. What was said never changes, how far it has come does. */
export const messageOf = (first: MessageRow, { line, pictures, times }: MessageOptions) => {
  const texts = line.texts()
  const who = first.isOwn ? texts.you : (first.name ?? texts.staff)
  const bubble = element('div', { class: 'bubble' })
  if (first.pictureId !== null) {
    const label = first.isOwn ? texts.yourPicture : texts.staffPicture
    bubble.append(pictures.of(first.pictureId, label))
  }
  if (first.text !== '') bubble.append(element('p', { class: 'text', dir: 'auto' }, first.text))
  const name = element('p', {}, who)
  // How far it has come is there to be read, not called out.
  const under = element('p', { class: 'under', 'aria-live': 'off' })
  const trouble = element('div', { class: 'trouble' })
  const place = element('div', {}, name, bubble, under, trouble)

  let shown = ''
  const update = (said: MessageRow) => {
    const now = JSON.stringify(said)
    if (now === shown) return
    shown = now
    place.className = ['said', said.isOwn ? 'own' : 'theirs', said.isFirst && 'first', said.isLast && 'last']
      .filter(Boolean)
      .join(' ')
    place.classList.toggle('pending', said.mark === 'sending')
    // Anyone who sees the side of a bubble knows whose it is.
    name.className = said.isOwn || !said.isFirst ? 'aside' : 'who'
    const time = element('time', { datetime: new Date(said.at).toISOString() }, times.time(said.at))
    const marks = { sending: texts.sending, failed: texts.notSent, sent: texts.sent, read: texts.read }
    under.replaceChildren(
      time,
      ...(said.mark === null ? [] : [element('span', { class: said.mark }, marks[said.mark])]),
    )
    trouble.replaceChildren(
      ...(said.problem === null
        ? []
        : [
            element('p', {}, said.problem),
            textButton(texts.resend, () => line.resend(said.key)),
            textButton(texts.discard, () => line.discard(said.key)),
          ]),
    )
  }
  return { place, update }
}
